"""Before the cards: who sits where, and what the host may settle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...boards import BOARDS, board
from ...bots import LEVELS
from ...locale import msg
from ...record.dealer import Dealer
from ...rules.errors import BadModules
from ...rules.ruleset import Ruleset
from ..errors import Refused
from .codes import new_code, new_id
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


def new_table(board_id: str, modules: Sequence[str], clock: int | None, seats: Sequence[Seat]) -> State:
    """A table in its lobby; refuses a game that cannot be."""
    if board_id not in BOARDS:
        raise Refused("There is no board {board}.", 400, board=board_id[:40])
    if not 1 <= len(seats) <= SEATS:
        raise Refused("A table has at most four seats.", 400)
    try:
        ruleset = Ruleset.of(board(board_id), modules)
    except BadModules as error:
        values = {"modules": error.modules[:40], "board": board(board_id).name}
        raise Refused(MODULE_FAULTS[error.fault], 400, **values) from None
    game = Game(new_id(), new_code(), board_id, ruleset.modules, checked_clock(clock))
    return State(game, tuple(seats))


def bot_seat(level: str, seats: Sequence[Seat]) -> Seat:
    if level not in LEVELS:
        raise Refused("There is no level {level}.", 400, level=level[:40])
    taken = {seat.name for seat in seats}
    return Seat("bot", next(name for name in BOT_NAMES if name not in taken), level)


def checked_clock(seconds: int | None) -> int | None:
    if seconds not in CLOCKS:
        raise Refused("The clock can be off, or give 30 or 60 seconds a turn.", 400)
    return seconds


def in_lobby(state: State) -> State:
    if state.game.phase != "lobby":
        raise Refused("The game has begun already.")
    return state


def join(state: State, person: str, name: str) -> State:
    """Take an open seat. Who sits here already stays, perhaps with another name."""
    mine = state.seat_of(person)
    if mine is not None:
        renamed = replace(state.seats[mine], name=name)
        return state.with_seat(mine, renamed) if state.game.phase == "lobby" else state
    seat = next((n for n, seat in enumerate(in_lobby(state).seats) if seat.kind == "open"), None)
    if seat is None:
        raise Refused("This table is full. You can watch.")
    return state.with_seat(seat, Seat("person", name, person=person))


def add_bot(state: State, level: str) -> State:
    """A bot on the first open seat, or on one seat more."""
    bot = bot_seat(level, in_lobby(state).seats)
    for number, seat in enumerate(state.seats):
        if seat.kind == "open":
            return state.with_seat(number, bot)
    if len(state.seats) == SEATS:
        raise Refused("This table is full.")
    return replace(state, seats=(*state.seats, bot))


def free(state: State, seat: int) -> State:
    """Make a seat open again."""
    return in_lobby(state).with_seat(seat, OPEN)


def start(state: State, dealer: Dealer) -> State:
    return begin(in_lobby(state), dealer)
