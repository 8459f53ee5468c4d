"""A conducted game: the cards of a whole game, for people who draw on paper.

Nobody answers here, so everybody passes, and the table goes through all its cards. Whoever conducts the game
is handed its moments one by one; what a card means for a sheet is the players' own affair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from ..rules.ruleset import Ruleset
from ..rules.table import Table
from .dealer import Dealer
from .log import Event, step, turn_event

Kind = Literal["round", "opening", "cards", "over"]


@dataclass(frozen=True, slots=True)
class Moment:
    """The table as one sees it now. `event` is what the log says of it: nothing, where a later round begins
    and where the game is over."""

    kind: Kind
    table: Table
    event: Event | None = None


def moments(ruleset: Ruleset, seats: Sequence[str], dealer: Dealer) -> Iterator[Moment]:
    """A whole game: each round begins, what opens it is turned up, then its cards; in the end it is over."""
    started = dealer.start(ruleset, seats)
    table = step(None, started, lambda _: ruleset.board)
    yield Moment("round", table, started)
    while (event := dealer.next_event(table)) is not None:
        number, table = table.round, step(table, event)
        yield Moment("cards" if table.shown else "opening", table, event)
        table = _passed(table)
        if table.round > number:
            yield Moment("over" if table.over else "round", table)


def _passed(table: Table) -> Table:
    """Everybody who is asked has passed."""
    for seat, answered in enumerate(table.answered):
        if not answered:
            table = step(table, turn_event(table, seat, []))
    return table
