"""Bots at a table. They think in threads of their own, see what a person in their seat sees, and answer
through the room's queue like everybody else."""

from __future__ import annotations

import asyncio
import logging
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from ...bots import View, make_bot, play
from ...record.readings import texts
from ..errors import Refused
from .progress import answer, playing
from .state import State

if TYPE_CHECKING:
    from .room import Room

STAND_IN = "medium"
THREADS = 2
AGAIN = 2.0  # seconds
logger = logging.getLogger("terminus.server")


class Thinkers:
    """The threads that all tables share."""

    def __init__(self) -> None:
        # Bots on the reference engine hold the interpreter; let them give way within half a millisecond.
        sys.setswitchinterval(0.0005)
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bot")

    def at(self, room: Room) -> Thinking:
        return Thinking(room, self.threads)

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)


def level_of(state: State, seat: int) -> str | None:
    """The level of the bot that plays this seat now, if one does."""
    here = state.seats[seat]
    if here.kind == "bot":
        return here.level
    # With nobody left there is nobody to play on for.
    return STAND_IN if here.left and state.game.stand_in and state.host is not None else None


class Thinking:
    def __init__(self, room: Room, threads: ThreadPoolExecutor) -> None:
        self._room, self._threads = room, threads
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}

    @property
    def busy(self) -> bool:
        return bool(self._tasks)

    def wake(self) -> None:
        """Set every bot to think that the card on the table waits for."""
        state = self._room.state
        for seat in range(len(state.seats)):
            key = (state.turn, seat)
            if state.asks(seat) and level_of(state, seat) and key not in self._tasks:
                self._tasks[key] = asyncio.create_task(self._think(state, seat))

    async def _think(self, state: State, seat: int) -> None:
        try:
            await self._answer(state, seat)
        finally:
            del self._tasks[state.turn, seat]

    async def _answer(self, state: State, seat: int) -> None:
        table, level = playing(state), level_of(state, seat)
        assert level is not None
        bot, seen = make_bot(level, random.Random()), View.of(table, seat)
        loop = asyncio.get_running_loop()
        try:
            actions = await loop.run_in_executor(self._threads, play, bot, seen)
            do = texts(table.positions[seat], actions)
        except Exception as error:  # a table must not wait for ever because a bot is broken
            logger.error("the bot at seat %s of %s failed and passes", seat, state.game.id, exc_info=error)
            do = []
        try:
            await self._room.change(lambda now: self._given(now, state.turn, seat, do))
        except Refused:
            loop.call_later(AGAIN, self.wake)  # it could not be saved

    def _given(self, state: State, turn: str, seat: int, do: list[str]) -> State:
        """The bot's answer, unless somebody has come back for the seat, or the turn has passed."""
        if state.turn != turn or not state.asks(seat) or level_of(state, seat) is None:
            return state
        why = "stand-in" if state.seats[seat].kind == "person" else None
        return answer(state, seat, do, self._room.dealer, why)
