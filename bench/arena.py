"""The table of means: every city, base game and each module, every bot. `make figures` runs it.

It writes the section «Means» of bench/RESULTS.md and the measured means of the levels. Every cell gets the
same share of the CPU time allowed, but base games, which the levels' labels come from, five times that.
Results are kept in bench/means, so a run that is cut off goes on; delete that folder to measure anew.

    python -m bench.arena --cpu-minutes 30 --bots random greedy lookahead:1
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from datetime import datetime
from functools import partial
from itertools import product
from pathlib import Path

from bench.results import machine, write_section

from terminus.boards import BOARDS, board
from terminus.bots import levels
from terminus.bots.arena.code import build_hash
from terminus.bots.arena.contest import Contest
from terminus.bots.arena.pool import play
from terminus.bots.arena.progress import progress
from terminus.bots.arena.results import Results
from terminus.bots.arena.run import run
from terminus.bots.arena.statistics import Estimate, Played, estimate
from terminus.rules.errors import TerminusError
from terminus.rules.mechanics import MODULES

HERE = Path(__file__).parent
LEVELS_FILE = Path(levels.__file__).with_name(levels.MEASURED)
RULESETS: tuple[tuple[str, ...], ...] = ((), *((module,) for module in MODULES))
BOTS = list(dict.fromkeys(("random", "greedy", *levels.BOTS.values())))
PROBE, MOST = 20, 20_000  # games
BASE_SHARES = 5
SEED = 1
Modules = tuple[str, ...]
Means = dict[tuple[str, Modules, str], Played]


def measure(city: str, modules: Modules, bots: list[str], share_s: float, jobs: int) -> dict[str, Played]:
    """Every bot's games in one ruleset, as many as its share of the time allows."""
    contest = Contest.of(board(city), modules, 1, SEED)
    folder = HERE / "means"
    folder.mkdir(exist_ok=True)
    results = Results(contest, folder / f"{'-'.join((city, *modules))}.jsonl", build_hash())
    if results.code != build_hash():
        print(f"figures: {results.path} was begun by another build of Terminus", file=sys.stderr)
    try:
        return {bot: _cell(contest, bot, results, share_s, jobs) for bot in bots}
    finally:
        results.close()


def _cell(contest: Contest, bot: str, results: Results, share_s: float, jobs: int) -> Played:
    """A few games tell how fast the bot is, and so how many its share allows."""
    with progress() as watch:
        probe = run(contest, [bot], PROBE, results, partial(play, jobs=jobs), watch)[bot]
        games = _round(min(MOST, share_s / max(probe.cpu_s_per_game, 1e-9)))
        return run(contest, [bot], max(PROBE, games), results, partial(play, jobs=jobs), watch)[bot]


def _round(games: float) -> int:
    """Two digits are enough to say how many."""
    return int(float(f"{games:.1e}"))


def section(bots: list[str], means: Means) -> str:
    """The section of RESULTS.md."""
    today = datetime.now().astimezone().date()
    lines = [
        "## Means",
        "",
        f"{today}; {machine()}. Solo, pencils in random order, seed {SEED}, before the solo deduction:",
        "mean ± standard error (games; CPU seconds a game).",
        "",
        f"| city | module | {' | '.join(bots)} |",
        f"|---|---|{'---|' * len(bots)}",
    ]
    for city in BOARDS:
        for modules in RULESETS:
            cells = [_said(means[city, modules, bot]) for bot in bots]
            lines.append(f"| {city} | {', '.join(modules) or '–'} | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def _said(played: Played) -> str:
    found = estimate(played.scores)
    return f"{_mean(found)} ({len(played.scores)}; {played.cpu_s_per_game:.2g})"


def _mean(found: Estimate) -> str:
    return f"{found.mean:.1f} ± {found.se or 0:.1f}"


def write_levels(means: Means) -> None:
    """What each level scored: without modules for its label, with each for a game from paper beside it."""
    kept = json.loads(LEVELS_FILE.read_text("utf-8")) if LEVELS_FILE.exists() else {}
    for level, bot in levels.BOTS.items():
        for city, modules in product(BOARDS, RULESETS):
            if played := means.get((city, modules, bot)):
                mean = round(estimate(played.scores).mean, 1)
                kept.setdefault(level, {})[levels.game_called(city, modules)] = mean
    LEVELS_FILE.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="the table of means")
    parser.add_argument("--cpu-minutes", type=float, default=30.0, help="CPU time for the whole table")
    parser.add_argument("--bots", nargs="+", default=BOTS)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    shares = len(BOARDS) * (len(RULESETS) - 1 + BASE_SHARES) * len(asked.bots)
    share_s = 60 * asked.cpu_minutes / shares
    means: Means = {}
    try:
        for city in BOARDS:
            for modules in RULESETS:
                shares_s = share_s if modules else BASE_SHARES * share_s
                found = measure(city, modules, asked.bots, shares_s, asked.jobs)
                means.update({(city, modules, bot): played for bot, played in found.items()})
    except TerminusError as error:
        print(f"figures: {error}", file=sys.stderr)
        return 2
    write_section(section(asked.bots, means))
    write_levels(means)
    return 0


if __name__ == "__main__":
    sys.exit(main())
