"""The reviews of games, and what their cards allowed: each is a job, asked for once and kept as its answer.

Workers do them. Where there are none a worker within this server does, one at a time and in a thread of its
own, so that nobody's bots wait for it. What a job is called follows from the game and from what it is judged
by: whoever asks for the same again finds it, and new weights make a new one.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version

import msgspec
from sqlalchemy.exc import IntegrityError

from ...boards import board
from ...bots.evaluation import weights_of
from ...review import DEPTH
from ...rules.edition import EDITION
from ..table.state import Game
from .jobs import Job, Jobs
from .kinds import FACE_UP, KINDS, REVIEW, Allowing, LookingBack
from .worker import Worker

LOOK = 60.0  # seconds between two looks for what a server that died has left; whoever asks wakes it at once
# Seconds after each turn of a seat, which takes about as long: the interpreter is free for the tables half of
# the time. Without it 40 reviews at once made a move take 21 ms instead of 7.
REST = 0.004
KEY = 16  # hexadecimal digits


@dataclass(frozen=True, slots=True)
class Wanted:
    """Something that is to be found out about a game that is over."""

    kind: str
    game: Game
    asked: LookingBack | Allowing

    @property
    def key(self) -> str:
        basis = (self.game.id, EDITION, weights_of(board(self.game.board)), DEPTH, version("terminus"))
        seat = (self.asked.seat,) if isinstance(self.asked, Allowing) else ()
        return sha256(repr((self.kind, *basis, *seat)).encode()).hexdigest()[:KEY]


def review_of(game: Game) -> Wanted:
    return Wanted(REVIEW, game, LookingBack(game.id))


def face_up_of(game: Game, seat: int) -> Wanted:
    return Wanted(FACE_UP, game, Allowing(game.id, seat))


class Reviews:
    """`has_workers` tells whether others do them."""

    def __init__(self, jobs: Jobs, has_workers: Callable[[], bool]) -> None:
        self._jobs = jobs
        kinds, needed = {kind: KINDS[kind] for kind in (REVIEW, FACE_UP)}, lambda: not has_workers()
        self._here = Worker(jobs, 1, kinds, look=LOOK, needed=needed, rest=REST)
        self._working: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._working = asyncio.create_task(self._here.run())

    async def close(self) -> None:
        await self._here.end()
        if self._working is not None:
            self._working.cancel()
            await asyncio.wait({self._working})

    async def look(self, wanted: Wanted) -> Job | None:
        """How far it has come; None if nobody has asked for it."""
        job = await self._jobs.look(wanted.key)
        if job is not None and not job.finished:
            self._here.wake()
        return job

    async def ask(self, wanted: Wanted) -> Job:
        """What is there or under way, or else a new one; what has failed is tried again."""
        job = await self.look(wanted)
        if job is not None and job.failure is not None:
            await self._jobs.withdraw(job.id)
        elif job is not None:
            return job
        asked = msgspec.to_builtins(wanted.asked)
        with contextlib.suppress(IntegrityError):  # somebody else has asked at the same time
            await self._jobs.put(wanted.kind, asked, key=wanted.key)
        self._here.wake()
        return await self._jobs.look(wanted.key) or Job(wanted.key, wanted.kind, asked)
