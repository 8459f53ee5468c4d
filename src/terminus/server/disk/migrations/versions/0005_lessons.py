"""Games that began as a lesson say so: they are in no list, and no best counts them."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    with op.batch_alter_table("games") as change:
        change.add_column(sa.Column("lesson", sa.String(40)))
