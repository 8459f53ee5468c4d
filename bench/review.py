"""What the review says of bots whose play is known: the section «Review» of bench/RESULTS.md.

    nice -n 15 python -m bench.review --games 300 --cities london --modules "" powers

For each bot and ruleset: luck, lost and drift of a game, points lost a decision, the CPU time of a review.
Luck must be 0 on the mean; drift should be, and where it is not the losses are too high by as much. Rows
are kept in bench/means/review.jsonl, so a run that is cut off goes on; more games replace them. The points
that levels lose a decision go into review/figures.json under the name of the ruleset: noise, which
bench/truth.py measures, is the base game's for its modules.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from math import fsum
from pathlib import Path
from random import Random

from bench.results import MODULE_SETS, machine, write_section

from terminus.boards import BOARDS, board
from terminus.bots import make_bot
from terminus.bots.arena.statistics import Estimate, estimate
from terminus.bots.evaluation import weights_of
from terminus.bots.games import game_of
from terminus.bots.levels import BOTS as LEVELS
from terminus.bots.levels import game_called
from terminus.bots.logs import log_of
from terminus.review import Game, Settings, figures, turns
from terminus.rules.ruleset import Ruleset

SEED = 1
PLAYERS = (*LEVELS.values(), "learned", "lookahead:1")
KEPT = Path(__file__).parent / "means" / "review.jsonl"
FIGURES = Path(figures.__file__).with_name(figures.MEASURED)
EXACT = 1e-6


@dataclass(frozen=True)
class Row:
    """Means and standard errors over the games of one bot."""

    ruleset: str
    bot: str
    depth: int
    weights: str
    games: int
    score: tuple[float, float]
    luck: tuple[float, float]
    lost: tuple[float, float]
    drift: tuple[float, float]
    lost_a_decision: float
    without_luck_sd: float
    cpu_s: float

    @property
    def key(self) -> tuple[str, str, int, str]:
        return self.ruleset, self.bot, self.depth, self.weights


def games(ruleset: Ruleset, bot: str, count: int) -> Iterator[Game]:
    """The arena's games of this seed, by the bot."""
    for number in range(count):
        player = make_bot(bot, Random(f"{SEED} {number}"))
        yield Game.of(log_of(game_of(ruleset, 1, SEED, number), [player]))


def measure(ruleset: Ruleset, bot: str, count: int, depth: int) -> Row:
    scores, luck, lost, drift, decisions = list[int](), list[float](), list[float](), list[float](), 0
    spent = 0.0
    for game in games(ruleset, bot, count):
        began = time.process_time()
        judged = list(turns(game, 0, Settings(depth=depth)))
        spent += time.process_time() - began
        scores.append(judged[-1].played.points)
        luck.append(fsum(turn.luck for turn in judged))
        lost.append(fsum(turn.lost for turn in judged))
        drift.append(fsum(turn.drift for turn in judged))
        decisions += sum(turn.choice for turn in judged)
        off = judged[0].worth + luck[-1] - lost[-1] + drift[-1] - scores[-1]
        if abs(off) > EXACT:
            raise AssertionError(f"the sum is off by {off}")
    spread = estimate([score - by for score, by in zip(scores, luck, strict=True)])
    return Row(
        game_called(ruleset.board.id, ruleset.modules), bot, depth, str(weights_of(ruleset.board)), count,
        _pair(estimate(scores)), _pair(estimate(luck)), _pair(estimate(lost)), _pair(estimate(drift)),
        fsum(lost) / decisions, (spread.se or 0) * count**0.5, spent / count,
    )  # fmt: skip


def _pair(found: Estimate) -> tuple[float, float]:
    return found.mean, found.se or 0.0


def kept() -> list[Row]:
    if not KEPT.exists():
        return []
    return [Row(**json.loads(line)) for line in KEPT.read_text("utf-8").splitlines()]


def keep(row: Row) -> None:
    KEPT.parent.mkdir(exist_ok=True)
    with KEPT.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(row)) + "\n")


