"""Who is at a table: connected now, or until a moment ago."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Set

from .elsewhere import Elsewhere
from .listener import Listener

GRACE = 15.0  # seconds that somebody may be gone (a reload, a tunnel) and still count as there


class Presence:
    """After a restart everybody who sits here counts as there a moment ago: they are about to come back."""

    def __init__(self, people: Iterable[str], came_or_went: Callable[[str], None]) -> None:
        self.moment = object()  # another one whenever somebody came or went
        self._came_or_went = came_or_went
        self._listeners: dict[str, set[Listener]] = {}  # by person
        self._elsewhere = Elsewhere()
        self._graces = {person: self._grace(person) for person in people}

    @property
    def connected(self) -> Set[str]:
        return self._listeners.keys() | self._elsewhere.people.keys()

    @property
    def here(self) -> dict[str, str]:
        """Who is connected to this server, and what they call themselves."""
        return {person: next(iter(of_one)).name for person, of_one in self._listeners.items()}

    @property
    def there(self) -> Set[str]:
        """Who is connected, or was a moment ago."""
        return self.connected | self._graces.keys()

    def __iter__(self) -> Iterator[Listener]:
        """All connections."""
        return (listener for of_one in self._listeners.values() for listener in of_one)

    def of(self, person: str | None) -> Iterable[Listener]:
        """The connections of one person."""
        return self._listeners.get(person, ()) if person else ()

    def watchers(self, seated: Set[str | None]) -> list[str]:
        """The names of those who are connected and do not sit here, each once; empty where we know none."""
        found = self._elsewhere.people | self.here
        return sorted(name for person, name in found.items() if person not in seated)

    def enter(self, listener: Listener) -> None:
        self.moment = object()
        self._listeners.setdefault(listener.person, set()).add(listener)
        self._ungrace(listener.person)

    def exit(self, listener: Listener) -> None:
        self.moment = object()
        left = self._listeners.get(listener.person, set())
        left.discard(listener)
        if not left and self._listeners.pop(listener.person, None) is not None:
            self._perhaps_gone(listener.person)

    # -- by way of other servers -----------------------------------------------------------------

    def came(self, server: int, people: Iterable[tuple[str, str]]) -> None:
        new = [person for person, _ in people if person not in self.connected]
        self._elsewhere.came(server, people)
        for person in new:
            self._ungrace(person)
            self._news(person)

    def went(self, server: int, person: str) -> None:
        self._elsewhere.went(server, person)
        if self._perhaps_gone(person):
            self._news(person)

    def doubt(self, server: int | None = None) -> None:
        """We, or this server, may have said or heard nothing for a while: who is there is told again."""
        self._elsewhere.doubt(server)

    def only_at(self, living: Set[int]) -> None:
        """These servers live; who was at another, or was not told of again, is gone or about to come back."""
        for server, person in self._elsewhere.gone(living):
            self.went(server, person)

    def settled(self, there: Iterable[str]) -> None:
        """Another server has had the table open for longer, and knows who was there a moment ago."""
        for person in self._graces.keys() - set(there):
            self._ungrace(person)
            self._news(person)

    def _news(self, person: str) -> None:
        self.moment = object()
        self._came_or_went(person)

    # -- until a moment ago ----------------------------------------------------------------------

    def _perhaps_gone(self, person: str) -> bool:
        """Whether nothing is left that connects them; then they have a moment to come back."""
        gone = person not in self.connected and person not in self._graces
        if gone:
            self._graces[person] = self._grace(person)
        return gone

    def _ungrace(self, person: str) -> None:
        if grace := self._graces.pop(person, None):
            grace.cancel()

    def stop(self) -> None:
        for grace in self._graces.values():
            grace.cancel()

    def _grace(self, person: str) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(GRACE, self._gone, person)

    def _gone(self, person: str) -> None:
        del self._graces[person]
        self._news(person)
