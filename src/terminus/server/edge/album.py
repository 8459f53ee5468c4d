"""Pictures and prints that were made lately. One is made at a time, on a thread: no table waits."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context

from ...drawing import png
from ...locale import msg
from ...locale.spoken import speak
from ..errors import Refused

KEPT = 200  # pictures, of up to 300 kB, or prints of cities that ship: there are fewer
OTHERS_KEPT = 20  # prints of people's own boards, of up to 500 kB
WAITING = 24  # pictures, each a fraction of a second; prints take one
OTHERS_WAITING = 4  # prints of people's own boards, which may take PATIENCE each
PATIENCE = 15  # seconds
MANY = msg("Many pictures are being drawn just now. Please try again in a minute.")
Draw = Callable[[], str | bytes]


class Album:
    def __init__(
        self, kind: str = "pictures", many: str = MANY, waiting: int = WAITING, kept: int = KEPT
    ) -> None:
        self._thread, self._many = ThreadPoolExecutor(1, kind), many
        self._waiting, self._most = waiting, kept
        self._kept: OrderedDict[Hashable, Future[bytes]] = OrderedDict()

    async def picture(self, shows: Hashable, language: str, draw: Draw, pixels: int | None) -> bytes:
        """What `draw` draws in a language: a PNG so many pixels wide, or else the SVG or the file that it is.

        Whoever asks while it is being made waits for the same one.
        """
        key = (shows, language, pixels)
        if key not in self._kept:
            if sum(not making.done() for making in self._kept.values()) >= self._waiting:
                raise Refused(self._many, 503)
            run = copy_context().run  # what is spoken in there is spoken nowhere else
            self._kept[key] = self._thread.submit(run, _make, language, draw, pixels)
            self._forget()
        self._kept.move_to_end(key)
        making = self._kept[key]
        try:
            return await asyncio.shield(asyncio.wrap_future(making))
        except Exception:
            if self._kept.get(key) is making:
                del self._kept[key]  # the next to ask may be luckier
            raise

    def _forget(self) -> None:
        """The oldest that are made; what somebody waits for stays."""
        made = [key for key, making in self._kept.items() if making.done()]
        for key in made[: max(0, len(self._kept) - self._most)]:
            del self._kept[key]

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


def _make(language: str, draw: Draw, pixels: int | None) -> bytes:
    speak(language)
    drawn = draw()
    if isinstance(drawn, bytes):
        return drawn
    return drawn.encode() if pixels is None else png(drawn, pixels)