def shown(rows: list[Row]) -> list[Row]:
    """The last row of each bot at the greatest depth that its ruleset was measured at, in the order of the
    cities, their modules and the bots."""
    deepest: dict[str, int] = {}
    for row in rows:
        deepest[row.ruleset] = max(row.depth, deepest.get(row.ruleset, 0))
    last = {row.key: row for row in rows if row.depth == deepest[row.ruleset]}
    names = [game_called(city, modules) for city in BOARDS for modules in MODULE_SETS]

    def place(row: Row) -> tuple[int, str, int]:
        known = row.ruleset in names
        return names.index(row.ruleset) if known else len(names), row.ruleset, PLAYERS.index(row.bot)

    return sorted(last.values(), key=place)


def by_level(rows: list[Row]) -> Iterator[str]:
    """Points lost a decision by city, module and level, and the drift that they are to be doubted by."""
    found = {(row.ruleset, row.bot): row for row in rows}
    yield f"| points lost a decision (drift a game) | {' | '.join(LEVELS)} |"
    yield f"|---|{'---|' * len(LEVELS)}"
    for name in dict.fromkeys(row.ruleset for row in rows):
        cells = [found.get((name, bot)) for bot in LEVELS.values()]
        said = [f"{row.lost_a_decision:.2f} ({row.drift[0]:+.1f})" if row else "" for row in cells]
        yield f"| {name} | {' | '.join(said)} |"


def section(rows: list[Row]) -> str:
    today = datetime.now().astimezone().date()
    lines = [
        "## Review",
        "",
        f"{today}; {machine()}, CPU seconds of a machine in use. Solo, seed {SEED}: means a game ± error.",
        "The sum was exact in every game. `sd` is that of score − luck.",
        "",
        *by_level(shown(rows)),
        "",
        "| ruleset | bot | depth | games | score | luck | lost | lost a decision | drift | sd | CPU s |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in shown(rows):
        figures = [f"{mean:.2f} ± {se:.2f}" for mean, se in (row.score, row.luck, row.lost)]
        lines.append(
            f"| {row.ruleset} | {row.bot} | {row.depth} | {row.games} | {' | '.join(figures)} | "
            f"{row.lost_a_decision:.3f} | {row.drift[0]:+.2f} ± {row.drift[1]:.2f} | "
            f"{row.without_luck_sd:.1f} | {row.cpu_s:.3f} |"
        )
    return "\n".join([*lines, ""])


def keep_levels(rows: list[Row]) -> None:
    """What each level loses a decision, for the review to know a player's level by."""
    found = json.loads(FIGURES.read_text("utf-8"))
    for row in rows:
        for level in (level for level, bot in LEVELS.items() if bot == row.bot):
            lost = found.setdefault(row.ruleset, {}).setdefault("lost_a_decision", {})
            lost[level] = round(row.lost_a_decision, 3)
    FIGURES.write_text(json.dumps(found, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="what the review says of the bots")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--depth", type=int, default=Settings().depth)
    parser.add_argument("--cities", nargs="*", default=list(BOARDS))
    parser.add_argument("--modules", nargs="*", default=[""], help="sets of modules, each joined by +")
    parser.add_argument("--bots", nargs="*", default=list(PLAYERS))
    asked = parser.parse_args()
    done = {row.key: row.games for row in kept()}
    for city in asked.cities:
        for modules in asked.modules:
            ruleset = Ruleset.of(board(city), tuple(filter(None, modules.split("+"))))
            name = game_called(ruleset.board.id, ruleset.modules)
            for bot in asked.bots:
                if done.get((name, bot, asked.depth, str(weights_of(ruleset.board))), 0) < asked.games:
                    row = measure(ruleset, bot, asked.games, asked.depth)
                    keep(row)
                    print(row, flush=True)
    weights = {weights_of(board(city)) for city in BOARDS}
    rows = [row for row in kept() if row.weights in weights]
    write_section(section(rows))
    keep_levels([row for row in rows if row.depth == Settings().depth])
    return 0


if __name__ == "__main__":
    sys.exit(main())
