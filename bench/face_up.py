"""With the deck face up: what the search finds, what it costs, and whether any bot ever scored more.

    nice -n 15 python -m bench.face_up --deals 20

Every bot plays the same deals blindly; the search knows the cards. It is never below the games of the bots
(`RIVALS` in review/face_up.py) that it plays itself; those that are played here throw other dice. It writes
the section «Face up» of bench/RESULTS.md.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from datetime import datetime
from random import Random

from bench.results import machine, write_section

from terminus.boards import BOARDS, board
from terminus.bots import make_bot
from terminus.bots.games import game_of
from terminus.bots.logs import log_of
from terminus.review import Game, face_up
from terminus.rules.mechanics import MODULES
from terminus.rules.ruleset import Ruleset
from terminus.rules.score import score, total

SEED = 1
BOTS = ("greedy", "lookahead:1", "mcts:300")


@dataclass(frozen=True)
class Row:
    ruleset: str
    found: list[int]
    cpu_s: list[float]
    scored: list[int]  # by the best of the bots

    @property
    def beaten(self) -> int:
        return sum(bot > found for bot, found in zip(self.scored, self.found, strict=True))


def measure(ruleset: Ruleset, deals: int) -> Row:
    row = Row("+".join((ruleset.board.id, *ruleset.modules)), [], [], [])
    for number in range(deals):
        row.scored.append(max(played(ruleset, bot, number)[1] for bot in BOTS))
        passed, _ = played(ruleset, "random", number)
        began = time.process_time()
        row.found.append(face_up(passed, 0).best)
        row.cpu_s.append(time.process_time() - began)
    return row


def played(ruleset: Ruleset, bot: str, number: int) -> tuple[Game, int]:
    game = Game.of(log_of(game_of(ruleset, 1, SEED, number), [make_bot(bot, Random(f"{SEED} {number}"))]))
    return game, total(score(game.table.positions[0]))


def section(rows: list[Row]) -> str:
    lines = [
        "## Face up",
        "",
        f"{datetime.now().astimezone().date()}; {machine()}, a machine in use. Deals from 0 on of seed",
        f"{SEED}: means of what the search finds, and of the best of {', '.join(BOTS)} on each deal.",
        "`beaten`: deals in which a bot scored more than was found.",
        "",
        "| ruleset | deals | found | best bot | beaten | CPU s | at most |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        count = len(row.found)
        lines.append(
            f"| {row.ruleset} | {count} | {sum(row.found) / count:.1f} | {sum(row.scored) / count:.1f} | "
            f"{row.beaten} | {sum(row.cpu_s) / count:.2f} | {max(row.cpu_s):.2f} |"
        )
    return "\n".join([*lines, ""])


def main() -> int:
    parser = argparse.ArgumentParser(description="what known cards allow, and whether bots find more")
    parser.add_argument("--deals", type=int, default=20, help="of each base game, and a quarter of modules")
    parser.add_argument("--cities", nargs="*", default=list(BOARDS))
    asked = parser.parse_args()
    rows: list[Row] = []
    for city in asked.cities:
        for modules in ((), *((module,) for module in MODULES)):
            deals = max(1, asked.deals // 4) if modules else asked.deals
            rows.append(measure(Ruleset.of(board(city), modules), deals))
            print(rows[-1], flush=True)
    write_section(section(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
