"""Sees to it that a server which runs for years does not fill its disk with what nobody wants any more.

Every server tries now and then; on PostgreSQL one does it at a time. While the clock is in doubt,
nothing goes.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections import Counter

from sqlalchemy.ext.asyncio import AsyncEngine

from ..complaints import Complaint
from ..disk.calendar import Calendar
from ..disk.clearing import Clearing, see_all
from ..disk.health import TROUBLE
from ..disk.keep import Keep
from ..table.rooms import Rooms
from ..work.jobs import Jobs

FIRST = 60.0  # seconds after the start
AGAIN = 3600.0  # seconds: far more often than the shortest time that anything is kept
BREATH = 0.5  # seconds between two bites
logger = logging.getLogger("terminus.server")


class Tidying:
    def __init__(
        self,
        rooms: Rooms,
        keep: Keep,
        calendar: Calendar | None = None,
        patient: AsyncEngine | None = None,
    ) -> None:
        self._rooms, self._store = rooms, rooms.store
        self._calendar = calendar or Calendar(self._store.engine)
        engine = patient or self._store.engine
        self._clearing, self._jobs = Clearing(engine, keep), Jobs(engine, 0)
        self._trouble = Complaint("What nobody wants any more could not be cleared away")
        self._doubted = Complaint("Nothing is cleared away before the clock has gone evenly for a week")
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Before anybody is served: what they write has the clock's time, and says nothing about it."""
        with contextlib.suppress(*TROUBLE):  # then with the first try
            await self._calendar.doubt()
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def tidy(self) -> Counter[str]:
        """Clear away all that is due; how many of what."""
        if doubt := await self._calendar.doubt():
            self._doubted.tell(doubt)
            return Counter()
        self._doubted.over("The clock is believed again")
        await see_all(self._store.engine, [room.state.game.id for room in self._rooms])
        done = Counter({"jobs": await self._jobs.sweep()})
        while not self._clearing.keep.nothing_goes and (bite := await self._clearing.bite()):
            done += bite
            await asyncio.sleep(BREATH)
        for what, count in done.items():
            self._store.health.metrics.cleared.labels(what).inc(count)
        return +done

    async def _run(self) -> None:
        await asyncio.sleep(FIRST * (1 + random.random()))  # servers that were started together take turns
        while True:
            if not self._store.health.away:
                await self._try()
            await asyncio.sleep(AGAIN)

    async def _try(self) -> None:
        try:
            done = await self.tidy()
        except TROUBLE as error:
            self._trouble.tell("it is tried again in an hour", error)
            return
        if done:
            told = ", ".join(f"{count} {what}" for what, count in done.items())
            logger.warning("Cleared away, as nobody had touched them for long: %s", told)
