"""Games that were played on paper: their sheets as somebody entered them, and the finished games they become.

A game that was only counted has no cards: its log is the start and the sheets. One whose cards are known is
entered turn by turn, and its log is like any other. Neither counts for a best: nobody here saw it played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from ...record.dealer import start_event
from ...record.log import step, turn_event
from ...record.sheets import Counted, read_sheet, sheets_event
from ...rules.board import Board
from ...rules.errors import BadSetup, TerminusError
from ...rules.mechanics import MODULES, OPENINGS
from ...rules.ruleset import Ruleset
from ...rules.table import Table
from ..errors import Refused, unreadable
from .lobby import City, new_table
from .names import name_in, names_for_log
from .progress import over_with
from .state import SEATS, Event, Seat, State
from .text import NAME_LENGTH, clean

CARDS = ("flip", *OPENINGS)
MOST_CARDS = 100  # events that turn something up; a game has some forty


class PaperSeat(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    lines: dict[str, list[str]]  # by line, in the order drawn: sections and circles in notation


class PaperGame(msgspec.Struct, forbid_unknown_fields=True):
    board: str
    modules: list[str]
    dealt: dict[str, Any]  # by module, as a log has it
    seats: list[PaperSeat]


class EnteredSeat(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    turns: list[list[str]]  # what it did with each card, from the first on


class EnteredGame(msgspec.Struct, forbid_unknown_fields=True):
    """A game whose cards are known."""

    board: str
    modules: list[str]
    dealt: dict[str, Any]
    pencils: list[list[str]]  # by seat, round by round
    cards: list[dict[str, Any]]  # the events that turned something up, in order
    seats: list[EnteredSeat]


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper game as it can be counted."""

    start: Event
    table: Table  # before its first card
    sheets: tuple[Counted, ...]


def seated(city: City, modules: Sequence[str], names: Iterable[str], me: str | None = None) -> State:
    """A table for these names; the first is whoever enters them, the others are nobody here."""
    given = [clean(name, NAME_LENGTH) for name in names][: SEATS + 1]
    state = new_table(city, modules, None, [Seat("person", name) for name in given])
    for number, name in enumerate(given):
        seat = Seat("person", name_in(state.seats, number, name), person=None if number else me)
        state = state.with_seat(number, seat)
    return state.with_game(uncounted="paper")


def rules_of(state: State) -> Ruleset:
    return Ruleset.of(state.city, state.game.modules)


def read_paper(state: State, data: PaperGame) -> Paper:
    """Refuses what cannot have been dealt, or is no sheet of this board at all."""
    rules = rules_of(state)
    dealt = {module: data.dealt[module] for module in MODULES if module in data.dealt}
    start = start_event(rules, names_for_log(state.seats), rules.board.lines, dealt)
    table = _begun(start, rules)
    try:
        sheets = tuple(read_sheet(rules, table.dealt, seat.lines) for seat in data.seats)
    except TerminusError:
        raise unreadable() from None
    return Paper(start, table, sheets)


def _begun(start: Event, rules: Ruleset) -> Table:
    try:
        return step(None, start, lambda _: rules.board)
    except BadSetup:
        raise Refused("What was dealt does not fit this city and its modules.", 400) from None
    except TerminusError:
        raise unreadable() from None


def counted_game(state: State, paper: Paper) -> State:
    """The finished game of sheets that somebody counted; refuses what is wrong and was not insisted on."""
    if any(sheet.open for sheet in paper.sheets):
        raise Refused("Something on these sheets cannot be. Take it back, or keep it all the same.")
    return over_with(state, [paper.start, sheets_event(paper.sheets)])


def entered_so_far(state: State, data: EnteredGame, seat: int) -> Table:
    """The table of this seat alone, at the first card that it has not answered, or where the cards end."""
    if not 0 <= seat < len(data.seats):
        raise unreadable()
    return _played(_begun(_start(state, data, [seat]), rules_of(state)), data, [seat])[1]


def entered_wholly(state: State, data: EnteredGame) -> Table | None:
    """The table of all seats at its end; nothing as long as a card is not answered on some sheet."""
    table = _all_played(state, data)[1]
    return table if table.over else None


def entered_game(state: State, data: EnteredGame) -> State:
    """The finished game; refuses one in which a card is not answered yet, or that is not over."""
    (start, *events), table = _all_played(state, data)
    if not table.over:
        raise Refused("The game is not over yet.")
    return over_with(state, [start, *events])


def _all_played(state: State, data: EnteredGame) -> tuple[list[Event], Table]:
    seats = range(len(data.seats))
    start = _start(state, data, seats)
    events, table = _played(_begun(start, rules_of(state)), data, seats)
    return [start, *events], table


def _start(state: State, data: EnteredGame, seats: Sequence[int]) -> Event:
    names, rules = names_for_log(state.seats), rules_of(state)
    dealt = {module: data.dealt[module] for module in MODULES if module in data.dealt}
    start = start_event(rules, names, rules.board.lines, dealt)
    if len(data.pencils) != len(names):
        raise unreadable()
    return {**start, "seats": [names[n] for n in seats], "pencils": [data.pencils[n] for n in seats]}


def _card(event: Event, board: Board) -> Event:
    """What a log has of something turned up, and nothing else that came with it."""
    kind = event["event"]
    said = OPENINGS[kind]().deal_round(board) if kind in OPENINGS else ("turn", "cards")
    return {key: event[key] for key in ("event", "round", *said) if key in event}


def _played(table: Table, data: EnteredGame, seats: Sequence[int]) -> tuple[list[Event], Table]:
    """What was turned and what these seats made of it, as far as they have answered, and where it leads."""
    if len(data.cards) > MOST_CARDS or any(event.get("event") not in CARDS for event in data.cards):
        raise unreadable()
    answers, events = [iter(data.seats[seat].turns) for seat in seats], list[Event]()
    try:
        for event in data.cards:
            if not all(table.answered):
                break
            events.append(_card(event, table.ruleset.board))
            table = step(table, event)
            for seat, turns in enumerate(answers):
                if not table.answered[seat] and (do := next(turns, None)) is not None:
                    events.append(turn_event(table, seat, do))
                    table = step(table, events[-1])
    except TerminusError:
        raise unreadable() from None
    return events, table
