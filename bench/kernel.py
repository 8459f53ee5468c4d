"""Prints the section "Kernel" of RESULTS.md: python bench/kernel.py [SECONDS]

Run it on a quiet machine. The means are of 20,000 games of each policy with pencils in random order.
"""

from __future__ import annotations

import platform
import sys
from datetime import date
from pathlib import Path
from statistics import mean, stdev

from terminus.boards import BOARDS, board
from terminus.kernel import Kernel
from terminus.kernel.bench import measure, measure_decisions
from terminus.rules.ruleset import Ruleset

GAMES = 20_000
MODULES: tuple[tuple[str, ...], ...] = ((), ("objectives",), ("powers",), ("specials",), ("gates",))


def machine() -> str:
    models = [
        line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")
    ]
    name = models[0].split(":")[1].strip() if models else platform.processor()
    return f"{name}, {platform.system()}, Python {platform.python_version()}"


def speed(seconds: float) -> None:
    print("| board | random games/s | greedy games/s | decisions/s in batches |\n|---|---|---|---|")
    for name in BOARDS:
        rates = measure(board(name), seconds)
        decisions = measure_decisions(board(name), seconds)
        print(f"| {name} | {rates['random']:,.0f} | {rates['greedy']:,.0f} | {decisions:,.0f} |")


def means() -> None:
    print(f"\n| mean of {GAMES:,} games | random | greedy |\n|---|---|---|")
    for name in BOARDS:
        for modules in MODULES:
            kernel = Kernel(Ruleset.of(board(name), modules))
            figures = [kernel.play(policy, GAMES, seed=2026) for policy in ("random", "greedy")]
            cells = [f"{mean(totals):.2f} ± {stdev(totals) / GAMES**0.5:.2f}" for totals in figures]
            print(f"| {' + '.join((name, *modules))} | {' | '.join(cells)} |")


if __name__ == "__main__":
    print(f"## Kernel\n\n{date.today().isoformat()}; one core of {machine()}; CPU seconds.\n")  # noqa: DTZ011
    speed(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0)
    means()
