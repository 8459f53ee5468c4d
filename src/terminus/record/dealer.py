"""The dealer: the only randomness, and the only one who knows the order of the deck.

What is shuffled is never part of a table, so it cannot leak. A `Dealer` deals at random; one that takes over
a table in the middle shuffles what the round has left. A `SettledDealer` deals what was settled before, and
goes on with the same cards wherever the table stands; so does a `SealedDealer` (sealed.py).
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from ..rules.cards import Card, is_switch
from ..rules.edition import EDITION
from ..rules.errors import BadSetup, Sentence
from ..rules.mechanics import Mechanic
from ..rules.ruleset import Ruleset
from ..rules.table import PLACES, Table, pencils_of
from .deals import Deal, deal_file, dealt_from, read_deal, settle
from .log import FORMAT, step

T = TypeVar("T")


class Dealer:
    def __init__(self, rng: random.Random | None = None) -> None:
        self._rng = rng or random.SystemRandom()
        self._deck: tuple[Card, ...] = ()  # of the round, from its first card
        self._round = 0

    def shuffle(self, pack: Sequence[Any]) -> list[Any]:
        return self._rng.sample(list(pack), len(pack))

    def start(self, ruleset: Ruleset, seats: Sequence[str]) -> dict[str, Any]:
        """The start event of a new game, with everything that is dealt for the whole of it."""
        first = self.shuffle(ruleset.board.lines)
        return start_event(ruleset, seats, first, dealt_from(ruleset, self.shuffle))

    def next_event(self, table: Table) -> dict[str, Any] | None:
        """The event that the table waits for; None while seats answer, or at the end."""
        if (mechanic := table.awaits_opening) is not None:
            return {"event": mechanic.opening, "round": table.round, **self._turned_up(table, mechanic)}
        if not table.awaits_flip:
            return None
        deck = self._left(table)
        cards = deck[: 2 if is_switch(deck[0]) else 1]
        return {"event": "flip", "round": table.round, "turn": table.turn + 1, "cards": list(cards)}

    def turn_up(self, table: Table) -> Table:
        """The table with what it waits for on it."""
        event = self.next_event(table)
        return table if event is None else step(table, event)

    def _left(self, table: Table) -> Sequence[Card]:
        """What the round has left, the next card first."""
        turned = len(table.turned)
        if self._round != table.round or self._deck[:turned] != table.turned:
            self._round, self._deck = table.round, (*table.turned, *self.shuffle(table.remaining)[::-1])
        return self._deck[turned:]

    def _turned_up(self, table: Table, mechanic: Mechanic) -> Mapping[str, str]:
        """Drawn at random from what is left: the same as turning up the next of shuffled packs."""
        earlier = table.opened.get(mechanic.name, ())
        packs = mechanic.deal_round(table.ruleset.board)
        return {
            key: self._rng.choice([thing for thing in pack if all(seen[key] != thing for seen in earlier)])
            for key, pack in packs.items()
        }


class SettledDealer(Dealer):
    """Deals one deal, to as many tables as one likes."""

    def __init__(self, deal: Deal) -> None:
        super().__init__()
        self.deal = deal

    def start(self, ruleset: Ruleset, seats: Sequence[str]) -> dict[str, Any]:
        read_deal(ruleset, deal_file(self.deal))
        return start_event(ruleset, seats, self.deal.pencils, self.deal.dealt)

    def _left(self, table: Table) -> Sequence[Card]:
        deck, turned = self.deal.decks[table.round - 1], len(table.turned)
        if deck[:turned] != table.turned:
            raise not_dealt(table.round)
        return deck[turned:]

    def _turned_up(self, table: Table, mechanic: Mechanic) -> Mapping[str, str]:
        return self.deal.opened[mechanic.name][table.round - 1]


def new_secret() -> str:
    """What a sealed shuffle follows from: 32 bytes of the system's own randomness, in hex."""
    return secrets.token_hex(32)


def not_dealt(number: int) -> BadSetup:
    """A table whose cards are not the dealer's."""
    return BadSetup(Sentence("round {round} of this table was not dealt from this deal", round=number))


def seeded(ruleset: Ruleset, seed: int, game: int = 0) -> Deal:
    """Game so-and-so of a seed: the same deal wherever and whenever it is asked for."""
    rng = random.Random(f"deal {seed} {game}")

    def shuffle(pack: Sequence[T]) -> list[T]:
        # By keys and not `rng.shuffle`: only `random()` is promised to stay the same between Pythons.
        return sorted(pack, key=lambda _: rng.random())

    return settle(ruleset, shuffle)


def start_event(
    ruleset: Ruleset, seats: Sequence[str], first: Sequence[str], dealt: Mapping[str, Any]
) -> dict[str, Any]:
    """The start event of a game with these pencils, round the circle, and what was dealt for it."""
    if len(seats) not in PLACES:
        raise BadSetup(Sentence("one to four can play, not {players} (R2.1)", players=len(seats)))
    board = ruleset.board
    return {
        "event": "start",
        "format": FORMAT,
        "edition": EDITION,
        "board": board.id,
        **({} if board.city is None else {"city": board.city}),
        "modules": list(ruleset.modules),
        "seats": list(seats),
        "pencils": [list(row) for row in pencils_of(board.lines, first, len(seats))],
        **dealt,
    }
