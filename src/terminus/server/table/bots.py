"""The bots at a table. They see what a person in their seat sees, think in threads of their own, and answer
through the room's queue like everybody else.

A table never waits for a broken bot. A bot that fails, or whose answer the rules refuse, is logged with the
game so far, the next simpler level answers in its place, and if none can, the bot passes; the log of the game
says so. An answer that cannot be handed in is no fault of the bot: it is kept, and handed in again later.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from ...bots import LEVELS
from ...record.log import Event, write_line
from .progress import answer
from .state import State
from .thinking import Here

if TYPE_CHECKING:
    from .room import Room

STAND_IN = "medium"
AGAIN = 2.0  # seconds until an answer that could not be handed in is tried again
logger = logging.getLogger("terminus.server")


def level_of(state: State, seat: int) -> str | None:
    """The level of the bot that plays this seat now, if one does."""
    here = state.seats[seat]
    if here.kind == "bot":
        return here.level
    # With nobody left there is nobody to play on for.
    return STAND_IN if here.left and state.game.stand_in and state.staying else None


class Bots:
    def __init__(self, room: Room, thinking: Here) -> None:
        self._room, self._thinking = room, thinking
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}  # by turn and seat
        self._one_at_a_time = asyncio.Lock()  # so that no table takes all the threads
        self._given_up: set[str] = set()  # levels that did not answer in time

    def wake(self) -> None:
        """Set every bot to think that the card on the table waits for."""
        state = self._room.state
        for seat in range(len(state.seats)):
            key = (state.turn, seat)
            if state.asks(seat) and level_of(state, seat) and key not in self._tasks:
                self._tasks[key] = self._room.tasks.run(partial(self._play, state, seat))
                self._tasks[key].add_done_callback(partial(self._done, key))

    def _done(self, key: tuple[str, int], _: asyncio.Task[None]) -> None:
        del self._tasks[key]

    def stop(self) -> None:
        for task in self._tasks.values():
            task.cancel()

    async def _play(self, state: State, seat: int) -> None:
        async with self._one_at_a_time:
            do, failed = await self._answer(state, seat)
        while True:
            if await self._hand_in(state, seat, do, failed):
                return
            await asyncio.sleep(AGAIN)

    async def _answer(self, state: State, seat: int) -> tuple[Sequence[str], bool]:
        """What is answered for the seat, and whether another than its own level had to."""
        wanted = level_of(state, seat)
        assert wanted is not None
        for level in self._levels_from(wanted):
            try:
                return await self._think(level, state, seat), level != wanted
            except Exception as error:
                self._report(level, state, seat, error)
        return [], True

    def _levels_from(self, wanted: str) -> list[str]:
        """This level and the simpler ones, each simpler than the one before."""
        levels = list(LEVELS)
        return [level for level in levels[levels.index(wanted) :: -1] if level not in self._given_up]

    async def _think(self, level: str, state: State, seat: int) -> list[str]:
        """An answer that the rules allow."""
        try:
            return await self._thinking.answer(state, seat, level)
        except TimeoutError:
            self._given_up.add(level)
            raise

    async def _hand_in(self, state: State, seat: int, do: Sequence[str], failed: bool) -> bool:
        return await self._room.attempt(lambda now: self._given(now, state.turn, seat, do, failed))

    def _given(self, state: State, turn: str, seat: int, do: Sequence[str], failed: bool) -> State:
        """The bot's answer, unless somebody has come back for the seat, or the turn has passed."""
        if state.turn != turn or not state.asks(seat) or level_of(state, seat) is None:
            return state
        own = "bot" if state.seats[seat].kind == "bot" else "stand-in"
        return answer(state, seat, do, self._room.dealer, "fault" if failed else own)

    @staticmethod
    def _report(level: str, state: State, seat: int, error: Exception) -> None:
        """For whoever runs the server: the lines that begin with a brace are a log that leads there."""
        logger.error(
            "game %s: the %s bot at seat %s failed, a simpler one answers; this is the game so far:\n%s",
            state.game.id,
            level,
            seat,
            "".join(map(write_line, map(_unnamed, state.events))),
            exc_info=error,
        )


def _unnamed(event: Event) -> Event:
    """The same without what people call themselves."""
    if "seats" not in event:
        return event
    return {**event, "seats": [f"seat {seat}" for seat in range(len(event["seats"]))]}
