"""The reviews of games, and what their cards allowed: new weights or measures make new ones."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from importlib.metadata import version

import msgspec

from ...bots.evaluation import weights_of
from ...review.figures import measured_as
from ...review.settings import DEPTH, MEANING
from ...rules.board import Board
from ...rules.edition import EDITION
from .desk import Desk, key_of
from .jobs import Job
from .kinds import FACE_UP, PLAY_ON, REVIEW, Allowing, LookingBack


@dataclass(frozen=True, slots=True)
class Wanted:
    """Something that is to be found out about a game that is over."""

    kind: str
    game: str
    city: Board
    asked: LookingBack | Allowing

    @property
    def key(self) -> str:
        editions = EDITION, MEANING, version("terminus")
        measures = weights_of(self.city), measured_as(), DEPTH, PLAY_ON
        seat = (self.asked.seat,) if isinstance(self.asked, Allowing) else ()
        return key_of(self.kind, self.game, *editions, *measures, *seat)


def review_of(game: str, city: Board) -> Wanted:
    return Wanted(REVIEW, game, city, LookingBack(game))


def face_up_of(game: str, city: Board, seat: int) -> Wanted:
    return Wanted(FACE_UP, game, city, Allowing(game, seat))


class Reviews:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._naming = asyncio.Lock()

    async def look(self, wanted: Wanted) -> Job | None:
        return await self._desk.look(await self._key(wanted))

    async def ask(self, wanted: Wanted) -> Job:
        return await self._desk.ask(wanted.kind, await self._key(wanted), msgspec.to_builtins(wanted.asked))

    async def _key(self, wanted: Wanted) -> str:
        """In a thread, one at a time: the first of a city reads its weights, and no move waits for that."""
        async with self._naming:
            return await asyncio.to_thread(lambda: wanted.key)
