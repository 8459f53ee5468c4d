"""Deals: everything that chance decides in a game, settled before it is played.

Game i of a seed has one deal, so that every bot that plays it meets the same cards. A bot never sees a
deal: it is shown the table, and `turn_up` lays the next cards on it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ..rules.cards import Card, is_switch
from ..rules.errors import BadSetup
from ..rules.mechanics.specials import EFFECTS
from ..rules.position import Setup, Special
from ..rules.ruleset import Ruleset
from ..rules.symbols import SYMBOLS
from ..rules.table import PLACES, ROUNDS, Table, flip, open_round, pencils_of, start

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Deal:
    table: Table  # before the first card: pencils, objectives, powers, gates
    decks: tuple[tuple[Card, ...], ...]  # by round, the first to be turned first
    specials: tuple[Special, ...]  # by round; none without the module


def deal(ruleset: Ruleset, players: int, seed: int, game: int) -> Deal:
    """The deal of a game. Pencils, decks and specials are the same whatever else is in play."""
    if players not in PLACES:
        raise BadSetup(f"one to four can play, not {players} (R2.1)")
    rng = random.Random(f"deal {seed} {game}")

    def shuffle(pack: Sequence[T]) -> list[T]:
        # By keys and not `rng.shuffle`: only `random()` is promised to stay the same between Pythons.
        return sorted(pack, key=lambda _: rng.random())

    order = shuffle(range(len(ruleset.board.lines)))
    decks = tuple(tuple(shuffle(ruleset.board.deck.cards)) for _ in range(ROUNDS))
    turned_up = zip(shuffle(tuple(SYMBOLS)), shuffle(EFFECTS), strict=True)
    specials = tuple(Special(symbol, effect) for symbol, effect in turned_up)
    dealt: dict[str, Any] = {}
    for mechanic in ruleset.mechanics:
        dealt.update(mechanic.deal(ruleset.board, shuffle))
    table = _table(ruleset, players, [ruleset.board.lines[line] for line in order], dealt)
    return Deal(table, decks, specials if "specials" in ruleset.modules else ())


def _table(ruleset: Ruleset, players: int, first: Sequence[str], dealt: dict[str, Any]) -> Table:
    board = ruleset.board
    gates = {board.at[cell]: bonus for cell, bonus in dealt.get("gates", {}).items()}
    setup = Setup(tuple(dealt.get("objectives", ())), dealt.get("powers", {}), gates)
    seats = [str(seat + 1) for seat in range(players)]
    return start(ruleset, setup, seats, pencils_of(board.lines, first, players))


def turn_up(deal: Deal, table: Table) -> Table:
    """The table with the next special station or the next turn's cards on it."""
    if table.awaits_special:
        return open_round(table, deal.specials[table.round - 1])
    left = deal.decks[table.round - 1][len(table.turned) :]
    return flip(table, left[: 2 if is_switch(left[0]) else 1])


def seed_of(seed: int, game: int, bot: str) -> int:
    """Where a bot's own dice start in a game: the same whenever it plays that game again."""
    return random.Random(f"bot {seed} {game} {bot}").getrandbits(63)
