"""Exercises: turns of finished games that lost points, and positions made by us that were solved."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "looked_over", sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), primary_key=True)
    )
    op.create_table(
        "exercises",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("lost", sa.Float, nullable=False),
        sa.Column("box", sa.Integer, nullable=False),
        sa.Column("due", sa.Float),
        sa.PrimaryKeyConstraint("game", "seat", "round", "turn"),
    )
    op.create_table(
        "solved",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("position", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("person", "position"),
    )
