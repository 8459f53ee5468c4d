"""The bots' strength by CPU time in one city's base game: the section «Bots» of bench/RESULTS.md.

    python -m bench.bots london --games 400 learned lookahead:1 mcts:300 mcts:3000

Results are kept in bench/means, so a run that is cut off goes on, and more bots may be asked for later.
"""

from __future__ import annotations

import argparse
import os
import sys
from datetime import datetime
from functools import partial
from pathlib import Path

from bench.results import machine, write_section

from terminus.boards import board
from terminus.bots.arena.code import build_hash
from terminus.bots.arena.contest import Contest
from terminus.bots.arena.pool import play
from terminus.bots.arena.progress import progress
from terminus.bots.arena.results import Results
from terminus.bots.arena.run import run
from terminus.bots.arena.statistics import Played, estimate
from terminus.rules.errors import TerminusError

HERE = Path(__file__).parent
SEED = 1


def measure(city: str, bots: list[str], games: int, jobs: int) -> dict[str, Played]:
    contest = Contest.of(board(city), (), 1, SEED)
    folder = HERE / "means"
    folder.mkdir(exist_ok=True)
    results = Results(contest, folder / f"{city}-strength.jsonl", build_hash())
    try:
        with progress() as watch:
            return dict(run(contest, bots, games, results, partial(play, jobs=jobs), watch))
    finally:
        results.close()


def section(city: str, games: int, found: dict[str, Played]) -> str:
    today = datetime.now().astimezone().date()
    lines = [
        "## Bots",
        "",
        f"{today}; one core of {machine()}. {city}, base game, solo, pencils in random order, seed {SEED},",
        f"{games} games: by CPU time.",
        "",
        "| bot | mean | CPU seconds a game |",
        "|---|---|---|",
    ]
    for bot, played in sorted(found.items(), key=lambda item: item[1].cpu_s_per_game):
        score = estimate(played.scores)
        lines.append(f"| {bot} | {score.mean:.1f} ± {score.se or 0:.1f} | {played.cpu_s_per_game:.2g} |")
    return "\n".join([*lines, ""])


def main() -> int:
    parser = argparse.ArgumentParser(description="the bots' strength by CPU time")
    parser.add_argument("city")
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    try:
        found = measure(asked.city, asked.bots, asked.games, asked.jobs)
    except TerminusError as error:
        print(f"bots: {error}", file=sys.stderr)
        return 2
    write_section(section(asked.city, asked.games, found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
