"""The same game again. Whoever asks first makes the table, whoever asks after that sits down at it."""

from __future__ import annotations

import contextlib

from ..errors import Refused
from .lobby import join, new_table
from .progress import begin
from .room import Room
from .rooms import Rooms
from .state import OPEN, Seat, State


async def rematch(rooms: Rooms, room: Room, person: str) -> str:
    """The id of the next game."""
    if room.state.seat_of(person) is None:
        raise Refused("You do not sit at this table.", 403)
    if room.state.game.phase != "over":
        raise Refused("The game is not over yet.")
    async with room.rematching:
        game = room.state.game.rematch or await _make(rooms, room, person)
    async with rooms.held(game) as again:
        if again.state.game.phase == "lobby":
            with contextlib.suppress(Refused):  # a full table can be watched
                await again.change(lambda state: join(state, person, _own_name(room.state, person)))
    return game


async def _make(rooms: Rooms, room: Room, person: str) -> str:
    old = room.state
    seats = [Seat("person", _own_name(old, person), person=person), *_others(old, person)]
    new = new_table(old.game.board, old.game.modules, old.game.clock, seats)
    async with rooms.created(new) as again:
        if OPEN not in seats:
            await again.change(lambda state: begin(state, again.dealer))
        game = again.state.game.id
    await room.change(lambda state: state.with_game(rematch=game))
    return game


def _others(state: State, person: str) -> list[Seat]:
    """Bots stay, people are asked again."""
    rest = [seat for seat in state.seats if seat.person != person]
    return [seat if seat.kind == "bot" else OPEN for seat in rest]


def _own_name(state: State, person: str) -> str:
    seat = state.seat_of(person)
    assert seat is not None
    return state.seats[seat].name
