"""Who is at a table by way of other servers: connected to them, as far as they have told."""

from __future__ import annotations

from collections.abc import Iterable, Set


class Elsewhere:
    def __init__(self) -> None:
        self.people: dict[str, str] = {}  # and what they call themselves
        self._servers: dict[int, set[str]] = {}  # by number: who is there

    def came(self, server: int, people: Iterable[tuple[str, str]]) -> None:
        for person, name in people:
            self.people[person] = name
            self._servers.setdefault(server, set()).add(person)

    def went(self, server: int, person: str) -> None:
        here = self._servers.get(server, set())
        here.discard(person)
        if not here:
            self._servers.pop(server, None)
        if not any(person in people for people in self._servers.values()):
            self.people.pop(person, None)

    def gone(self, living: Set[int]) -> list[tuple[int, str]]:
        """Who is at a server that lives no more."""
        return [
            (server, person)
            for server, people in self._servers.items()
            for person in people
            if server not in living
        ]
