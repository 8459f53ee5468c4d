"""What a table has begun and not ended: all of it is done to its end, and nothing fails in silence."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from ..complaints import faults

Job = Callable[[], Awaitable[None]]


class Tasks:
    def __init__(self, where: str) -> None:
        self._where = where
        self._begun: set[asyncio.Task[None]] = set()

    def __bool__(self) -> bool:
        return bool(self._begun)

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Whoever waits for it hears of a failure."""
        task = asyncio.create_task(work)
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        return task

    def run(self, work: Job) -> asyncio.Task[None]:
        """Something that the table does by itself, and nobody waits for: a bot thinks, the clock runs out."""

        async def logged() -> None:
            try:
                await work()
            except Exception as error:
                faults.tell(self._where, error)

        return self.begin(logged())

    async def ended(self) -> None:
        while self._begun:
            await asyncio.wait(self._begun)
