"""The other servers on the same database, from the tables' side.

A table may be open at several. They tell each other who is connected to them and what they have written; and
one of them, which has the table's lock, runs its clock and asks its bots. On SQLite there are no others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..disk.news import NAMED, Asks, Came, Told, Went, Worked, read, write
from ..disk.store import Store
from ..disk.wire import Wire
from ..work.asking import Asking

if TYPE_CHECKING:
    from .room import Room


class Alone:
    """No other server: every table is ours."""

    shared = False

    def begin(self) -> None:
        """On the wire, where there is one."""

    def owns(self, game: str) -> bool:
        """Whether this server runs the clock of a game and asks its bots."""
        return True

    def settle(self, game: str, runs: bool) -> None:
        """Whether it has a clock or bots, which one of the servers that have it open sees to."""

    def opened(self, game: str) -> None:
        """Ask the others what they know of it."""

    def closed(self, game: str) -> None:
        """It is for others to see to."""

    def came(self, game: str, people: Sequence[tuple[str, str]]) -> None:
        """These are connected here, with what they call themselves."""

    def went(self, game: str, person: str) -> None:
        """They are not connected here any more."""

    def told(self, game: str, there: Sequence[str], turn: str, ends_in: float | None) -> None:
        """What somebody who has just opened it must know: who counts as there, how the clock stands."""

    async def close(self) -> None:
        """Off the wire."""


class Neighbours(Alone):
    """Those on one PostgreSQL. `rooms` are the ones that are open here, by game."""

    shared = True

    def __init__(self, store: Store, rooms: Mapping[str, Room], asking: Asking) -> None:
        self._rooms, self._number, self._asking = rooms, store.number, asking
        self._health = store.health
        self._wire = Wire(store.engine, store.number, self)

    def begin(self) -> None:
        self._wire.start()

    def owns(self, game: str) -> bool:
        return game in self._wire.held

    def settle(self, game: str, runs: bool) -> None:
        if runs:
            self._wire.lock(game)
        else:
            self._wire.unlock(game)

    def opened(self, game: str) -> None:
        self._wire.say(write(Asks(self._number, game)))

    def closed(self, game: str) -> None:
        self._wire.unlock(game)

    def came(self, game: str, people: Sequence[tuple[str, str]]) -> None:
        for first in range(0, len(people), NAMED):
            self._wire.say(write(Came(self._number, game, list(people[first : first + NAMED]))))

    def went(self, game: str, person: str) -> None:
        self._wire.say(write(Went(self._number, game, person)))

    def told(self, game: str, there: Sequence[str], turn: str, ends_in: float | None) -> None:
        self._wire.say(write(Told(self._number, game, list(there), turn, ends_in)))

    async def close(self) -> None:
        await self._wire.close()

    # -- what comes over the wire ------------------------------------------------------------------

    def joined(self) -> None:
        for room in list(self._rooms.values()):
            room.shared.rejoin()

    def lost(self, error: Exception) -> None:
        self._health.suspect("the wire", error)

    def heard(self, said: str) -> None:
        news = read(said)
        if isinstance(news, Worked):
            self._asking.heard(news.game)
        elif news is not None and news.by != self._number and news.game in self._rooms:
            self._rooms[news.game].shared.heard(news)

    def living(self, servers: frozenset[int], workers: frozenset[int]) -> None:
        self._asking.living(workers)
        for room in list(self._rooms.values()):
            room.shared.look(servers)

    def locked(self, name: str) -> None:
        if name in self._rooms:
            self._rooms[name].wake()
        else:
            self._wire.unlock(name)
