"""Games that bots are compared in: everything that chance decides in them is settled beforehand.

Game i of a seed has one deal, so that every bot that plays it meets the same cards. A bot never sees the
deal: it is shown the table.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from ..record.dealer import seeded
from ..record.deals import Deal
from ..rules.errors import BadSetup, Sentence
from ..rules.ruleset import Ruleset
from ..rules.table import PLACES, Table


@dataclass(frozen=True, slots=True)
class Game:
    table: Table  # before the first card
    deal: Deal


def game_of(ruleset: Ruleset, players: int, seed: int, number: int) -> Game:
    """Game so-and-so of a seed. Pencils and decks are the same whatever else is in play."""
    if players not in PLACES:
        raise BadSetup(Sentence("one to four can play, not {players} (R2.1)", players=players))
    deal = seeded(ruleset, seed, number)
    return Game(deal.table(ruleset, [str(seat + 1) for seat in range(players)]), deal)


def seed_of(seed: int, game: int, bot: str) -> int:
    """Where a bot's own dice start in a game: the same whenever it plays that game again."""
    return random.Random(f"bot {seed} {game} {bot}").getrandbits(63)
