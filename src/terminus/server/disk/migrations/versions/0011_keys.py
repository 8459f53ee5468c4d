"""Keys of commands are kept while they matter: each with when it was taken, none of games that are over."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.execute("DELETE FROM commands WHERE game IN (SELECT id FROM games WHERE phase = 'over')")
    with op.batch_alter_table("commands") as change:
        change.add_column(sa.Column("number", sa.Integer, nullable=False, server_default="0"))
