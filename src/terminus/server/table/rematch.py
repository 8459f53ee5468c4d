"""The same game again, after its end or in its middle. Whoever asks first makes the table, whoever asks after
that sits down at it."""

from __future__ import annotations

import contextlib

from ..disk.clearing import is_there
from ..errors import Refused
from .lobby import join, new_table, start
from .room import Room
from .rooms import Rooms
from .state import OPEN, Seat, State


async def rematch(rooms: Rooms, room: Room, person: str, at_once: bool) -> str:
    """The id of the next game; with nobody to wait for it is dealt `at_once`."""
    if room.state.seat_of(person) is None:
        raise Refused("You do not sit at this table.", 403)
    if room.state.game.phase == "lobby":
        raise Refused("The game has not begun.")
    async with room.rematching:
        game = await _agreed(rooms, room) or await _make(rooms, room, person, at_once)
    async with rooms.held(game) as again:
        if again.state.game.phase == "lobby":
            with contextlib.suppress(Refused):  # a full table can be watched
                await again.change(lambda state: join(state, person, _own_name(room.state, person)))
    return game


async def _agreed(rooms: Rooms, room: Room) -> str | None:
    """The table that was made before, unless nobody came and it was cleared away."""
    game = room.state.game.rematch
    return game if game and await is_there(rooms.store.engine, game) else None


async def _make(rooms: Rooms, room: Room, person: str, at_once: bool) -> str:
    old, gone = room.state, room.state.game.rematch
    seats = [Seat("person", _own_name(old, person), person=person), *_others(old, person)]
    new = new_table(old.city, old.game.modules, old.game.clock, seats)
    async with rooms.created(new) as again:
        game = again.state.game.id
        agreed = (await room.change(lambda state: _agree(state, game, gone))).game.rematch
        if at_once and agreed == game and OPEN not in seats:
            await again.change(lambda state: start(state, again.dealer))
    if agreed != game:
        await rooms.discard(game)
    return agreed or game


def _agree(state: State, game: str, gone: str | None) -> State:
    """On this game, unless somebody at another server was quicker; `gone` is a table that is no more."""
    return state.with_game(rematch=game) if state.game.rematch == gone else state


def _others(state: State, person: str) -> list[Seat]:
    """Bots stay, people are asked again."""
    rest = [seat for seat in state.seats if seat.person != person]
    return [seat if seat.kind == "bot" else OPEN for seat in rest]


def _own_name(state: State, person: str) -> str:
    seat = state.seat_of(person)
    assert seat is not None
    return state.seats[seat].name
