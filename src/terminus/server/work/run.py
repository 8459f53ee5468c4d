"""Starts a worker and lets it work until it is told to stop. What keeps it from starting is a `Trouble`."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from secrets import randbelow

from ...locale.spoken import t, tn
from ...rules.errors import Sentence
from ..disk.database import open_database, settle, shown_as
from ..disk.news import WORK
from ..disk.weights import Weights
from ..disk.wire import WORKERS, Wire
from ..errors import Trouble
from .jobs import Job, Jobs
from .worker import Worker

MINUTE = 60.0  # seconds


def run(database: str | None = None, threads: int | None = None) -> None:
    """Work until interrupted, which ends the process."""
    places = len(os.sched_getaffinity(0)) if threads is None else threads
    if places < 1:
        raise Trouble(Sentence("a worker has 1 thread at least, not {threads}", threads=places))
    url = settle(database)
    if url.get_backend_name() == "sqlite":
        raise Trouble(
            Sentence(
                "{database} is SQLite, where the server does all the work itself; workers need PostgreSQL: "
                "name one with --database",
                database=shown_as(url),
            )
        )
    asyncio.run(_work(database, shown_as(url), places))
    sys.stdout.flush()
    os._exit(0)  # and leave a thread that never ends to itself


async def _work(database: str | None, shown: str, places: int) -> None:
    opened, told = await open_database(database), Telling()
    jobs = Jobs(opened.engine, randbelow(2**31))
    weights = Weights(opened.engine)
    await weights.start()
    worker = Worker(jobs, places, tell=told.done, weights=weights)
    hearing = Hearing(worker)
    wire = Wire(opened.engine, jobs.number, hearing, WORKERS, WORK)
    end = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, _told_to_end, end)
    told.begin(shown, places)
    wire.start()
    await end.wait()
    told.end(await worker.end())
    await hearing.close()
    await wire.close()
    await weights.close()
    await opened.close()


def _told_to_end(end: asyncio.Event) -> None:
    """Once: finish or give back what is under way. Twice: end at once, which gives it back too."""
    if end.is_set():
        os._exit(1)
    end.set()


class Hearing:
    """A worker on the wire: from then on it lives, for the others, and takes jobs."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._working: asyncio.Task[None] | None = None

    def joined(self) -> None:
        if self._working is None:
            self._working = asyncio.create_task(self._worker.run())
        self._worker.wake()

    def lost(self, error: Exception) -> None:
        """The worker meets the database itself."""

    def heard(self, said: str) -> None:
        self._worker.wake()

    def living(self, servers: frozenset[int], workers: frozenset[int]) -> None:
        """The worker looks for the dead itself."""

    def locked(self, name: str) -> None:
        """It locks nothing."""

    async def close(self) -> None:
        if self._working is not None:
            self._working.cancel()
            await asyncio.wait({self._working})


class Telling:
    """What the worker does, for whoever started it: long jobs one by one, short ones counted."""

    def __init__(self) -> None:
        self._short, self._all = 0, 0

    def begin(self, database: str, places: int) -> None:
        print(t("Terminus works for {database}.", database=database), flush=True)
        print(tn("{count} job at a time", "{count} jobs at a time", places), flush=True)

    def done(self, job: Job, took: float) -> None:
        self._all += 1
        if not job.urgent:
            print(t("{kind}: done in {seconds} s", kind=job.kind, seconds=round(took)), flush=True)
            return
        if not self._short:
            asyncio.get_running_loop().call_later(MINUTE, self._sum_up)
        self._short += 1

    def _sum_up(self) -> None:
        short, self._short = self._short, 0
        print(tn("{count} thought in a minute", "{count} thoughts in a minute", short), flush=True)

    def end(self, left: int) -> None:
        print(t("Ended. Jobs done: {done}, given back: {left}.", done=self._all, left=left), flush=True)
