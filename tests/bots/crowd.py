"""Many threads ask one mind at once, each about the same turns in another order, and compare with one alone.

    python -m tests.bots.crowd CITY METHOD

A mind that is not safe may end the process, so the tests run this as one of its own.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

from terminus.boards import board
from terminus.bots.games import game_of
from terminus.bots.native import Method, by_points, learned, lookahead, mcts, mind_of, state_of
from terminus.bots.train import rulesets_of
from terminus.bots.uniform import RandomBot
from terminus.bots.view import View
from terminus.record.dealer import SettledDealer
from terminus.rules.play import apply
from terminus.rules.ruleset import Ruleset
from terminus.rules.table import commit

if TYPE_CHECKING:
    from terminus_kernel import Mind, State

THREADS = 8
METHODS = {"learned": learned(), "lookahead": lookahead(1), "points": by_points(1), "mcts": mcts(20)}

Answer = tuple[list[int], list[tuple[list[int], float]], float]


def turns(ruleset: Ruleset) -> Iterator[tuple[State, State]]:
    """The state before each card of a random game, and the one that asks for a reply to it."""
    game, bot = game_of(ruleset, 1, 5, 0), RandomBot(random.Random(7))
    table, dealer = game.table, SettledDealer(game.deal)
    while not table.over:
        before, table = state_of(View.of(table, 0)), dealer.turn_up(table)
        if table.awaits_flip:
            continue
        view = View.of(table, 0)
        yield before, state_of(view)
        position = view.position
        while not position.done:
            position = apply(position, bot.choose(view.at(position)))
        table = commit(table, 0, position)


def answers(mind: Mind, asked: list[tuple[State, State]], first: int = 0) -> list[Answer]:
    """The answer to every turn, beginning with a turn of one's own choice."""
    found: dict[int, Answer] = {}
    for step in range(len(asked)):
        number = (first + step) % len(asked)
        before, state = asked[number]
        found[number] = mind.reply(state, number), mind.replies(state), mind.worth(before)
    return [found[number] for number in range(len(asked))]


def in_a_crowd(mind: Mind, asked: list[tuple[State, State]]) -> list[list[Answer]]:
    together = Barrier(THREADS)

    def one(number: int) -> list[Answer]:
        together.wait()
        return answers(mind, asked, number * len(asked) // THREADS)

    with ThreadPoolExecutor(THREADS) as threads:
        return list(threads.map(one, range(THREADS)))


def main(city: str, method: Method) -> int:
    for ruleset in rulesets_of(board(city)):
        asked, mind = list(turns(ruleset))[::3], mind_of(ruleset, method)
        alone = answers(mind, asked)
        for thread, found in enumerate(in_a_crowd(mind, asked)):
            differ = [number for number, (a, b) in enumerate(zip(alone, found, strict=True)) if a != b]
            if differ:
                print(f"{city} {ruleset.modules}: thread {thread} was told otherwise about turns {differ}")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], METHODS[sys.argv[2]]))
