"""Conducted games: the cards of games that are played on paper."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "conducts",
        sa.Column("code", sa.String(6), primary_key=True),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("conduct", sa.LargeBinary, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("next", sa.String(6)),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("ix_conducts_at", "conducts", ["at"])
