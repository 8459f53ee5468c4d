"""Whether the clock may be believed before something is cleared away by it: a wrong one makes everything old.

It is believed while it goes on evenly from the newest thing that the database had when the server began. One
that has jumped ahead, or began far after that, must first go evenly for a week: somebody may notice.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from .keep import DAY
from .schema import boards, conducts, drawings, games, people

JUMP = DAY  # seconds that a clock may be off
GAP = 30 * DAY  # that nobody may have been here
PROVEN = 7 * DAY  # of going evenly
STAMPS = (games.c.at, games.c.seen_at, people.c.seen_at, boards.c.seen_at, conducts.c.at, drawings.c.at)
NOW = text("select extract(epoch from clock_timestamp())")


class Calendar:
    def __init__(
        self,
        engine: AsyncEngine,
        clock: Callable[[], float] = lambda: time.time(),
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._engine, self._clock, self._steady = engine, clock, steady
        self._newest = 0.0  # in the database, when the server began
        self._seen: tuple[float, float] | None = None  # clock and steady clock, when we last looked
        self._doubted_at: float | None = None  # by the steady clock
        self._doubt = ""

    async def doubt(self) -> str | None:
        """Why nothing may be cleared away now, in words for whoever runs the server. To be asked before
        anybody has written, and then now and then."""
        now, steady = self._clock(), self._steady()
        if self._seen is None:
            self._newest, self._seen = await self._newest_of_all(), (0.0, steady)
        then, was_steady = self._seen
        since, passed = max(then, self._newest), steady - was_steady
        if now - since - passed > (JUMP if then >= self._newest else GAP):
            self._begin(f"it was {_day(since)} when it was last seen to be right", steady)
        elif (apart := await self._apart(now)) > JUMP:
            self._begin(f"the database's own says {_day(now - apart)}", steady)
        self._newest, self._seen = self._newest + passed, (now, steady)
        if self._doubted_at is None or steady - self._doubted_at >= PROVEN:
            return None
        return f"the clock says {_day(now)}, and {self._doubt}"

    def _begin(self, doubt: str, steady: float) -> None:
        self._doubt, self._doubted_at = doubt, steady

    async def _newest_of_all(self) -> float:
        async with self._engine.connect() as connection:
            found = [await connection.scalar(select(func.max(stamp))) for stamp in STAMPS]
        return max((at for at in found if at), default=self._clock())

    async def _apart(self, now: float) -> float:
        """How far our clock is ahead of the database's, where that has its own."""
        if self._engine.dialect.name != "postgresql":
            return 0.0
        async with self._engine.connect() as connection:
            return now - float(await connection.scalar(NOW) or now)


def _day(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d}"
