"""When trained weights were last wanted: those that nobody wants any more go. All were, just now."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    with op.batch_alter_table("weights") as change:
        change.add_column(sa.Column("seen_at", sa.Float, nullable=False, server_default="0"))
    op.execute(sa.text("UPDATE weights SET seen_at = :now").bindparams(now=time.time()))
