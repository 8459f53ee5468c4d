"""Jobs that a server has done for people who come back for the answer: each asked for once, and kept.

Workers do them. Where there are none a worker within this server does, one review at a time and one of each
kind that is slow, in threads of their own that give way, so that nobody's bots wait for them. Where too many
of a kind wait, one more is refused. What a job is called follows from what it is made of: whoever asks for
the same again finds it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from sqlalchemy.exc import IntegrityError

from ...locale import msg
from ..disk.weights import Weights
from ..errors import Refused
from .jobs import Job, Jobs
from .kinds import KINDS
from .worker import Worker

FULL = 503  # the status of a refusal because too many wait
MANY = msg("Many others are waiting for this just now. It can go on in {seconds} s.")
LOOK = 60.0  # seconds between two looks for what a server that died has left; whoever asks wakes it at once
# Seconds after each step of a job, which takes about as long: the interpreter is free for the tables half of
# the time. Without it 40 reviews at once made a move take 21 ms instead of 7.
REST = 0.004
KEY = 16  # hexadecimal digits


def key_of(kind: str, *basis: object) -> str:
    return sha256(repr((kind, *basis)).encode()).hexdigest()[:KEY]


class Desk:
    """For all kinds of jobs but thoughts; `has_workers` tells whether others do them."""

    def __init__(self, jobs: Jobs, has_workers: Callable[[], bool], weights: Weights | None = None) -> None:
        self.jobs = jobs
        kinds, needed = {n: kind for n, kind in KINDS.items() if not kind.urgent}, lambda: not has_workers()
        self._here = Worker(jobs, 1, kinds, look=LOOK, needed=needed, rest=REST, weights=weights)
        self._working: asyncio.Task[None] | None = None
        self._one_asks = asyncio.Lock()  # many who ask together do not stand before everybody's moves

    def start(self) -> None:
        self._working = asyncio.create_task(self._here.run())

    async def close(self) -> None:
        await self._here.end()
        if self._working is not None:
            self._working.cancel()
            await asyncio.wait({self._working})

    async def look(self, key: str) -> Job | None:
        """How far it has come; None if nobody has asked for it."""
        job = await self.jobs.look(key)
        if job is not None and not job.finished:
            self._here.wake()
        return job

    async def ask(self, kind: str, key: str, payload: Any) -> Job:
        """The job that is there or under way, or else a new one; what has failed is tried again."""
        async with self._one_asks:
            job = await self.look(key)
            if job is not None and job.failure is None:
                return job
            await self._refuse_too_many(kind)
            await self.jobs.forget(key)
            with contextlib.suppress(IntegrityError):  # another server was asked at the same time
                await self.jobs.put(kind, payload, key=key)
            self._here.wake()
            return await self.jobs.look(key) or Job(key, kind, payload)

    async def _refuse_too_many(self, kind: str) -> None:
        most = KINDS[kind].most
        if most is not None and await self.jobs.waiting(kind) >= most:
            raise Refused(MANY, FULL, seconds=KINDS[kind].again)
