"""Who is at a table: connected now, or until a moment ago."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Set

from .listener import Listener

GRACE = 15.0  # seconds that somebody may be gone (a reload, a tunnel) and still count as there


class Presence:
    """After a restart everybody who sits here counts as there a moment ago: they are about to come back."""

    def __init__(self, people: Iterable[str], came_or_went: Callable[[str], None]) -> None:
        self.listeners: set[Listener] = set()
        self._came_or_went = came_or_went
        self._graces = {person: self._grace(person) for person in people}

    @property
    def connected(self) -> frozenset[str]:
        return frozenset(listener.person for listener in self.listeners)

    @property
    def there(self) -> frozenset[str]:
        """Who is connected, or was a moment ago."""
        return self.connected | self._graces.keys()

    def watchers(self, seated: Set[str]) -> list[str]:
        """The names of those who are connected and do not sit here, each once; empty where we know none."""
        found = {listener.person: listener.name for listener in self.listeners}
        return sorted(name for person, name in found.items() if person not in seated)

    def enter(self, listener: Listener) -> None:
        self.listeners.add(listener)
        if grace := self._graces.pop(listener.person, None):
            grace.cancel()

    def exit(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        if listener.person not in self.connected:
            self._graces[listener.person] = self._grace(listener.person)

    def stop(self) -> None:
        for grace in self._graces.values():
            grace.cancel()

    def _grace(self, person: str) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(GRACE, self._gone, person)

    def _gone(self, person: str) -> None:
        del self._graces[person]
        self._came_or_went(person)
