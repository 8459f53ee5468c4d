"""The dealer: the only randomness, and the only one who knows the order of the deck.

What it has shuffled is never part of a table, so it cannot leak; a dealer that takes over a table in
the middle shuffles what the round has left.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ..rules.cards import Card, is_switch
from ..rules.errors import BadSetup
from ..rules.mechanics.specials import EFFECTS
from ..rules.ruleset import Ruleset
from ..rules.symbols import SYMBOLS
from ..rules.table import PLACES, Table, pencils_of
from .log import FORMAT


class Dealer:
    def __init__(self, rng: random.Random | None = None) -> None:
        self._rng = rng or random.SystemRandom()
        self._deck: list[Card] = []
        self._round = 0

    def shuffle(self, pack: Sequence[Any]) -> list[Any]:
        return self._rng.sample(list(pack), len(pack))

    def start(self, ruleset: Ruleset, seats: Sequence[str]) -> dict[str, Any]:
        """The start event of a new game, with everything that is dealt for the whole of it."""
        if len(seats) not in PLACES:
            raise BadSetup(f"one to four can play, not {len(seats)} (R2.1)")
        board = ruleset.board
        event: dict[str, Any] = {
            "event": "start",
            "format": FORMAT,
            "board": board.id,
            "modules": list(ruleset.modules),
            "seats": list(seats),
            "pencils": [list(row) for row in pencils_of(board.lines, self.shuffle(board.lines), len(seats))],
        }
        for mechanic in ruleset.mechanics:
            event.update(mechanic.deal(board, self.shuffle))
        return event

    def next_event(self, table: Table) -> dict[str, Any] | None:
        """The special or flip event that the table waits for; None while seats answer, or at the end."""
        if table.awaits_special:
            return {"event": "special", "round": table.round, **self._special(table)}
        if not table.awaits_flip:
            return None
        if self._round != table.round or set(self._deck) != set(table.remaining):
            self._round, self._deck = table.round, self.shuffle(table.remaining)
        cards = [self._deck.pop()]
        if is_switch(cards[0]):
            cards.append(self._deck.pop())
        return {"event": "flip", "round": table.round, "turn": table.turn + 1, "cards": cards}

    def _special(self, table: Table) -> dict[str, str]:
        """Drawn at random from what is left: the same as turning up the next of two shuffled packs."""
        symbols = [symbol for symbol in SYMBOLS if symbol not in {s.symbol for s in table.specials}]
        effects = [effect for effect in EFFECTS if effect not in {s.effect for s in table.specials}]
        return {"symbol": self._rng.choice(symbols), "effect": self._rng.choice(effects)}
