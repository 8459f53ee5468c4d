"""How a game ended in columns, so that bests and lists are SQL; and a version that each write checks."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

GAMES = sa.table("games", *map(sa.column, ("id", "result", "at", "finished_at", "players")))
SEATS = sa.table("seats", *map(sa.column, ("game", "seat", "total", "won")))


def upgrade() -> None:
    op.add_column("games", sa.Column("version", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("finished_at", sa.Float))
    op.add_column("games", sa.Column("players", sa.Integer))
    op.add_column("seats", sa.Column("total", sa.Integer))
    op.add_column("seats", sa.Column("won", sa.Boolean))
    _fill(op.get_bind())
    op.drop_column("games", "result")


def _fill(connection: sa.Connection) -> None:
    """From the results as they were kept until now; of one that cannot be read the columns stay empty."""
    ended = connection.execute(sa.select(GAMES.c.id, GAMES.c.result).where(GAMES.c.result.is_not(None))).all()
    for game, result in ended:
        totals, winners = _read(result)
        if not totals:
            continue
        values = {"finished_at": GAMES.c.at, "players": len(totals)}
        connection.execute(sa.update(GAMES).where(GAMES.c.id == game).values(values))
        for seat, total in enumerate(totals):
            here = (SEATS.c.game == game) & (SEATS.c.seat == seat)
            won = sa.literal(seat in winners, sa.Boolean)
            connection.execute(sa.update(SEATS).where(here).values(total=total, won=won))


def _read(result: str) -> tuple[list[int], list[int]]:
    """{"totals": [71, 80], "winners": [1]}"""
    try:
        found = json.loads(result)
        return [int(total) for total in found["totals"]], [int(seat) for seat in found["winners"]]
    except (ValueError, TypeError, LookupError):
        return [], []
