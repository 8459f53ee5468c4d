"""Before the cards: who sits where, and what the host may settle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from ...boards import BOARDS, board
from ...boards.extent import too_many
from ...bots import LEVELS
from ...locale import msg
from ...record.dealer import Dealer
from ...rules.board import Board
from ...rules.errors import BadModules
from ...rules.ruleset import Ruleset
from ..errors import Refused
from .codes import new_code, new_id
from .names import looks, name_in
from .progress import begin
from .state import OPEN, SEATS, Game, Seat, State

BOT_NAMES = ("Ada", "Blaise", "Grace", "Alan")
MODULE_FAULTS = {
    "unknown": msg("There is no module {modules}."),
    "absent": msg("{board} is not played with the module {modules}."),
    "twice": msg("The module {modules} is named twice."),
    "exclusive": msg("These modules cannot be played together: {modules}."),
}
CLOCKS = (None, 30, 60)
City = str | Board  # that ships, by its name; or any


def new_table(city: City, modules: Sequence[str], clock: int | None, seats: Sequence[Seat]) -> State:
    """A table in its lobby; refuses a game that cannot be."""
    if not 1 <= len(seats) <= SEATS:
        raise Refused("A table has at most four seats.", 400)
    rules = rules_of(city, modules)
    game = Game(new_id(), new_code(), rules.board.id, rules.modules, checked_clock(clock))
    return State(game, tuple(seats), own=_own(rules.board))


def rules_of(city: City, modules: Sequence[str]) -> Ruleset:
    """The rules of a game in this city; refuses modules that it cannot be played with."""
    played = checked_board(city)
    try:
        return Ruleset.of(played, modules)
    except BadModules as error:
        values = {"modules": error.modules[:40], "board": played.name}
        raise Refused(MODULE_FAULTS[error.fault], 400, **values) from None


def checked_board(city: City) -> Board:
    """A board that can be played at a table: one that ships, or one's own if it is not too large."""
    if isinstance(city, Board):
        for _, why in too_many(city):
            raise Refused(why.message, 400, **cast(Mapping[str, int], why.values))
        return city
    if city not in BOARDS:
        raise Refused("There is no board {board}.", 400, board=city[:40])
    return board(city)


def _own(city: Board) -> Board | None:
    return None if city.city is None else city


def set_board(state: State, city: City) -> State:
    """Another city, with those of the modules that it has."""
    played = checked_board(city)
    kept = [module for module in state.game.modules if module in played.modules]
    state = replace(_undealt(state), own=_own(played))
    return state.with_game(board=played.id, modules=rules_of(played, kept).modules)


def set_modules(state: State, modules: Sequence[str]) -> State:
    return _undealt(state).with_game(modules=rules_of(state.city, modules).modules)


def _undealt(state: State) -> State:
    """In the lobby, and free to be dealt anything."""
    if in_lobby(state).game.deal is not None:
        raise Refused("The cards of this game are settled: its city and its modules stay as they are.")
    return state


def checked_level(level: str) -> str:
    if level not in LEVELS:
        raise Refused("There is no level {level}.", 400, level=level[:40])
    return level


def bot_seat(level: str, seats: Sequence[Seat]) -> Seat:
    taken = {looks(seat.name) for seat in seats}
    return Seat("bot", next(name for name in BOT_NAMES if looks(name) not in taken), checked_level(level))


def checked_clock(seconds: int | None) -> int | None:
    if seconds not in CLOCKS:
        raise Refused("The clock can be off, or give 30 or 60 seconds a turn.", 400)
    return seconds


def in_lobby(state: State) -> State:
    if state.game.phase != "lobby":
        raise Refused("The game has begun already.")
    return state


def join(state: State, person: str, name: str) -> State:
    """Take an open seat. Who sits here already stays, perhaps with another name; a name that somebody else
    here has gets a number."""
    mine = state.seat_of(person)
    if mine is not None:
        renamed = replace(state.seats[mine], name=name_in(state.seats, mine, name))
        return state.with_seat(mine, renamed) if state.game.phase == "lobby" else state
    seat = next((n for n, seat in enumerate(in_lobby(state).seats) if seat.kind == "open"), None)
    if seat is None:
        raise Refused("This table is full. You can watch.")
    return state.with_seat(seat, Seat("person", name_in(state.seats, seat, name), person=person))


def add_bot(state: State, level: str) -> State:
    """A bot on the first open seat, or on one seat more."""
    checked_level(level)
    if len(in_lobby(state).seats) == SEATS and all(seat.kind != "open" for seat in state.seats):
        raise Refused("This table is full.")
    bot = bot_seat(level, state.seats)
    for number, seat in enumerate(state.seats):
        if seat.kind == "open":
            return state.with_seat(number, bot)
    return replace(state, seats=(*state.seats, bot))


def free(state: State, seat: int) -> State:
    """Make a seat open again."""
    return in_lobby(state).with_seat(seat, OPEN)


def start(state: State, dealer: Dealer) -> State:
    return begin(in_lobby(state), dealer)
