"""Prints the section "Reference engine" of RESULTS.md: python -m bench.reference [SECONDS] [--write]

Random solo games on the readable engine, one thread, CPU seconds, dealing and scoring included. Run it on a
quiet machine. With --write the section replaces the one in RESULTS.md.
"""

from __future__ import annotations

import random
import sys
from datetime import UTC, datetime
from time import thread_time

from bench.results import MODULE_SETS, machine, write_section

from terminus.boards import BOARDS, board
from terminus.record.dealer import Dealer
from terminus.record.log import step
from terminus.rules.play import advance, legal
from terminus.rules.ruleset import Ruleset
from terminus.rules.score import total
from terminus.rules.table import commit, scores

TITLE = "## Reference engine"


def play(ruleset: Ruleset, rng: random.Random) -> int:
    """A solo game in which every action is any legal one, and what it scores."""
    dealer = Dealer(rng)
    table = step(None, dealer.start(ruleset, ["A"]), lambda _: ruleset.board)
    while (event := dealer.next_event(table)) is not None:
        table = step(table, event)
        position = table.positions[0]
        while not position.done:
            position = advance(position, rng.choice(legal(position)))
        if not all(table.answered):
            table = commit(table, 0, position)
    return total(scores(table)[0])


def rate(ruleset: Ruleset, seconds: float) -> float:
    play(ruleset, random.Random(0))
    games, began = 0, thread_time()
    while thread_time() - began < seconds:
        games += 1
        play(ruleset, random.Random(games))
    return games / (thread_time() - began)


def section(seconds: float) -> str:
    today = datetime.now(UTC).date().isoformat()
    lines = [TITLE, "", f"{today}; one core of {machine()}; random solo games a CPU second.", ""]
    titles = ["board", *("+".join(modules) or "base" for modules in MODULE_SETS)]
    lines += [f"| {' | '.join(titles)} |", "|---" * len(titles) + "|"]
    for name in BOARDS:
        rates = [rate(Ruleset.of(board(name), modules), seconds) for modules in MODULE_SETS]
        lines.append(f"| {name} | " + " | ".join(f"{games:,.0f}" for games in rates) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    given = [argument for argument in sys.argv[1:] if argument != "--write"]
    text = section(float(given[0]) if given else 3.0)
    print(text)
    if "--write" in sys.argv:
        write_section(text)


if __name__ == "__main__":
    main()
