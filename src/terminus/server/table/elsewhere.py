"""Who is at a table by way of other servers: connected to them, as far as they have told."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Set

ANSWERS = 5.0  # seconds in which a server that was asked tells again who is there


class Elsewhere:
    def __init__(self) -> None:
        self.people: dict[str, str] = {}  # and what they call themselves
        # By number: who is there, and until when we believe it.
        self._servers: dict[int, dict[str, float]] = {}

    def came(self, server: int, people: Iterable[tuple[str, str]]) -> None:
        for person, name in people:
            self.people[person] = name
            self._servers.setdefault(server, {})[person] = math.inf

    def went(self, server: int, person: str) -> None:
        here = self._servers.get(server, {})
        here.pop(person, None)
        if not here:
            self._servers.pop(server, None)
        if not any(person in people for people in self._servers.values()):
            self.people.pop(person, None)

    def doubt(self, server: int | None = None) -> None:
        """Somebody may have gone unheard, from this server or from any: whoever is there is told of again."""
        until = time.monotonic() + ANSWERS
        for number, people in self._servers.items():
            if server in (None, number):
                people.update(dict.fromkeys(people, until))

    def gone(self, living: Set[int]) -> list[tuple[int, str]]:
        """Who is at a server that lives no more, or was not told of again."""
        now = time.monotonic()
        return [
            (server, person)
            for server, people in self._servers.items()
            for person, until in people.items()
            if server not in living or until < now
        ]
