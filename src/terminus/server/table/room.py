"""A room is one table where things happen one after the other.

A change is a function from state to state. It is computed, written to disk, and only then takes the place of
the old state, is acknowledged and shown to whoever looks on.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial

from ...record.dealer import Dealer
from ..complaints import Complaint, faults
from ..disk.health import TROUBLE, Away
from ..disk.store import Saved, Store
from ..disk.together import Conflict
from ..errors import Refused, fault
from ..shown.frames import Ack, Later, Refusal, Saving, Why
from ..shown.shapes import View
from ..shown.showing import Showing, is_private
from ..shown.views import at_this_moment, draft_version
from ..shown.why import why
from .bots import Bots
from .clock import TurnClock
from .commands import Context, Order, given, obey
from .keys import Key, Keys
from .listener import Listener
from .lobby import City
from .neighbours import Alone
from .presence import Presence
from .shared import Shared
from .state import State
from .tasks import Job, Tasks
from .thinking import Here

GATHERING = 0.5  # seconds in which all who come and go are one piece of news

Change = Callable[[State], State]


class Room:
    def __init__(self, saved: Saved, store: Store, dealer: Dealer, thinking: Here, neighbours: Alone) -> None:
        self.state, self.keys = saved.state, Keys(saved.keys)
        self.store, self.dealer = store, dealer
        self.rematching = asyncio.Lock()
        self._in_order = asyncio.Lock()
        self.tasks = Tasks(f"game {saved.state.game.id}")
        self._stopped = False
        self._gathering: asyncio.TimerHandle | None = None
        self._news_of_seats = False
        self._showing = Showing()
        self._stuck = Complaint("A table cannot go on: it is tried again")
        self.presence = Presence((s.person for s in self.state.seats if s.person), self._came_or_went)
        self.clock = TurnClock(self)
        self._bots = Bots(self, thinking)
        self.shared = Shared(self, neighbours)
        self.wake()

    def stop(self) -> None:
        """No clock, no bot, nobody to wait for any more."""
        self._stopped = True
        self.clock.stop()
        self.presence.stop()
        if self._gathering is not None:
            self._gathering.cancel()
        self._bots.stop()
        self.shared.closed()

    async def close(self) -> None:
        """Finish what has begun, then nothing more."""
        self.stop()
        await self.tasks.ended()

    # -- changes ---------------------------------------------------------------------------------

    async def change(self, change: Change) -> State:
        """Make a change; raises `Refused` if it cannot be."""

        async def job() -> None:
            await self._make(change, None)

        await self._in_turn(job)
        return self.state

    async def attempt(self, change: Change) -> bool:
        """For what the table does by itself: whether the change was made. What failed has been told, and is
        to be tried again."""
        try:
            await self.change(change)
        except Refused:
            return False
        except Exception as error:  # a fault of ours, but the table goes on
            self._stuck.tell(f"game {self.state.game.id}", error)
            return False
        return True

    async def order(self, listener: Listener, order: Order) -> None:
        """A command from a socket: obeyed and acknowledged, or refused. A repeated one does nothing."""

        async def job() -> None:
            try:
                with self.store.health.metrics.command(*given(order.do)):
                    await self._obey(listener.person, order)
            except Away:
                listener.send(Later(order.key))
            except Refused as refusal:
                self._refuse(listener, order, refusal)
            except Exception as error:  # a fault of ours, but the table goes on
                faults.tell(f"game {self.state.game.id}: {', '.join(given(order.do))}", error)
                self._refuse(listener, order, fault())
            else:
                draft = draft_version(self.state, self.state.seat_of(listener.person))
                listener.send(Ack(order.key, self.state.number, draft))

        await self._in_turn(job)

    @staticmethod
    def _refuse(listener: Listener, order: Order, refusal: Refused) -> None:
        listener.send(Refusal(order.key, refusal.shown, refusal.status))
        listener.look(afresh=True)

    async def _obey(self, person: str, order: Order) -> None:
        key = (person, order.key)
        if key in self.keys:
            return
        try:
            await self._make(self._obeyed(person, order, await self._city(order)), key)
        except Away:
            raise
        except Refused:
            if not await self._was_taken(key):
                raise

    async def _city(self, order: Order) -> City:
        """The board that a command asks for: no change can wait for the disk."""
        if not isinstance(order.do.board, str):
            return ""
        read = partial(self.store.boards.to_play, order.do.board)
        return await self.store.health.asked(f"game {self.state.game.id}", read)

    def _obeyed(self, person: str, order: Order, city: City) -> Change:

        def obeyed(state: State) -> State:
            here = self.presence
            return obey(
                Context(state, person, order.number, self.dealer, here.connected, here.there, city), order.do
            )

        return obeyed

    async def _was_taken(self, key: Key) -> bool:
        """Whether another server has taken this very command, and only its answer was lost."""
        with contextlib.suppress(*TROUBLE):
            if await self.store.was_taken(self.state.game.id, key):
                self.keys.add(key, self.state)
        return key in self.keys

    async def _in_turn(self, job: Job) -> None:
        """Whoever asked may go: what has begun is done to its end."""

        async def waiting() -> None:
            async with self._in_order:
                await job()

        await asyncio.shield(self.tasks.begin(waiting()))

    async def _make(self, change: Change, key: Key | None) -> None:
        before = self.state
        after = change(before)
        if after is before and key is None:
            return
        try:
            await self._write(before, after, change, key)
        except Conflict:
            raise Refused("The table has moved on in the meantime.") from None
        if key:
            self.keys.add(key, before)

    async def _write(self, before: State, after: State, change: Change, key: Key | None) -> None:
        """Write it; or make the change once more to what another server has written in the meantime."""
        written = partial(self.store.health.written, f"game {before.game.id}")
        surplus = self.keys.surplus() if key else []
        try:
            self.state = await written(partial(self.store.save, before, after, key, surplus))
        except Conflict:
            await self._read_again()
            if key and await self._was_taken(key):
                return
            self.state = await written(partial(self.store.redo, self.state, change, key))
        self._tell(before)

    def _tell(self, before: State) -> None:
        """Whom a change concerns: a draft nobody but the seat that makes it."""
        self.keys.forget(before, self.state)
        if not is_private(before, self.state):
            self.wake()
            return
        for seat, kept in self.state.drafts.items():
            if before.drafts.get(seat) is not kept:
                for listener in self.presence.of(self.state.seats[seat].person):
                    listener.look()

    # -- what other servers do -------------------------------------------------------------------

    async def catch_up(self, version: int | None = None) -> None:
        """Take what another server has written; with a version, unless we know that already."""

        async def look() -> None:
            if version is None or self.state.version < version:
                await self._read_again()

        await self._in_turn(look)

    async def _read_again(self) -> None:
        with contextlib.suppress(*TROUBLE):  # then the next command finds out, or the next look at the wire
            before, self.state = self.state, await self.store.newest(self.state)
            self.shared.unsure = False
            if before is not self.state:
                self._tell(before)

    @property
    def ours(self) -> bool:
        """Whether this server runs the table's clock and asks its bots."""
        return self.shared.ours

    def wake(self) -> None:
        """Clock, bots and whoever looks on turn to the table as it is now."""
        if self._stopped:
            return
        self.shared.settle()
        self.clock.set()
        if self.ours:
            self._bots.wake()
        for listener in self.presence:
            listener.look()

    def saving(self, well: bool) -> None:
        """The database has gone away, or is back: everybody hears of it, and meanwhile no time runs out."""
        self.wake()
        for listener in self.presence:
            listener.send(Saving(well))
            listener.look(afresh=True)

    # -- who looks on ----------------------------------------------------------------------------

    @property
    def attended(self) -> bool:
        """Whether somebody who plays here, and has not left, is connected."""
        connected = self.presence.connected
        return any(self.state.seats[seat].person in connected for seat in self.state.staying)

    def enter(self, listener: Listener) -> None:
        self.presence.enter(listener)
        self.shared.came(listener)
        self._came_or_went(listener.person)
        listener.stale = False  # it is shown the table when it says hello
        if self.store.health.away:
            listener.send(Saving(False))

    def exit(self, listener: Listener) -> None:
        self.presence.exit(listener)
        self.shared.went(listener)
        self._came_or_went(listener.person)

    def _came_or_went(self, person: str) -> None:
        """Many who come and go are news once; the clock runs as soon as somebody is there to play."""
        if self.state.seat_of(person) is not None:
            self._news_of_seats = True
            self.clock.set()
        if self._gathering is None and not self._stopped:
            self._gathering = asyncio.get_running_loop().call_later(GATHERING, self._tell_who_is_here)

    def _tell_who_is_here(self) -> None:
        """Who looks on is shown to those who sit here, and to nobody else; who sits here to all."""
        self._gathering = None
        if self._news_of_seats:
            self._news_of_seats = False
            self.wake()
            return
        for seat in self.state.seats:
            for listener in self.presence.of(seat.person):
                listener.look()

    def why(self, person: str, about: str) -> Why:
        """The answer to a question, for who asked it: nothing changes by it."""
        return why(self.state, person, about)

    def seen(self, person: str) -> View:
        """As somebody sees it, but for the time that is left: the same one as long as nothing changes."""
        return self._showing.view(self.state, self.state.seat_of(person), self.presence)

    def view(self, person: str) -> View:
        return at_this_moment(self.seen(person), self._time_left)

    def frame(self, old: View | None, new: View) -> bytes:
        """What somebody is sent who has the one view (or none) and is to have the other."""
        return self._showing.frame(old, new, self._time_left)

    @property
    def _time_left(self) -> float | None:
        ends_in = self.clock.ends_in
        return None if ends_in is None else round(ends_in, 1)
