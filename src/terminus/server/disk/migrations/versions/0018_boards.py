"""Boards of people's own, and whose they are."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_table(
        "boards",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("published", sa.Boolean, nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("seen_at", sa.Float, nullable=False),
    )
    op.create_table(
        "shelved",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("board", sa.String(40), sa.ForeignKey("boards.id"), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
