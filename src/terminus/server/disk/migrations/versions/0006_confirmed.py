"""A confirmed turn can be taken back: it stays with the drafts until everybody has answered."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    with op.batch_alter_table("drafts") as change:
        change.add_column(sa.Column("confirmed", sa.Boolean, nullable=False, server_default=sa.false()))
