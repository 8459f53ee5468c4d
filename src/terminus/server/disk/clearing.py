"""Clears away, in small bites, what nobody wants any more: games that were given up, people who sit nowhere.

Whoever opens a game that has not moved for long marks it as seen, and so does, again and again, whoever has
it open. Both wait for the game's row, as whoever clears it away does: so it is there whole, or gone.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable

from sqlalchemy import ColumnElement, Table, and_, delete, except_, exists, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .drawings import remove as remove_drawings
from .keep import DAY, Keep
from .schema import boards, conducts, deals, drawings, games, metadata, people, seats, shelved, solved

GAMES = 20  # at once: no table waits long
PEOPLE = CONDUCTS = 200
ASKED = 500  # games, in one question
FRESH = DAY / 4  # seconds for which one mark is enough
CLEARING = 0x7465726E  # the lock of whoever clears away, in PostgreSQL
ALONE = text("select pg_try_advisory_xact_lock(:key)")
PARTS = [table for table in reversed(metadata.sorted_tables) if "game" in table.c]


class Clearing:
    def __init__(self, engine: AsyncEngine, keep: Keep) -> None:
        self._engine, self.keep = engine, keep

    async def bite(self) -> Counter[str]:
        """Clear away some; how many of what. Nothing, if there is no more or another server is at it."""
        cleared: Counter[str] = Counter()
        async with self._engine.begin() as connection:
            if connection.dialect.name == "postgresql" and not await connection.scalar(
                ALONE, {"key": CLEARING}
            ):
                return cleared
            for kind, phase in (("lobbies", "lobby"), ("unfinished", "playing")):
                cleared[kind] = await self._games(connection, getattr(self.keep, kind), phase)
            cleared["boards"] = await self._boards(connection)
            cleared["people"] = await self._people(connection)
            cleared["conducts"] = await self._conducts(connection)
            cleared["drawings"] = await self._drawings(connection)
        return +cleared

    async def _games(self, connection: AsyncConnection, days: int | None, phase: str) -> int:
        if days is None:
            return 0
        given_up = and_(games.c.phase == phase, _untouched(time.time() - days * DAY))
        some = select(games.c.id).where(given_up).order_by(games.c.id).limit(GAMES)
        found = list((await connection.execute(some.with_for_update(skip_locked=True))).scalars())
        if found:
            await remove(connection, found)
        return len(found)

    async def _people(self, connection: AsyncConnection) -> int:
        if self.keep.people is None:
            return 0
        since = time.time() - self.keep.people * DAY
        sat = exists().where(seats.c.person == solved.c.person)
        await connection.execute(delete(solved).where(_left_behind(solved, since), ~sat))
        sits = exists().where(seats.c.person == people.c.id)
        gone = and_(people.c.seen_at < since, ~sits)
        some = select(people.c.id).where(gone).limit(PEOPLE)
        return (await connection.execute(delete(people).where(people.c.id.in_(some)))).rowcount

    async def _conducts(self, connection: AsyncConnection) -> int:
        if self.keep.conducts is None:
            return 0
        old = conducts.c.at < time.time() - self.keep.conducts * DAY
        some = select(conducts.c.code).where(old).limit(CONDUCTS)
        return (await connection.execute(delete(conducts).where(conducts.c.code.in_(some)))).rowcount

    async def _drawings(self, connection: AsyncConnection) -> int:
        """Of people who were not here for as long as a browser may keep its cookie."""
        if self.keep.people is None:
            return 0
        left = _left_behind(drawings, time.time() - self.keep.people * DAY)
        some = select(drawings.c.person, drawings.c.id).where(left).limit(GAMES)
        found = [(person, drawing) for person, drawing in (await connection.execute(some)).all()]
        await remove_drawings(connection, found)
        return len(found)

    async def _boards(self, connection: AsyncConnection) -> int:
        """Of people's own, that nobody keeps and that no game is played on."""
        if self.keep.boards is None:
            return 0
        if self.keep.people is not None:
            left = _left_behind(shelved, time.time() - self.keep.people * DAY)
            await connection.execute(delete(shelved).where(left))
        unseen = and_(boards.c.seen_at < time.time() - self.keep.boards * DAY, ~boards.c.published)
        used = select(games.c.board), select(shelved.c.board)
        # Each table is gone through once: to look for each board among the games held up all that is written.
        some = except_(select(boards.c.id).where(unseen), *used).limit(GAMES)
        found = list((await connection.execute(some)).scalars())
        gone = delete(boards).where(boards.c.id.in_(found), unseen)  # unless it was made again meanwhile
        return (await connection.execute(gone)).rowcount


async def remove(connection: AsyncConnection, found: list[str]) -> None:
    """Nothing of these games stays: the cards of a lesson or a what-if go too, which are its own."""
    own = or_(games.c.lesson.is_not(None), games.c.uncounted == "what-if")
    settled = select(games.c.deal).where(games.c.id.in_(found), own, games.c.deal.is_not(None))
    dealt = list((await connection.execute(settled)).scalars())
    for part in PARTS:
        await connection.execute(delete(part).where(part.c.game.in_(found)))
    await connection.execute(delete(games).where(games.c.id.in_(found)))
    if dealt:
        await connection.execute(delete(deals).where(deals.c.name.in_(dealt)))


async def see(engine: AsyncEngine, game: str) -> None:
    """Somebody opens it, or has it open: it is not given up. Written only if it has not moved for long."""
    here = and_(games.c.id == game, games.c.phase != "over", _untouched(time.time() - FRESH))
    async with engine.begin() as connection:
        await connection.execute(update(games).where(here).values(seen_at=time.time()))


async def see_all(engine: AsyncEngine, opened: Iterable[str]) -> None:
    """One after the other: whoever locks several rows of games must do so in order, and this needs none."""
    unseen = and_(games.c.phase != "over", _untouched(time.time() - FRESH))
    ids = list(opened)
    for first in range(0, len(ids), ASKED):
        some = games.c.id.in_(ids[first : first + ASKED])
        async with engine.connect() as connection:
            old = list((await connection.execute(select(games.c.id).where(some, unseen))).scalars())
        for game in old:
            await see(engine, game)


async def is_there(engine: AsyncEngine, game: str) -> bool:
    """Whether there is such a game; then it has just been seen."""
    await see(engine, game)
    async with engine.connect() as connection:
        return await connection.scalar(select(games.c.id).where(games.c.id == game)) is not None


def _left_behind(belongings: Table, since: float) -> ColumnElement[bool]:
    """Of whoever has neither touched it nor been here since."""
    seen = exists().where(people.c.id == belongings.c.person, people.c.seen_at >= since)
    return and_(belongings.c.at < since, ~seen)


def _untouched(since: float) -> ColumnElement[bool]:
    return and_(games.c.at < since, or_(games.c.seen_at.is_(None), games.c.seen_at < since))
