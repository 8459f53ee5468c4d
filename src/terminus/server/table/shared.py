"""A table that other servers may have open too: what it tells them, and what it hears of them.

Wherever it is open, everybody who is connected anywhere counts. One server, which has the table's lock, runs
its clock and asks its bots; when that one is gone, another has the lock within a second or two.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..disk.news import Asks, Came, Said, Told, Went, Wrote
from .bots import level_of
from .listener import Listener
from .neighbours import Alone

if TYPE_CHECKING:
    from .room import Room


class Shared:
    def __init__(self, room: Room, neighbours: Alone) -> None:
        self._room, self._neighbours = room, neighbours
        self._game = room.state.game.id
        self._newest = 0  # the version that we have heard of
        self.unsure = False  # whether there may be one that we have not heard of

    @property
    def ours(self) -> bool:
        return self._neighbours.owns(self._game)

    def settle(self) -> None:
        """Have the table's lock if there is something to see to."""
        self._neighbours.settle(self._game, self._runs)

    @property
    def _runs(self) -> bool:
        """Whether the table has a clock, or bots to be asked."""
        state = self._room.state
        bots = any(level_of(state, seat) for seat in range(len(state.seats)))
        return state.game.phase == "playing" and (state.game.clock is not None or bots)

    def closed(self) -> None:
        self._neighbours.closed(self._game)

    # -- what it tells -----------------------------------------------------------------------------

    def came(self, listener: Listener) -> None:
        self._neighbours.came(self._game, [(listener.person, listener.name)])

    def went(self, listener: Listener) -> None:
        if listener.person not in self._room.presence.here:  # not by another tab either
            self._neighbours.went(self._game, listener.person)

    def tell(self) -> None:
        """All that somebody who has just opened it must know."""
        here, state = self._room.presence, self._room.state
        self._neighbours.came(self._game, list(here.here.items()))
        there = [seat.person for seat in state.seats if seat.person and seat.person in here.there]
        self._neighbours.told(self._game, there, state.turn, self._room.clock.ends_in)

    # -- what it hears -----------------------------------------------------------------------------

    def rejoin(self) -> None:
        """The wire was down: they may have missed what we said, and we what they did."""
        self._room.presence.doubt()
        self._neighbours.opened(self._game)
        self.tell()
        self.unsure = True
        self._catch_up()

    def heard(self, news: Said) -> None:
        here = self._room.presence
        match news:
            case Wrote(version=version):
                self._newest = max(self._newest, version)
                self._catch_up()
            case Came(by=server, people=people):
                here.came(server, people)
            case Went(by=server, person=person):
                here.went(server, person)
            case Asks(by=server):
                # It has just opened the table, or was away: what it says now is all there is.
                here.doubt(server)
                self.tell()
            case Told(there=there, turn=turn, ends_in=ends_in):
                here.settled(there)
                self._room.clock.follow(turn, ends_in)

    def look(self, living: frozenset[int]) -> None:
        """These servers live; and what could not be read when we heard of it is read now."""
        self._room.presence.only_at(living)
        self._catch_up()

    def _catch_up(self) -> None:
        if self.unsure or self._room.state.version < self._newest:
            self._room.tasks.run(partial(self._room.catch_up, None if self.unsure else self._newest))
