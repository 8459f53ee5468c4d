"""A worker: takes jobs as long as it has places for them, those first that somebody waits for.

One place is kept for those, and each kind that is slow has one more. Told to end, it takes nothing more,
finishes what is soon done and gives back the rest.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from ...kernel import Unfit
from ...record.log import Event
from ...rules.errors import BadLog, BadSetup
from ...rules.table import Table
from ..complaints import Complaint
from ..disk.health import TROUBLE
from ..disk.weights import Weights
from ..table.threads import BotThreads
from .games import Games
from .jobs import Job, Jobs
from .kinds import KINDS, Kind, Withdrawn

LOOK = 1.0  # seconds between two looks for the jobs of the dead, and for jobs that we were not told of
AGAIN = 1.0  # seconds until a database that fails is tried again
SWEEP = 60.0  # seconds between two looks for what can be forgotten
FAREWELL = 8.0  # seconds that the end waits for what has begun
PACE = 0.5  # seconds between two reports of one job
IMPOSSIBLE = (BadSetup, BadLog, Unfit)  # it would fail the same again
T = TypeVar("T")
logger = logging.getLogger("terminus.server")


class Worker:
    """`tell` hears of each job that is done, and how long it took. It looks for jobs that it was not told of
    every `look` seconds, and takes none while it is not `needed`. At each report a job rests for `rest`
    seconds, where it shares its process with others who must not wait. What it trains goes to `weights`."""

    def __init__(
        self,
        jobs: Jobs,
        places: int,
        kinds: Mapping[str, Kind] = KINDS,
        tell: Callable[[Job, float], None] = lambda job, took: None,
        look: float = LOOK,
        needed: Callable[[], bool] = lambda: True,
        rest: float = 0.0,
        weights: Weights | None = None,
    ) -> None:
        self.jobs, self._kinds, self._tell = jobs, kinds, tell
        self._pause, self._needed, self.rest = look, needed, rest
        slow = sum(kind.slow for kind in kinds.values())
        self.threads, self.games = BotThreads(count=places + slow), Games(jobs.engine)
        self.weights = weights or Weights(jobs.engine)
        self._places = {True: places, False: max(1, places - 1)}  # for all, and for those that are not urgent
        self._running: dict[asyncio.Task[None], Job] = {}
        self._something, self._taking, self._ending = asyncio.Event(), asyncio.Lock(), False
        self.gone = False  # whatever is still under way is nobody's any more
        self._next_look = self._next_sweep = 0.0
        self._trouble = Complaint("The jobs in the database cannot be reached: it is tried again")

    def wake(self) -> None:
        """There may be something to do."""
        self._something.set()

    async def run(self) -> None:
        """Until it is told to end."""
        while not self._ending:
            self._something.clear()
            if self._needed():
                await self._written(self._look)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._pause):
                    await self._something.wait()

    async def end(self) -> int:
        """Finish what is soon done and give back the rest; how many those are."""
        self._ending = True
        self.wake()
        async with self._taking:
            pass  # what is being taken has begun
        if quick := [task for task, job in self._running.items() if not self._kinds[job.kind].slow]:
            await asyncio.wait(quick, timeout=FAREWELL)
        left = list(self._running.values())
        for task in list(self._running):
            task.cancel()
        if left:
            with contextlib.suppress(*TROUBLE):  # then our death gives them back
                await self.jobs.give_back(left)
        self.gone = True
        # A thread that is in the kernel when the interpreter ends takes the whole process down with it.
        await asyncio.to_thread(self.threads.close, FAREWELL)
        return len(left)

    # -- taking ----------------------------------------------------------------------------------

    async def _look(self) -> None:
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + LOOK
            for job in await self.jobs.free():
                logger.error("job %s (%s) is given up: it has killed whoever took it", job.id, job.kind)
        if now >= self._next_sweep:
            self._next_sweep = now + SWEEP
            await self.jobs.sweep()
        async with self._taking:
            waits = await self.jobs.kinds_waiting()
            wanted = {name: kind for name, kind in self._kinds.items() if name in waits}
            for urgent in (True, False):
                kinds = [n for n, kind in wanted.items() if (kind.urgent, kind.slow) == (urgent, False)]
                at_it = sum(not self._kinds[job.kind].slow for job in self._running.values())
                await self._take(kinds, urgent, self._places[urgent] - at_it)
            running = Counter(job.kind for job in self._running.values())
            for name in (name for name, kind in wanted.items() if kind.slow):
                await self._take([name], urgent=False, free=1 - running[name])

    async def _take(self, kinds: list[str], urgent: bool, free: int) -> None:
        if not kinds or free <= 0 or self._ending:
            return
        for job in await self.jobs.take(free, kinds, urgent):
            task = asyncio.create_task(self._do(job))
            self._running[task] = job
            task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        del self._running[task]
        self.wake()

    # -- doing -----------------------------------------------------------------------------------

    async def _do(self, job: Job) -> None:
        begun = time.monotonic()
        if not job.urgent:  # it goes by all that whoever asks may know
            await self._written(self.weights.refresh)
        try:
            answer = await self._kinds[job.kind].work(InHand(job, self))
        except Withdrawn:
            return
        except Exception as error:
            await self._written(partial(self._failed, job, error))
        else:
            if await self._written(partial(self.jobs.finish, job, answer)):
                self._tell(job, time.monotonic() - begun)

    async def _failed(self, job: Job, error: Exception) -> None:
        """What took too long would again, and what cannot be done at all is no fault of ours; what fails
        otherwise may have been the machine's."""
        impossible = isinstance(error, IMPOSSIBLE)
        again = not impossible and not isinstance(error, TimeoutError)
        if await self.jobs.fail(job, f"{type(error).__name__}: {error}", again):
            fault = None if impossible else error
            logger.error("job %s (%s) is given up: %s", job.id, job.kind, error, exc_info=fault)

    async def _written(self, write: Callable[[], Awaitable[T]]) -> T:
        """However long the database is away: what was worked out is not lost."""
        while True:
            try:
                done = await write()
            except TROUBLE as error:
                self._trouble.tell("worker", error)
                await asyncio.sleep(AGAIN)
            else:
                self._trouble.over("The jobs in the database can be reached again")
                return done


class InHand:
    """A job that this worker does."""

    def __init__(self, job: Job, worker: Worker) -> None:
        self._job, self._worker = job, worker
        self._loop, self._told = asyncio.get_running_loop(), 0.0

    @property
    def payload(self) -> Any:
        return self._job.payload

    async def table(self, game: str, number: int) -> Table:
        return await self._worker.games.table(game, number)

    async def log(self, game: str) -> list[Event]:
        return await self._worker.games.log(game)

    async def run(self, work: Callable[[], T]) -> T:
        return await self._worker.threads.run(work, patient=not self._job.urgent)

    async def keep_weights(self, board_print: str, data: bytes) -> str:
        return await self._worker.weights.keep(board_print, data)

    def report(self, part: float, said: str) -> None:
        if self._worker.gone:
            raise Withdrawn
        time.sleep(self._worker.rest)
        now = time.monotonic()
        if now - self._told < PACE:
            return
        self._told = now
        told = self._worker.jobs.report(self._job, [part, said])
        try:
            wanted = asyncio.run_coroutine_threadsafe(told, self._loop).result()
        except TROUBLE:  # the next one may be heard
            return
        if not wanted:
            raise Withdrawn
