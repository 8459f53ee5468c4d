"""A room is one table with one queue: whatever happens to it happens one after the other.

A change is a function from state to state. It is computed, written to disk, and only then takes the place of
the old state, is acknowledged and shown to whoever looks on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy.exc import SQLAlchemyError

from ...record.dealer import Dealer
from ..disk.store import Conflict, Saved, Store
from ..errors import FAULT, Refused
from ..shown.frames import Ack, Refusal
from ..shown.shapes import View
from ..shown.views import draft_version, view
from .clock import TurnClock
from .commands import Asked, Order, obey
from .listener import Listener
from .state import State
from .thinking import Thinkers

IDLE = 120.0  # seconds after which a room that nobody looks at is forgotten
Change = Callable[[State], State]
Job = Callable[[], Awaitable[None]]
logger = logging.getLogger("terminus.server")


class Room:
    def __init__(self, saved: Saved, store: Store, dealer: Dealer, thinkers: Thinkers) -> None:
        self.state, self.keys = saved.state, set(saved.keys)
        self.store, self.dealer = store, dealer
        self.listeners: set[Listener] = set()
        self._queue: asyncio.Queue[tuple[Job, asyncio.Future[None]] | None] = asyncio.Queue()
        self._clock = TurnClock(self)
        self._thinking = thinkers.at(self)
        self._worker: asyncio.Task[None] | None = None

    # -- the queue -------------------------------------------------------------------------------

    def open(self, forget: Callable[[], None]) -> None:
        self._worker = asyncio.create_task(self._work(forget))
        self._after_change()

    async def close(self) -> None:
        """Finish what is in the queue, then nothing more."""
        self._clock.stop()
        self._queue.put_nowait(None)
        if self._worker is not None:
            await self._worker

    async def _work(self, forget: Callable[[], None]) -> None:
        while True:
            try:
                job = await asyncio.wait_for(self._queue.get(), IDLE)
            except TimeoutError:
                if self.listeners or not self._queue.empty() or self._thinking.busy:
                    continue
                forget()
                return
            if job is None:
                return
            await self._run(*job)

    async def _run(self, job: Job, done: asyncio.Future[None]) -> None:
        try:
            await job()
        except Exception as error:
            if not done.cancelled():
                done.set_exception(error)
        else:
            if not done.cancelled():
                done.set_result(None)

    # -- changes ---------------------------------------------------------------------------------

    async def change(self, change: Change) -> State:
        """Make a change; raises `Refused` if it cannot be."""

        async def job() -> None:
            await self._make(change, None)

        await self._in_turn(job)
        return self.state

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
            return obey(Asked(state, person, order.number, self.dealer, self.present), order.do)

        await self._make(obeyed, key)

    async def _in_turn(self, job: Job) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((job, done))
        await done

    async def _make(self, change: Change, key: tuple[str, str] | None) -> None:
        before = self.state
        after = change(before)
        if after is before and key is None:
            return
        try:
            await self.store.save(before, after, key)
        except Conflict:
            await self._read_again()
            raise Refused("The table has moved on in the meantime.") from None
        except (SQLAlchemyError, OSError) as error:
            logger.error("game %s could not be saved", before.game.id, exc_info=error)
            raise Refused("The game could not be saved. Please try again.", 503) from None
        self.state = after
        if key:
            self.keys.add(key)
        if after is not before:
            self._after_change()

    async def _read_again(self) -> None:
        """Another server has written to this game: take what it wrote."""
        saved = await self.store.load(self.state.game.id)
        if saved is not None:
            self.state, self.keys = saved.state, set(saved.keys)
            self._after_change()

    def _after_change(self) -> None:
        self._clock.set()
        self._thinking.wake()
        for listener in self.listeners:
            listener.look()

    # -- who looks on ----------------------------------------------------------------------------

    @property
    def present(self) -> frozenset[str]:
        return frozenset(listener.person for listener in self.listeners)

    @property
    def attended(self) -> bool:
        """Whether somebody who sits here is connected."""
        return any(seat.person in self.present for seat in self.state.seats if seat.person)

    def enter(self, listener: Listener) -> None:
        self.listeners.add(listener)
        self._after_change()
        listener.stale = False  # it is shown the table when it says hello

    def exit(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self._after_change()

    def view(self, person: str) -> View:
        return view(self.state, person, self.present, self._clock.ends_in)
