"""What taking the luck off saves the arena, and stopping when it is sure: the section «Luck off».

    nice -n 15 python -m bench.luck --games 1000 --cities london --modules "" powers

For each bot the mean luck, which must be 0, and the error of its mean with and without luck. For each two
bots beside each other the error of their difference, and how many games it takes until it is sure which is
better: the games are cut into one run after the other, so that there are several answers.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import pairwise
from math import sqrt
from statistics import fmean

from bench.results import machine, write_section

from terminus.boards import BOARDS, board
from terminus.bots.arena.contest import Contest
from terminus.bots.arena.luck import LuckJudge
from terminus.bots.arena.pool import play
from terminus.bots.arena.progress import progress
from terminus.bots.arena.results import Results
from terminus.bots.arena.run import run
from terminus.bots.arena.sequential import ALPHA, POWER, Evidence, fixed_size
from terminus.bots.arena.statistics import Estimate, Played, estimate, paired

SEED = 1
BOTS = ("random", "greedy", "points:1", "learned", "lookahead:1")


def measure(contest: Contest, bots: Sequence[str], games: int) -> dict[str, Played]:
    weights = LuckJudge(contest.ruleset).weights
    with progress() as watch:
        return run(contest, bots, games, Results(contest), partial(play, jobs=1), watch, weights=weights)


def answers(a: Sequence[float], b: Sequence[float]) -> Iterator[int]:
    """After how many games it was sure which of two is better, run after run."""
    evidence = Evidence()
    for x, y in zip(a, b, strict=True):
        evidence.add(x - y)
        if evidence.refutes(0.0, ALPHA):
            yield evidence.all.count
            evidence = Evidence()


def bot_rows(name: str, found: dict[str, Played]) -> Iterator[str]:
    for bot, played in found.items():
        plain, off, luck = map(estimate, (played.scores, played.without_luck, played.lucks))
        cells = _said(plain), _said(luck), _said(off), f"{_saved(plain, off):.1f}×"
        yield f"| {name} | {bot} | {len(played.scores)} | {' | '.join(cells)} |"


def pair_rows(name: str, found: dict[str, Played]) -> Iterator[str]:
    for (a, one), (b, other) in pairwise(found.items()):
        plain = paired(one.scores, other.scores)
        off = paired(one.without_luck, other.without_luck)
        cells = _said(plain), _said(off), f"{_saved(plain, off):.1f}×"
        fixed = fixed_size(off.mean, (plain.se or 0) * sqrt(len(one.scores)), ALPHA)
        sure = _mean(answers(one.scores, other.scores)), _mean(answers(one.without_luck, other.without_luck))
        yield f"| {name} | {a} − {b} | {' | '.join((*cells, *sure, str(fixed)))} |"


def _said(found: Estimate) -> str:
    return f"{found.mean:.2f} ± {found.se or 0:.2f}"


def _saved(plain: Estimate, off: Estimate) -> float:
    """So many times as many plain games have the same error."""
    return ((plain.se or 0) / (off.se or 1)) ** 2


def _mean(answers: Iterator[int]) -> str:
    games = list(answers)
    return f"{fmean(games):.0f} ({len(games)})" if games else "–"


def section(singles: list[str], pairs: list[str]) -> str:
    lines = [
        "## Luck off",
        "",
        f"{datetime.now().astimezone().date()}; {machine()}. Solo, seed {SEED}, luck judged",
        "at depth 1: mean ± error. `saved`: so many times as many plain games have the same error.",
        "",
        "| ruleset | bot | games | score | luck | luck off | saved |",
        "|---|---|---|---|---|---|---|",
        *singles,
        "",
        f"Until it is sure which is better, α = {ALPHA}: games on the mean (runs), with plain scores and",
        f"without luck. `fixed`: plain games of a test that looks once, with a power of {POWER}, planned by",
        "somebody who knew the difference.",
        "",
        "| ruleset | a − b | plain | luck off | saved | sure, plain | sure, luck off | fixed |",
        "|---|---|---|---|---|---|---|---|",
        *pairs,
    ]
    return "\n".join([*lines, ""])


def main() -> int:
    parser = argparse.ArgumentParser(description="what taking the luck off saves")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--cities", nargs="*", default=list(BOARDS))
    parser.add_argument("--modules", nargs="*", default=[""], help="sets of modules, each joined by +")
    asked = parser.parse_args()
    singles, pairs = list[str](), list[str]()
    for city in asked.cities:
        for modules in asked.modules:
            contest = Contest.of(board(city), tuple(filter(None, modules.split("+"))), 1, SEED)
            found = measure(contest, BOTS, asked.games)
            name = "+".join((city, *contest.modules))
            singles += bot_rows(name, found)
            pairs += pair_rows(name, found)
            print(*singles[-len(BOTS) :], *pairs[1 - len(BOTS) :], sep="\n", flush=True)
    write_section(section(singles, pairs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
