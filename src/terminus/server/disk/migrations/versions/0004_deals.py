"""Deals that were settled beforehand: kept by name, and dealt to as many games as name them."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "deals",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("board", sa.String(40), nullable=False),
        sa.Column("modules", sa.Text, nullable=False),
        sa.Column("deal", sa.Text, nullable=False),
    )
    with op.batch_alter_table("games") as change:
        change.add_column(sa.Column("deal", sa.String(64)))
