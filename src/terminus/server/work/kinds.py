"""The kinds of jobs there are. What a job comes to follows from its payload and what is in the database.

A kind that takes long tells how far it is with `Task.report`, which also ends it when nobody wants it any
more.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar

import msgspec

from ...record.log import Event
from ...review import DEPTH, Game, Settings, as_json, face_up, review
from ...rules.table import Table
from ..table import thinking

T = TypeVar("T")


class Withdrawn(Exception):
    """Nobody wants it any more, at least not of us."""


class Task(Protocol):
    """A job in the hands of who does it."""

    @property
    def payload(self) -> Any: ...

    async def table(self, game: str, number: int) -> Table:
        """A game's table after so many events."""

    async def log(self, game: str) -> list[Event]:
        """All that has happened in a game."""

    async def run(self, work: Callable[[], T]) -> T:
        """In a thread of its own."""

    def report(self, part: float, said: str) -> None:
        """How much is done, of 1, and in words. To be called in that thread; raises `Withdrawn`."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Somebody waits for what is urgent: it goes before the others, and must not take long."""

    work: Callable[[Task], Awaitable[Any]]
    urgent: bool = False


class Thought(msgspec.Struct, frozen=True):
    """A bot's answer to the card that is turned by this event of a game."""

    game: str
    number: int
    seat: int
    level: str
    seed: int


async def think(task: Task) -> list[str]:
    asked = msgspec.convert(task.payload, Thought)
    table = await task.table(asked.game, asked.number)
    return await task.run(partial(thinking.think, table, asked.seat, asked.level, asked.seed))


class LookingBack(msgspec.Struct, frozen=True):
    """The review of a game that is over."""

    game: str
    depth: int = DEPTH


async def look_back(task: Task) -> Any:
    asked = msgspec.convert(task.payload, LookingBack)
    log = await task.log(asked.game)

    def watch(done: int, total: int) -> None:
        task.report(done / total, "")

    return await task.run(lambda: as_json(review(Game.of(log), Settings(depth=asked.depth), watch)))


class Allowing(msgspec.Struct, frozen=True):
    """What the very cards of a game allowed one of its seats."""

    game: str
    seat: int


async def deck_face_up(task: Task) -> Any:
    asked = msgspec.convert(task.payload, Allowing)
    log = await task.log(asked.game)
    found = await task.run(lambda: face_up(Game.of(log), asked.seat))
    return {"best": found.best, "turns": found.turns}


THINK, REVIEW, FACE_UP = "think", "review", "face-up"
KINDS: dict[str, Kind] = {
    THINK: Kind(think, urgent=True),
    REVIEW: Kind(look_back),
    FACE_UP: Kind(deck_face_up),
}
