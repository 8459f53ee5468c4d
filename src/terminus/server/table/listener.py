"""Somebody's connection to a table, from the table's side: what is still to be sent to it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any


@dataclass(eq=False)
class Listener:
    """Somebody's connection. `frames` are sent in order, then a view if the last one is no longer true."""

    person: str
    name: str = ""  # what they call themselves, if they have said so
    frames: list[object] = field(default_factory=list)
    stale: bool = False
    seen: Any = None  # the last view sent
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    hushed: bool = False

    def send(self, frame: object) -> None:
        if not self.hushed:
            self.frames.append(frame)
            self.wake.set()

    def hush(self) -> None:
        """Whatever is still to be sent is not: somebody else has the last word."""
        self.hushed = True
        self.stale = False
        self.frames.clear()

    def look(self, afresh: bool = False) -> None:
        """The table may have changed; with `afresh` the whole view is sent in any case."""
        self.stale = not self.hushed
        self.seen = None if afresh else self.seen
        self.wake.set()
