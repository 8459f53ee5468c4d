"""When games and people were last seen: what nobody wants is cleared away. All were here just now."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
UNFINISHED = sa.text("phase <> 'over'")


def upgrade() -> None:
    with op.batch_alter_table("games") as change:
        change.add_column(sa.Column("seen_at", sa.Float))
    with op.batch_alter_table("people") as change:
        change.add_column(sa.Column("seen_at", sa.Float, nullable=False, server_default="0"))
    op.create_index(
        "games_unfinished", "games", ["phase"], postgresql_where=UNFINISHED, sqlite_where=UNFINISHED
    )
    now = time.time()
    op.execute(sa.text("UPDATE people SET seen_at = :now").bindparams(now=now))
    op.execute(sa.text("UPDATE games SET seen_at = :now WHERE phase <> 'over'").bindparams(now=now))
