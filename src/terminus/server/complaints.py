"""What goes wrong again and again fills no disk: it is told once, with its traceback, and then counted."""

from __future__ import annotations

import asyncio
import logging
import time

PAUSE = 60.0  # seconds
KINDS = 200  # of faults that are told apart
logger = logging.getLogger("terminus.server")


class Complaint:
    """One kind of trouble. `about` is told when it begins; each minute of it after that is one line more, and
    so is its end, where that is known, however quiet it was before."""

    def __init__(self, about: str) -> None:
        self.about = about
        self._untold: int | None = None  # how often since the last line; None if it has been quiet
        self._times, self._since = 0, 0.0
        self._traced = -PAUSE  # when a traceback was last written
        self._timer: asyncio.TimerHandle | None = None

    def tell(self, where: str, error: BaseException | None = None) -> None:
        now = time.monotonic()
        self._since = self._since if self._times else now
        self._times += 1
        if self._untold is not None:
            self._untold += 1
            return
        fresh = now - self._traced >= PAUSE  # trouble that comes and goes is traced once a minute
        self._traced = now if fresh else self._traced
        logger.error("%s (%s)", self.about, where, exc_info=error if fresh else None)
        self._begin()

    def over(self, now: str) -> None:
        """The trouble has ended, if there was any."""
        if not self._times:
            return
        if self._timer is not None:
            self._timer.cancel()
        seconds = time.monotonic() - self._since
        logger.warning("%s: it lasted %.0f s, and was met %s times", now, seconds, self._times)
        self._untold, self._timer, self._times = None, None, 0

    def _begin(self) -> None:
        self._untold = 0
        self._timer = asyncio.get_running_loop().call_later(PAUSE, self._sum_up)

    def _sum_up(self) -> None:
        if not self._untold:  # nobody asked: it may be over, or not
            self._untold, self._timer = None, None
            return
        logger.error("%s (%s times more)", self.about, self._untold)
        self._begin()


class Faults:
    """Faults of ours, told apart by where they arose: each is told once a minute at most, and then
    how often it was met since. `count` is how many there were in all."""

    def __init__(self) -> None:
        self.count = 0
        self._met: dict[tuple[str, str, int], tuple[float, int]] = {}  # when it was told, how often since

    def tell(self, where: str, error: BaseException) -> None:
        kind, now = _kind(error), time.monotonic()
        self.count += 1
        told, since = self._met.pop(kind, (-PAUSE, 0))
        fresh = now - told >= PAUSE
        self._met[kind] = (now, 0) if fresh else (told, since + 1)
        if len(self._met) > KINDS:
            self._met.pop(next(iter(self._met)))
        if fresh:
            more = f" ({since} times more since it was last told)" if since else ""
            logger.error("%s%s", where, more, exc_info=error)

    def forget(self) -> None:
        self._met.clear()


def _kind(error: BaseException) -> tuple[str, str, int]:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace else ("", 0)
    return type(error).__name__, *place


faults = Faults()
