"""Games that no best counts, and why: what plays on from a finished game."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    with op.batch_alter_table("games") as change:
        change.add_column(sa.Column("uncounted", sa.String(12)))
