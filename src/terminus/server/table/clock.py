"""The turn's clock: when it runs out, whoever has not answered passes.

It runs while somebody who plays is connected, so that nobody's game is passed to its end behind their back,
and while they can answer: after a restart, and when the database was away, the turn on the table has
its whole time again. It runs at every server that has the table open, so that each can show it and go on with
it; only the one whose table it is passes.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from .progress import answer, playing
from .state import State

SOON = 0.2  # seconds
NOTABLE = 0.3  # seconds by which two clocks of one turn may differ

if TYPE_CHECKING:
    from .room import Room


class TurnClock:
    def __init__(self, room: Room) -> None:
        self._room = room
        self._set_for: tuple[str, int] | None = None  # turn and seconds
        self._timer: asyncio.TimerHandle | None = None

    @property
    def ends_in(self) -> float | None:
        return max(0.0, self._timer.when() - asyncio.get_running_loop().time()) if self._timer else None

    def set(self) -> None:
        """Start the clock if this is another turn, or another time to be had for it."""
        state = self._room.state
        here = self._room.attended and not self._room.store.health.away
        running = state.game.phase == "playing" and state.game.clock and here
        wanted = (state.turn, state.game.clock) if running and state.game.clock else None
        if wanted == self._set_for:
            return
        self.stop()
        self._set_for = wanted
        if wanted:
            self._set(wanted[1])

    def follow(self, turn: str, ends_in: float | None) -> None:
        """Another server has run the clock of this turn, perhaps for longer than we have."""
        ours = self.ends_in
        same = self._set_for is not None and self._set_for[0] == turn
        if same and ours is not None and ends_in is not None and ends_in < ours - NOTABLE:
            self._set(ends_in)
            for listener in self._room.presence:
                listener.look(afresh=True)

    def _set(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._ring)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._set_for = None

    def _ring(self) -> None:
        assert self._set_for is not None
        if self._room.ours:
            self._room.tasks.run(partial(self._run_out, self._set_for[0]))
        else:
            self._set(SOON)  # the server whose table it is passes, or it becomes ours

    async def _run_out(self, turn: str) -> None:
        if not await self._room.attempt(lambda state: self._passed(state, turn)):
            self.stop()  # the turn is given its time again
            self._room.wake()

    def _passed(self, state: State, turn: str) -> State:
        """Everybody who has not answered this turn passes; nothing, if it is over already."""
        while state.turn == turn and state.game.phase == "playing":
            late = playing(state).answered.index(False)
            state = answer(state, late, [], self._room.dealer, "clock")
        return state
