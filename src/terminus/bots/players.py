"""Players: whoever plays many games from their deals. That is what the arena measures.

A player is handed deals and a seed for each, makes itself ready, and then plays: only playing is timed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING

from ..kernel import Kernel, kernel_of
from ..kernel.words import EFFECT_CODES
from ..rules.ruleset import Ruleset
from ..rules.symbols import SYMBOLS
from .bot import Bot, play_game
from .deals import Deal
from .greedy import points

if TYPE_CHECKING:
    from terminus_kernel import State

Totals = list[tuple[int, ...]]  # by game, by seat
Ready = Callable[[], Totals]
Player = Callable[[Sequence[Deal], Sequence[int]], Ready]
MakeBot = Callable[[Random], Bot]


def engine_player(make: MakeBot) -> Player:
    """Plays on the reference engine, with a fresh bot in every seat of every game."""

    def ready(deals: Sequence[Deal], seeds: Sequence[int]) -> Ready:
        return lambda: [_totals(make, deal, seed) for deal, seed in zip(deals, seeds, strict=True)]

    return ready


def _totals(make: MakeBot, deal: Deal, seed: int) -> tuple[int, ...]:
    bots = [make(Random(f"{seed} {seat}")) for seat in range(len(deal.table.seats))]
    return tuple(map(points, play_game(deal, bots).positions))


def kernel_player(policy: str, ruleset: Ruleset) -> Player:
    """Plays one of the kernel's policies; raises `NoKernel` or `Unfit` if it cannot."""
    kernel = kernel_of(ruleset)

    def ready(deals: Sequence[Deal], seeds: Sequence[int]) -> Ready:
        solo = SoloGames(kernel, deals, seeds)
        return lambda: solo.by_game(kernel.play_deals(policy, solo.states, solo.packs, solo.seeds))

    return ready


class SoloGames:
    """Deals as the kernel takes them: sheets are independent, so every seat is a game of its own."""

    def __init__(self, kernel: Kernel, deals: Sequence[Deal], seeds: Sequence[int]) -> None:
        self.states: list[State] = []
        self.packs: list[list[list[int]]] = []
        self.seeds: list[int] = []
        self._seats = [len(deal.table.seats) for deal in deals]
        for deal, seed in zip(deals, seeds, strict=True):
            for seat in range(len(deal.table.seats)):
                self.states.append(kernel.state_of(deal.table, seat))
                self.packs.append(packs_of(deal))
                self.seeds.append(seed + seat)

    def by_game(self, totals: Sequence[int]) -> Totals:
        """One total for each seat, put together again by game."""
        left = iter(totals)
        return [tuple(next(left) for _ in range(seats)) for seats in self._seats]


def packs_of(deal: Deal) -> list[list[int]]:
    """The numbers of the cards, deck by deck; with special stations also of symbols and effects."""
    cards = deal.table.ruleset.board.deck.cards
    packs = [[cards.index(card) for card in deck] for deck in deal.decks]
    if deal.specials:
        packs.append([SYMBOLS[special.symbol].bit_length() - 1 for special in deal.specials])
        packs.append([EFFECT_CODES[special.effect] for special in deal.specials])
    return packs
