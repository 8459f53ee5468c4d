"""Sealed shuffles: seals and contributions, the secrets in a table of their own. Older games have none."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    with op.batch_alter_table("games") as change:
        change.add_column(sa.Column("seals", sa.Text))
    with op.batch_alter_table("seats") as change:
        change.add_column(sa.Column("contributions", sa.Text))
    op.create_table(
        "secrets",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("game", "round"),
    )
