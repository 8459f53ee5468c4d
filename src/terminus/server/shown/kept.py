"""What was made of things that never change: it is made once, as long as the things are the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
MOST = 40  # a table of four needs about half


class Kept:
    """The latest few. Things are told apart by who they are, and kept too: none can take another's place."""

    def __init__(self) -> None:
        self._made: dict[tuple[object, ...], tuple[object, Any]] = {}

    def of(self, kind: str, things: tuple[object, ...], make: Callable[[], T]) -> T:
        """What `make` makes of these things; of the same things it must always make the same."""
        key = (kind, *map(id, things))
        _, made = known = self._made.pop(key, None) or (things, make())
        self._made[key] = known
        if len(self._made) > MOST:
            del self._made[next(iter(self._made))]
        return made
