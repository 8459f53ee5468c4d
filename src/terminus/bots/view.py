"""What a bot sees: what a person in the same seat sees, and nothing of the order of the deck."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..rules.cards import Card
from ..rules.position import Position
from ..rules.table import Opened, Table


@dataclass(frozen=True, slots=True)
class View:
    position: Position  # the seat in the middle of its turn
    pencils: tuple[str, ...]  # the seat's, round by round
    round: int
    turned: tuple[Card, ...]  # in this round, the turn's own cards included
    opened: Opened = field(default_factory=dict)  # what opened the rounds so far, this one included

    @classmethod
    def of(cls, table: Table, seat: int) -> View:
        return cls(table.positions[seat], table.pencils[seat], table.round, table.turned, table.opened)

    def at(self, position: Position) -> View:
        """The same moment, further on in the answer. (Written out: bots ask for it at every step.)"""
        return View(position, self.pencils, self.round, self.turned, self.opened)

    @property
    def remaining(self) -> tuple[Card, ...]:
        return self.position.ruleset.board.deck.left(self.turned)
