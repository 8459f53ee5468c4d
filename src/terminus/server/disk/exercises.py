"""Exercises on disk. Whose they are follows from who sits where: they move with a seat and go with a game."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, case, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from ...boards import BOARDS
from ...record.sheets import EVENT as SHEETS
from ..table.state import Game
from .people import note
from .schema import events, exercises, games, looked_over, seats, solved

MOST_BOARDS = 30  # of people's own that are looked at, whether something was learned for them
AT_A_TIME = 200  # games that are to be looked over; when they are done come those before them
Mistake = tuple[int, int, float]  # round, turn, points lost


@dataclass(frozen=True, slots=True)
class Exercise:
    game: str
    seat: int
    round: int
    turn: int
    lost: float
    box: int
    due: float | None

    @property
    def place(self) -> tuple[int, int]:
        return self.round, self.turn


@dataclass(frozen=True, slots=True)
class Shelved:
    """What somebody has: to be done now, coming back later, learned or taken out; and which is next."""

    now: int
    later: int
    done: int
    back: float | None  # when the next comes back, seconds since 1970
    next: Exercise | None


class Exercises:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    # -- where they come from --------------------------------------------------------------------

    async def unseen(self, person: str, boards: Sequence[str]) -> list[Game]:
        """The latest of somebody's finished games on these boards that were not looked over, the newest
        first."""
        new = ~exists().where(looked_over.c.game == games.c.id)
        query = select(games.c.id, games.c.code, games.c.board, games.c.modules).join_from(seats, games)
        of_these = query.where(*_played(person), new, games.c.board.in_(boards))
        latest = of_these.order_by(games.c.finished_at.desc(), games.c.id)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(latest.limit(AT_A_TIME))).all()
        return [
            Game(row.id, row.code, row.board, tuple(json.loads(row.modules)), phase="over") for row in rows
        ]

    async def own_boards(self, person: str) -> list[str]:
        """Boards of people's own that such games were played on, the latest first."""
        new = ~exists().where(looked_over.c.game == games.c.id)
        on = (
            select(games.c.board)
            .join_from(seats, games)
            .where(*_played(person), new, games.c.board.not_in(BOARDS))
        )
        latest = on.group_by(games.c.board).order_by(func.max(games.c.finished_at).desc(), games.c.board)
        async with self.engine.connect() as connection:
            return list((await connection.execute(latest.limit(MOST_BOARDS))).scalars())

    async def keep(self, game: str, found: Mapping[int, Sequence[Mistake]]) -> None:
        """The mistakes of each seat, but for what a person has not played; once, whoever comes first."""
        with contextlib.suppress(IntegrityError):
            async with self.engine.begin() as connection:
                await connection.execute(insert(looked_over).values(game=game))
                own = select(seats.c.seat).where(seats.c.game == game, seats.c.kind == "person")
                theirs = set((await connection.execute(own)).scalars())
                auto = select(events.c.line).where(events.c.game == game, events.c.line.contains('"auto"'))
                told = [json.loads(line) for line in (await connection.execute(auto)).scalars()]
                others = {(one.get("seat"), one.get("round"), one.get("turn")) for one in told}
                rows = [
                    {"game": game, "seat": seat, "round": r, "turn": t, "lost": lost, "box": 0, "due": 0.0}
                    for seat, mistakes in found.items()
                    for r, t, lost in mistakes
                    if seat in theirs and (seat, r, t) not in others
                ]
                if rows:
                    await connection.execute(insert(exercises), rows)

    # -- what somebody has -----------------------------------------------------------------------

    async def of(self, person: str) -> Shelved:
        """What came back goes first, then what is new, the most lost first."""
        moment = time.time()
        mine = and_(
            seats.c.game == exercises.c.game, seats.c.seat == exercises.c.seat, seats.c.person == person
        )
        due, later = exercises.c.due <= moment, exercises.c.due > moment
        counts = select(
            func.count(case((due, 1))),
            func.count(case((later, 1))),
            func.count(case((exercises.c.due.is_(None), 1))),
            func.min(case((later, exercises.c.due))),
        ).join_from(exercises, seats, mine)
        order = (exercises.c.box == 0, exercises.c.due, exercises.c.lost.desc(), *exercises.primary_key)
        first = select(exercises).join_from(exercises, seats, mine).where(due).order_by(*order).limit(1)
        async with self.engine.connect() as connection:
            now, back_later, done, back = (await connection.execute(counts)).one()
            row = (await connection.execute(first)).first()
        return Shelved(now, back_later, done, back, Exercise(*row) if row else None)

    async def find(self, person: str, game: str, place: tuple[int, int]) -> Exercise | None:
        """If it is theirs."""
        mine = and_(seats.c.game == game, seats.c.person == person, seats.c.seat == exercises.c.seat)
        here = and_(exercises.c.game == game, exercises.c.round == place[0], exercises.c.turn == place[1])
        query = select(exercises).join_from(exercises, seats, mine).where(here)
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return Exercise(*row) if row else None

    async def move(self, exercise: Exercise, box: int, due: float | None) -> bool:
        """Into this box until then; whether it was still where we saw it: an answer counts once."""
        here = and_(*(column == getattr(exercise, column.name) for column in exercises.primary_key))
        seen = and_(here, exercises.c.box == exercise.box, exercises.c.due.is_not_distinct_from(exercise.due))
        async with self.engine.begin() as connection:
            moved = await connection.execute(update(exercises).where(seen).values(box=box, due=due))
        return bool(moved.rowcount)

    # -- positions made by us --------------------------------------------------------------------

    async def solved(self, person: str) -> set[str]:
        query = select(solved.c.position).where(solved.c.person == person)
        async with self.engine.connect() as connection:
            return set((await connection.execute(query)).scalars())

    async def solve(self, person: str, position: str) -> None:
        with contextlib.suppress(IntegrityError):  # solved before
            async with self.engine.begin() as connection:
                await note(connection, person)
                row = {"person": person, "position": position, "at": time.time()}
                await connection.execute(insert(solved).values(row))


def _played(person: str) -> tuple[ColumnElement[bool], ...]:
    """Somebody's finished games. Lessons and what-ifs are none of these: the one tells what to do, the other
    repeats a game. Nor are sheets from paper, which had no cards here."""
    sheets = and_(events.c.game == games.c.id, events.c.line.contains(f'"event":"{SHEETS}"'))
    counted = and_(games.c.uncounted == "paper", exists().where(sheets))
    own = (seats.c.person == person, games.c.phase == "over")
    return *own, games.c.lesson.is_(None), games.c.uncounted.is_distinct_from("what-if"), ~counted
