"""The threads in which the bots of all tables think, and other long work is done.

So many thoughts at a time, and whoever has waited longest comes next. A thought that takes too long is given
up: its thread is left to itself and keeps nobody waiting, not even the server that wants to stop.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

from ..metrics import Metrics

THREADS = 2
# Of what is patient, beyond the server's own. Not more: it holds the interpreter at times, and on a machine
# that has much to do who comes last of all does not let go of it either (docs/decisions/reviews.md).
NICENESS = 5
DEADLINE = 20.0  # seconds for an answer; an expert takes some hundredths of one
FAREWELL = 2.0  # seconds that the server waits for thoughts when it stops
T = TypeVar("T")


class BotThreads:
    def __init__(self, metrics: Metrics | None = None, count: int = THREADS) -> None:
        self.metrics = metrics or Metrics()
        # Bots on the reference engine hold the interpreter; let them give way within half a millisecond.
        sys.setswitchinterval(0.0005)
        self._places = asyncio.Semaphore(count)
        self._threads: set[Thread] = set()

    async def run(self, thought: Callable[[], T], patient: bool = False) -> T:
        """What the thought comes to; raises what it raises, and `TimeoutError` if it takes too long. What is
        `patient` may take as long as it likes, and gives way to everybody."""
        with self.metrics.thoughts.track_inprogress():
            async with self._places, asyncio.timeout(None if patient else DEADLINE):
                with self.metrics.thinking_seconds.time():
                    return await asyncio.wrap_future(self._begin(thought, patient))

    def _begin(self, thought: Callable[[], T], patient: bool) -> Future[T]:
        promise: Future[T] = Future()
        promise.set_running_or_notify_cancel()

        def think() -> None:
            if patient:
                _give_way()
            try:
                promise.set_result(thought())
            except Exception as error:
                promise.set_exception(error)
            self._threads.discard(thread)

        # Not a pool's: the interpreter would not end before those do.
        thread = Thread(target=think, name="bot", daemon=True)
        self._threads.add(thread)
        thread.start()
        return promise

    def close(self, patience: float = FAREWELL) -> None:
        """Let who is thinking come to an end, but not for ever."""
        end = time.monotonic() + patience
        for thread in list(self._threads):
            thread.join(max(0.0, end - time.monotonic()))


def _give_way() -> None:
    """Whoever else has something to do on this machine goes before this thread."""
    with contextlib.suppress(OSError, AttributeError):  # where threads have no priority of their own
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICENESS)
