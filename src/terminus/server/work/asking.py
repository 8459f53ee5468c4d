"""Thoughts that are asked of workers, where there are some: what takes longer to think than to ask.

Whatever becomes of a worker, the answer comes: what none has begun in time, or has not brought to an end, is
thought here. An answer that comes too late is found by nobody.
"""

from __future__ import annotations

import asyncio
import contextlib

import msgspec

from ..disk.health import TROUBLE
from ..table.state import State
from ..table.thinking import Here, new_seed
from ..table.threads import BotThreads
from .jobs import Job, Jobs, new_key
from .kinds import THINK, Thought

WORTH_ASKING = ("expert",)  # 13 ms in the mean; the others think within 1.3 ms
LOOK = 1.0  # seconds until we look whether somebody has begun
LOOKS = 5  # until we think ourselves, whoever has it


class Failed(Exception):
    """What a worker said of a thought that has no answer."""


class Asking(Here):
    def __init__(self, threads: BotThreads, jobs: Jobs) -> None:
        super().__init__(threads)
        self._jobs = jobs
        self.workers = frozenset()
        self._news: dict[str, asyncio.Event] = {}  # by job

    async def answer(self, state: State, seat: int, level: str) -> list[str]:
        if self.workers and level in WORTH_ASKING:
            thought = Thought(state.game.id, state.turned_at, seat, level, new_seed())
            with self._threads.metrics.thoughts.track_inprogress():
                found = await self._asked(thought)
            if found is not None:
                return found
        return await super().answer(state, seat, level)

    def living(self, workers: frozenset[int]) -> None:
        self.workers = workers
        if not workers:
            for news in self._news.values():
                news.set()

    def heard(self, job: str) -> None:
        if job in self._news:
            self._news[job].set()

    async def _asked(self, thought: Thought) -> list[str] | None:
        """What a worker answers; None if it is for us to find out."""
        key, news = new_key(), asyncio.Event()
        self._news[key] = news
        try:
            await self._jobs.put(THINK, msgspec.to_builtins(thought), urgent=True, key=key)
            job = await self._found(key, news)
        except TROUBLE:  # whoever saves the answer will tell
            return None
        finally:
            del self._news[key]
        if job is not None and job.failure is not None:
            raise Failed(job.failure)
        return None if job is None else job.answer

    async def _found(self, key: str, news: asyncio.Event) -> Job | None:
        """The job once it is finished, or taken back because nobody has begun."""
        for _ in range(LOOKS):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await news.wait()
            news.clear()
            if job := await self._jobs.collect(key):
                return job
            if not self.workers:
                break
        await self._jobs.withdraw(key)
        return None
