"""A room is one table where things happen one after the other.

A change is a function from state to state. It is computed, written to disk, and only then takes the place of
the old state, is acknowledged and shown to whoever looks on.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

from sqlalchemy.exc import SQLAlchemyError

from ...record.dealer import Dealer
from ..complaints import Complaint
from ..disk.store import Conflict, Saved, Store
from ..errors import FAULT, Refused
from ..shown.frames import Ack, Refusal, Why
from ..shown.shapes import View
from ..shown.views import draft_version, view
from ..shown.why import why
from .bots import Bots
from .clock import TurnClock
from .commands import Context, Order, obey
from .listener import Listener
from .presence import Presence
from .state import State
from .tasks import Job, Tasks
from .threads import BotThreads

GATHERING = 0.5  # seconds in which those who come to look on are one piece of news

Change = Callable[[State], State]
logger = logging.getLogger("terminus.server")


class Room:
    def __init__(self, saved: Saved, store: Store, dealer: Dealer, threads: BotThreads) -> None:
        self.state, self.keys = saved.state, set(saved.keys)
        self.store, self.dealer = store, dealer
        self.rematching = asyncio.Lock()
        self._in_order = asyncio.Lock()
        self.tasks = Tasks(f"game {saved.state.game.id}")
        self._stopped = False
        self._gathering: asyncio.TimerHandle | None = None
        self._stuck = Complaint("A table cannot go on: it is tried again")
        self._presence = Presence((s.person for s in self.state.seats if s.person), self._came_or_went)
        self._clock = TurnClock(self)
        self._bots = Bots(self, threads)
        self.wake()

    def stop(self) -> None:
        """No clock, no bot, nobody to wait for any more."""
        self._stopped = True
        self._clock.stop()
        self._presence.stop()
        if self._gathering is not None:
            self._gathering.cancel()
        self._bots.stop()

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
                await self._obey(listener.person, order)
            except Refused as refusal:
                self._refuse(listener, order, refusal)
            except Exception as error:  # a fault of ours, but the table goes on
                logger.error("game %s: %s", self.state.game.id, order.do, exc_info=error)
                self._refuse(listener, order, Refused(FAULT, 500))
            else:
                draft = draft_version(self.state, self.state.seat_of(listener.person))
                listener.send(Ack(order.key, self.state.number, draft))

        await self._in_turn(job)

    @staticmethod
    def _refuse(listener: Listener, order: Order, refusal: Refused) -> None:
        listener.send(Refusal(order.key, refusal.shown))
        listener.look(afresh=True)

    async def _obey(self, person: str, order: Order) -> None:
        key = (person, order.key)
        if key in self.keys:
            return

        def obeyed(state: State) -> State:
            here = self._presence
            return obey(
                Context(state, person, order.number, self.dealer, here.connected, here.there), order.do
            )

        await self._make(obeyed, key)

    async def _in_turn(self, job: Job) -> None:
        """Whoever asked may go: what has begun is done to its end."""

        async def waiting() -> None:
            async with self._in_order:
                await job()

        await asyncio.shield(self.tasks.begin(waiting()))

    async def _make(self, change: Change, key: tuple[str, str] | None) -> None:
        before = self.state
        after = change(before)
        if after is before and key is None:
            return
        try:
            self.state = await self.store.save(before, after, key)
        except Conflict:
            await self._read_again()
            raise Refused("The table has moved on in the meantime.") from None
        except (SQLAlchemyError, OSError) as error:
            self.store.away.tell(f"game {before.game.id}", error)
            raise Refused("The game could not be saved. Please try again.", 503) from None
        if key:
            self.keys.add(key)
        if after is not before:
            self.wake()

    async def _read_again(self) -> None:
        """Another server has written to this game: take what it wrote."""
        with contextlib.suppress(SQLAlchemyError, OSError):  # then the next command finds out
            saved = await self.store.load(self.state.game.id)
            if saved is not None:
                self.state, self.keys = saved.state, set(saved.keys)
                self.wake()

    def wake(self) -> None:
        """Clock, bots and whoever looks on turn to the table as it is now."""
        if self._stopped:
            return
        self._clock.set()
        self._bots.wake()
        for listener in self._presence.listeners:
            listener.look()

    # -- who looks on ----------------------------------------------------------------------------

    @property
    def attended(self) -> bool:
        """Whether somebody who plays here, and has not left, is connected."""
        connected = self._presence.connected
        return any(self.state.seats[seat].person in connected for seat in self.state.staying)

    def enter(self, listener: Listener) -> None:
        self._presence.enter(listener)
        self._came_or_went(listener.person)
        listener.stale = False  # it is shown the table when it says hello

    def exit(self, listener: Listener) -> None:
        self._presence.exit(listener)
        self._came_or_went(listener.person)

    def _came_or_went(self, person: str) -> None:
        """Who looks on is shown to those who sit here, and to nobody else; many who come are news once."""
        if self.state.seat_of(person) is not None:
            self.wake()
        elif self._gathering is None and not self._stopped:
            self._gathering = asyncio.get_running_loop().call_later(GATHERING, self._tell_who_watches)

    def _tell_who_watches(self) -> None:
        self._gathering = None
        for listener in self._presence.listeners:
            if self.state.seat_of(listener.person) is not None:
                listener.look()

    def why(self, person: str, about: str) -> Why:
        """The answer to a question, for who asked it: nothing changes by it."""
        return why(self.state, person, about)

    def view(self, person: str) -> View:
        here = self._presence
        seated = {seat.person for seat in self.state.seats if seat.person}
        watchers = here.watchers(seated) if person in seated else ()
        return view(self.state, person, here.connected, here.there, self._clock.ends_in, watchers)
