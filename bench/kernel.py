"""Prints the section "Kernel" of RESULTS.md: python -m bench.kernel [SECONDS]

Run it on a quiet machine. The means are of 20,000 games of each policy with pencils in random order.
"""

from __future__ import annotations

import sys
from datetime import date
from statistics import mean, stdev

from bench.results import MODULE_SETS, machine

from terminus.boards import BOARDS, board
from terminus.kernel import Kernel
from terminus.kernel.bench import measure, measure_decisions
from terminus.rules.ruleset import Ruleset

GAMES = 20_000


def speed(seconds: float) -> None:
    print("| board | random games/s | greedy games/s | decisions/s in batches |\n|---|---|---|---|")
    for name in BOARDS:
        rates = measure(board(name), seconds)
        decisions = measure_decisions(board(name), seconds)
        print(f"| {name} | {rates['random']:,.0f} | {rates['greedy']:,.0f} | {decisions:,.0f} |")


def means() -> None:
    print(f"\n| mean of {GAMES:,} games | random | greedy |\n|---|---|---|")
    for name in BOARDS:
        for modules in MODULE_SETS:
            kernel = Kernel(Ruleset.of(board(name), modules))
            figures = [kernel.play(policy, GAMES, seed=2026) for policy in ("random", "greedy")]
            cells = [f"{mean(totals):.2f} ± {stdev(totals) / GAMES**0.5:.2f}" for totals in figures]
            print(f"| {' + '.join((name, *modules))} | {' | '.join(cells)} |")


if __name__ == "__main__":
    print(f"## Kernel\n\n{date.today().isoformat()}; one core of {machine()}; CPU seconds.\n")  # noqa: DTZ011
    speed(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0)
    means()
