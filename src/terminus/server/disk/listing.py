"""People, and the games that each of them has: for the home page."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import msgspec
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..shown.boards import Best
from ..table.state import Kind, Phase
from .schema import events, games, people, seats

SHOWN = 60


class Person(msgspec.Struct, frozen=True):
    name: str
    language: str


class SummarySeat(msgspec.Struct):
    name: str
    kind: Kind
    total: int | None


class Summary(msgspec.Struct):
    """A game in the list of somebody's games."""

    game: str
    board: str
    modules: list[str]
    phase: Phase
    seats: list[SummarySeat]
    me: int
    my_turn: bool
    code: str
    at: float
    won: bool | None
    total: int | None


class Listing:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def person(self, person: str) -> Person | None:
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(people).where(people.c.id == person))).mappings().first()
        return None if row is None else Person(row["name"], row["language"])

    async def keep(self, person: str, known: Person) -> None:
        values = {"name": known.name, "language": known.language}
        with contextlib.suppress(IntegrityError):  # known already, perhaps since a moment ago
            async with self.engine.begin() as connection:
                await connection.execute(insert(people).values(id=person, **values))
            return
        async with self.engine.begin() as connection:
            await connection.execute(update(people).where(people.c.id == person).values(values))

    async def games_of(self, person: str) -> list[Summary]:
        """Their games, the one that moved last first."""
        mine = select(games, seats.c.seat.label("me"), seats.c.left).join(seats, seats.c.game == games.c.id)
        query = mine.where(seats.c.person == person).order_by(games.c.at.desc()).limit(SHOWN)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
            return [await _summary(connection, row) for row in rows]

    async def bests(self, person: str) -> dict[str, dict[str, Best]]:
        """By board: the best totals, alone (`solo`) and with others (`table`)."""
        query = select(games.c.id, games.c.board, games.c.result, seats.c.seat).join(
            seats, seats.c.game == games.c.id
        )
        over = query.where(seats.c.person == person, games.c.phase == "over")
        async with self.engine.connect() as connection:
            rows = (await connection.execute(over)).all()
        found: dict[str, dict[str, Best]] = {}
        for game, board, result, seat in rows:
            totals = json.loads(result)["totals"]
            best = found.setdefault(board, {})
            kind = "solo" if len(totals) == 1 else "table"
            if kind not in best or best[kind].total < totals[seat]:
                best[kind] = Best(totals[seat], game)
        return found


async def _summary(connection: AsyncConnection, row: Any) -> Summary:
    result = json.loads(row["result"]) if row["result"] else None
    found = await connection.execute(
        select(seats.c.name, seats.c.kind).where(seats.c.game == row["id"]).order_by(seats.c.seat)
    )
    totals = result["totals"] if result else None
    sitting = [
        SummarySeat(name, kind, totals[n] if totals else None) for n, (name, kind) in enumerate(found.all())
    ]
    return Summary(
        game=row["id"],
        board=row["board"],
        modules=json.loads(row["modules"]),
        phase=row["phase"],
        seats=sitting,
        me=row["me"],
        my_turn=row["phase"] == "playing" and await _waits_for(connection, row["id"], row["me"]),
        code=row["code"],
        at=row["at"],
        won=row["me"] in result["winners"] if result else None,
        total=totals[row["me"]] if totals else None,
    )


async def _waits_for(connection: AsyncConnection, game: str, seat: int) -> bool:
    """Whether the log's last flip has no answer of this seat yet; the log's end is enough to know."""
    query = select(events.c.line).where(events.c.game == game).order_by(events.c.number.desc()).limit(5)
    for line in (await connection.execute(query)).scalars():
        event = json.loads(line)
        if event["event"] == "flip":
            return True
        if event["event"] == "turn" and event["seat"] == seat:
            return False
    return True
