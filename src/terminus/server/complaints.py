"""What goes wrong again and again fills no disk: it is told once, with its traceback, and then counted."""

from __future__ import annotations

import asyncio
import logging

PAUSE = 60.0  # seconds
logger = logging.getLogger("terminus.server")


class Complaint:
    """One kind of trouble. `about` is told when it begins; each minute of it after that is one line more."""

    def __init__(self, about: str) -> None:
        self.about = about
        self._untold: int | None = None  # how often since the last line; None if there is no trouble

    def tell(self, where: str, error: Exception | None = None) -> None:
        if self._untold is not None:
            self._untold += 1
            return
        logger.error("%s (%s)", self.about, where, exc_info=error)
        self._begin()

    def _begin(self) -> None:
        self._untold = 0
        asyncio.get_running_loop().call_later(PAUSE, self._sum_up)

    def _sum_up(self) -> None:
        if not self._untold:
            self._untold = None
            return
        logger.error("%s (%s times more)", self.about, self._untold)
        self._begin()
