"""Those who follow a conducted game wait here until the next card is turned, by whichever server.

A question waits for its answer only so long, and is asked again then: so nobody needs to notice who is gone,
and a reload, a sleeping phone and a restart are all the same to them.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ..complaints import Complaint
from ..disk.conducts import Conducted, Conducts
from ..disk.health import TROUBLE
from ..errors import Refused

HOLD = 20.0  # seconds; proxies cut off what takes much longer
LOOK = 0.5  # seconds between two looks for what another server has written


@dataclass(eq=False, slots=True)
class Waiting:
    seen: int | None  # the version that somebody knows
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class Following:
    def __init__(self, conducts: Conducts) -> None:
        self._conducts = conducts
        self._waiting: dict[str, set[Waiting]] = defaultdict(set)
        self._others = conducts.engine.dialect.name != "sqlite"
        self._looking: asyncio.Task[None] | None = None
        self._ended = False
        self._lost = Complaint("Those who follow a game on paper do not hear of other servers")

    async def news(self, code: str, seen: int | None) -> Conducted | None:
        """The game as it is now; if that has been seen, as it is when something changes, or after a while."""
        with self._waits(code, seen) as waiting:
            # Read only now that we hear of changes: one that came before would be missed.
            if seen is None or await self._conducts.version(code) != seen:
                return await self._conducts.find(code)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(HOLD):
                    await waiting.changed.wait()
        if self._ended:
            raise Refused("The games cannot be reached just now. Please try again.", 503)
        return await self._conducts.find(code)

    def changed(self, code: str) -> None:
        for waiting in self._waiting.get(code, ()):
            waiting.changed.set()

    def end(self) -> None:
        """Nobody waits any longer, nor again."""
        self._ended = True
        for code in list(self._waiting):
            self.changed(code)

    async def close(self) -> None:
        self.end()
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.wait({self._looking})

    @contextmanager
    def _waits(self, code: str, seen: int | None) -> Iterator[Waiting]:
        waiting = Waiting(seen)
        self._waiting[code].add(waiting)
        if self._ended:
            waiting.changed.set()
        if self._others and (self._looking is None or self._looking.done()):
            self._looking = asyncio.create_task(self._look())
        try:
            yield waiting
        finally:
            self._waiting[code].discard(waiting)
            if not self._waiting[code]:
                del self._waiting[code]

    async def _look(self) -> None:
        """As long as somebody waits: what others have written wakes those who have not seen it."""
        while self._waiting:
            try:
                found = await self._conducts.versions(self._waiting)
            except TROUBLE as error:
                self._lost.tell("it is tried again", error)
                found = {}
            else:
                self._lost.over("Those who follow a game on paper hear of other servers again")
            for code, version in found.items():
                for waiting in self._waiting.get(code, ()):
                    if waiting.seen != version:
                        waiting.changed.set()
            await asyncio.sleep(LOOK)
