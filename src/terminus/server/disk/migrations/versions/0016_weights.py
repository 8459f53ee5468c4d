"""Weights: what bots have learned for boards of people's own."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "weights",
        sa.Column("board_print", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("format", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
    )
