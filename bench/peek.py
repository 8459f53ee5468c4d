"""How much the cards still hidden are worth: games of players who know the next cards before they reply.

    python -m bench.peek london --games 400 --most 2

Such a player breaks the rules of the game. It chooses by the very evaluation of `lookahead:1`, so what it
scores more is what knowing is worth; a bot that knows nothing and scores as much would have to play that much
better. It writes the section «Knowing the next cards» of bench/RESULTS.md.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from bench.results import machine, write_section

from terminus.boards import board
from terminus.bots.arena.statistics import estimate
from terminus.bots.games import game_of
from terminus.bots.native import lookahead, mind_of
from terminus.kernel import Kernel, kernel_of
from terminus.rules.cards import is_switch
from terminus.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from terminus_kernel import Mind, State

SEED = 1


class Peeking:
    """Plays one board's base game, knowing so many turns of the deck."""

    def __init__(self, ruleset: Ruleset, known: int) -> None:
        self._kernel: Kernel = kernel_of(ruleset)
        self._mind: Mind = mind_of(ruleset, lookahead(1))
        self._known = known

    def play(self, state: State, packs: Sequence[Sequence[int]]) -> int:
        while not state.over:
            after = self._replies(state, packs)
            state = max(after, key=lambda reply: self._outlook(reply, packs, self._known))
        return self._kernel.total(state)

    def _outlook(self, state: State, packs: Sequence[Sequence[int]], known: int) -> float:
        """What a state between turns comes to, the next turns being known."""
        if not known or state.over:
            return self._mind.worth(state)
        return max(self._outlook(after, packs, known - 1) for after in self._replies(state, packs))

    def _replies(self, state: State, packs: Sequence[Sequence[int]]) -> Iterator[State]:
        """The states after each way to answer the next turn."""
        asked, cards = state.copy(), self._kernel.ruleset.board.deck.cards
        left = packs[state.round][len(cards) - state.remaining.bit_count() :]
        self._kernel.native.flip(asked, list(left[: 2 if is_switch(cards[left[0]]) else 1]))
        for actions, _ in self._mind.replies(asked):
            after = asked.copy()
            for action in actions:
                self._kernel.native.apply(after, action)
            yield after


def total(city: str, known: int, game: int) -> int:
    ruleset = Ruleset.of(board(city))
    settled = game_of(ruleset, 1, SEED, game)
    kernel = kernel_of(ruleset)
    return Peeking(ruleset, known).play(kernel.state_of(settled.table), kernel.packs_of(settled.deal))


def section(city: str, games: int, means: Sequence[str]) -> str:
    today = datetime.now().astimezone().date()
    lines = [
        "## Knowing the next cards",
        "",
        f"{today}; {machine()}. {city}, base game, solo, pencils in random order, seed {SEED},",
        f"{games} games: what `lookahead:1` would score if it knew the next turns.",
        "",
        "| turns known | mean |",
        "|---|---|",
        *(f"| {known} | {mean} |" for known, mean in enumerate(means)),
    ]
    return "\n".join([*lines, ""])


def main() -> int:
    parser = argparse.ArgumentParser(description="what knowing the next cards is worth")
    parser.add_argument("city")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--most", type=int, default=2, help="turns that are known at most")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    means = []
    with ProcessPoolExecutor(asked.jobs) as pool:
        for known in range(asked.most + 1):
            found = estimate(
                list(pool.map(partial(total, asked.city, known), range(asked.games), chunksize=4))
            )
            means.append(f"{found.mean:.1f} ± {found.se or 0:.1f}")
            print(f"{known} turns known: {means[-1]}", flush=True)
    write_section(section(asked.city, asked.games, means))
    return 0


if __name__ == "__main__":
    sys.exit(main())
