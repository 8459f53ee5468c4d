"""Players: whoever plays many settled games. That is what the arena measures.

A player is handed games and a seed for each, makes itself ready, and then plays: only playing is timed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Protocol

from ..kernel import Kernel, kernel_of
from ..rules.ruleset import Ruleset
from .bot import Bot, play_game
from .games import Game
from .greedy import points

if TYPE_CHECKING:
    from terminus_kernel import State, Trails

Totals = list[tuple[int, ...]]  # by game, by seat
Ready = Callable[[], Totals]
MakeBot = Callable[[Random], Bot]


class Player(Protocol):
    def __call__(self, games: Sequence[Game], seeds: Sequence[int], trails: Trails | None = None) -> Ready:
        """Trails are left for a judge by players that think in the kernel, one for each seat of each game."""


def engine_player(make: MakeBot) -> Player:
    """Plays on the reference engine, with a fresh bot in every seat of every game."""

    def ready(games: Sequence[Game], seeds: Sequence[int], trails: Trails | None = None) -> Ready:
        return lambda: [_totals(make, game, seed) for game, seed in zip(games, seeds, strict=True)]

    return ready


def _totals(make: MakeBot, game: Game, seed: int) -> tuple[int, ...]:
    bots = [make(Random(f"{seed} {seat}")) for seat in range(len(game.table.seats))]
    return tuple(map(points, play_game(game, bots).positions))


def kernel_player(policy: str, ruleset: Ruleset) -> Player:
    """Plays one of the kernel's policies; raises `NoKernel` or `Unfit` if it cannot."""
    kernel = kernel_of(ruleset)

    def ready(games: Sequence[Game], seeds: Sequence[int], trails: Trails | None = None) -> Ready:
        solo = SoloGames(kernel, games, seeds)
        dealt = solo.states, solo.packs, solo.seeds
        return lambda: solo.by_game(kernel.play_deals(policy, *dealt, trails))

    return ready


class SoloGames:
    """Games as the kernel takes them: sheets are independent, so every seat is a game of its own."""

    def __init__(self, kernel: Kernel, games: Sequence[Game], seeds: Sequence[int]) -> None:
        self.states: list[State] = []
        self.packs: list[list[list[int]]] = []
        self.seeds: list[int] = []
        self._seats = [len(game.table.seats) for game in games]
        for game, seed in zip(games, seeds, strict=True):
            for seat in range(len(game.table.seats)):
                self.states.append(kernel.state_of(game.table, seat))
                self.packs.append(kernel.packs_of(game.deal))
                self.seeds.append(seed + seat)

    def by_game(self, totals: Sequence[int]) -> Totals:
        """One total for each seat, put together again by game."""
        left = iter(totals)
        return [tuple(next(left) for _ in range(seats)) for seats in self._seats]
