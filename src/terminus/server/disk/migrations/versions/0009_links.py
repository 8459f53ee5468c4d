"""Links to a seat lapse: those made before this are too old."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    with op.batch_alter_table("links") as change:
        change.add_column(sa.Column("at", sa.Float, nullable=False, server_default="0"))
