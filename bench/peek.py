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
from pathlib import Path
from typing import TYPE_CHECKING

from bench.arena import replace_section
from bench.kernel import machine

from terminus.boards import board
from terminus.bots.arena.statistics import estimate
from terminus.bots.deals import deal
from terminus.bots.native import lookahead, mind_of
from terminus.bots.players import packs_of
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
            flipped = self._flipped(state, packs)
            state = max(self._replies(flipped), key=lambda after: self._outlook(after, packs, self._known))
        return self._kernel.native.total(state)

    def _outlook(self, state: State, packs: Sequence[Sequence[int]], known: int) -> float:
        """What a state between turns comes to, the next turns being known."""
        if state.over:
            return float(self._kernel.native.total(state))
        if not known:
            return self._mind.worth(state)
        return max(
            self._outlook(after, packs, known - 1) for after in self._replies(self._flipped(state, packs))
        )

    def _flipped(self, state: State, packs: Sequence[Sequence[int]]) -> State:
        pack = packs[state.round]
        deck = self._kernel.ruleset.board.deck.cards
        turned = len(deck) - state.remaining.bit_count()
        cards = list(pack[turned : turned + (2 if is_switch(deck[pack[turned]]) else 1)])
        after = state.copy()
        self._kernel.native.flip(after, cards)
        return after

    def _replies(self, state: State) -> Iterator[State]:
        """The states after each way to answer a turn of the base game: done, or a section and done."""
        native = self._kernel.native
        for action in native.legal(state):
            after = state.copy()
            native.apply(after, action)
            if not after.done:
                native.apply(after, native.legal(after)[-1])
            yield after


def total(city: str, known: int, game: int) -> int:
    ruleset = Ruleset.of(board(city))
    settled = deal(ruleset, 1, SEED, game)
    return Peeking(ruleset, known).play(kernel_of(ruleset).state_of(settled.table, 0), packs_of(settled))


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
    results = Path(__file__).with_name("RESULTS.md")
    new = section(asked.city, asked.games, means)
    results.write_text(replace_section(results.read_text("utf-8"), new), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
