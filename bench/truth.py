"""How far the review can be believed: its differences against games played on from both replies.

    nice -n 15 python -m bench.truth --positions 200 --cities london

Positions are taken from games of weak, middling and strong players. From the best reply and from some others
the same cards are played on with a strong bot, in pairs, so that luck falls out. What is compared are scores
and not values; but `learned` and `lookahead:1` choose by the same evaluation as the review, so their truth
has its taste: what only somebody else would make something of looks poor in both. `mcts:300 by score` knows
nothing that was learned: its simulations are played greedily to the end of the game and it counts points. It
is weaker and a hundred times slower, so it has fewer positions and games, and says nothing of the noise.

It writes the section «Review and truth» of bench/RESULTS.md; its rows are kept in bench/means/truth.jsonl.
What is left of the error of those who share the evaluation, when that of the games is taken off, is the
review's noise, kept in review/figures.json.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from math import fsum, sqrt
from pathlib import Path
from random import Random
from statistics import correlation, quantiles

from bench.results import machine, write_section
from bench.review import games

from terminus.boards import BOARDS, board
from terminus.bots.arena.statistics import paired
from terminus.bots.evaluation import weights_of
from terminus.bots.judge import Judge
from terminus.bots.levels import game_called
from terminus.bots.native import Method, learned, lookahead, mcts, mind_of
from terminus.kernel import kernel_of
from terminus.review import Step, figures
from terminus.rules.play import advance
from terminus.rules.position import Position
from terminus.rules.ruleset import Ruleset

PLAYERS = ("random", "greedy", "points:1", "lookahead:1")
INDEPENDENT = "mcts:300 by score"
GO_ON = {
    "learned": learned(),
    "lookahead:1": lookahead(1),
    INDEPENDENT: replace(mcts(300), by_points=True),
}
FIGURES = Path(figures.__file__).with_name(figures.MEASURED)
KEPT = Path(__file__).parent / "means" / "truth.jsonl"
CLOSE = 3.0  # points: of replies that are further apart nobody doubts which is better


@dataclass(frozen=True)
class Row:
    ruleset: str
    weights: str
    depth: int
    positions: int
    games: int
    by: str  # who played on
    pairs: int
    errors: Sequence[float]  # as `errors` has them
    games_error: float  # the standard error of nine pairs in ten is no more
    raw: Sequence[Sequence[float]] = ()  # of each pair: what the review said, the games' mean, its error


@dataclass(frozen=True)
class Pair:
    """Two replies to one turn: how far the review sees them apart at each depth, and what the games say."""

    bot: str
    said: dict[int, float]
    true: float
    se: float


def steps(ruleset: Ruleset, bot: str, count: int, rng: Random) -> Iterator[Step]:
    """One turn of each game, where there is a choice of three."""
    judge = Judge(ruleset)
    for game in games(ruleset, bot, count):
        choices = [step for step in game.steps(0) if len(judge.replies(step.turned)) > 2]
        yield rng.choice(choices)


def pairs(
    ruleset: Ruleset, step: Step, bot: str, count: int, by: Method, depths: list[int], rng: Random
) -> Iterator[Pair]:
    """The best reply against the second and against any other."""
    judges = {depth: Judge(ruleset, depth) for depth in depths}
    replies = judges[depths[0]].replies(step.turned)
    kernel, mind = kernel_of(ruleset), mind_of(ruleset, by)

    def after(number: int) -> Position:
        position = step.turned.positions[0]
        for action in replies[number].actions:
            position = advance(position, action)
        return position

    def totals(position: Position, seed: int) -> list[int]:
        return [sum(row) for row in mind.play_on(kernel.state_of(step.turned, 0, position), count, seed)]

    best, seed = after(0), rng.getrandbits(60)
    first = totals(best, seed)
    for other in (after(1), after(rng.randrange(2, len(replies)))):
        true = paired(first, totals(other, seed))
        said = {
            depth: judge.value(step.turned, 0, best) - judge.value(step.turned, 0, other)
            for depth, judge in judges.items()
        }
        yield Pair(bot, said, true.mean, true.se or 0.0)


def errors(found: list[Pair], depth: int) -> tuple[float, float, float, float]:
    """Correlation, mean error, its root mean square without that of the games, and that of close replies."""
    off = [(pair.said[depth] - pair.true, pair.se, abs(pair.said[depth]) < CLOSE) for pair in found]
    return (
        correlation([pair.said[depth] for pair in found], [pair.true for pair in found]),
        fsum(by for by, _, _ in off) / len(off),
        _spread([(by, se) for by, se, _ in off]),
        _spread([(by, se) for by, se, close in off if close]),
    )


def _spread(off: list[tuple[float, float]]) -> float:
    return sqrt(max(0.0, fsum(by * by - se * se for by, se in off) / len(off)))


def keep(ruleset: Ruleset, noise: dict[str, float]) -> None:
    found = json.loads(FIGURES.read_text("utf-8"))
    found.setdefault(game_called(ruleset.board.id, ruleset.modules), {})["noise"] = noise
    FIGURES.write_text(json.dumps(found, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def measure(ruleset: Ruleset, positions: int, count: int, by: str, depths: list[int]) -> list[Row]:
    rng, found = Random(1), list[Pair]()
    for bot in PLAYERS:
        for step in steps(ruleset, bot, positions // len(PLAYERS), rng):
            found += pairs(ruleset, step, bot, count, GO_ON[by], depths, rng)
    name, weights = game_called(ruleset.board.id, ruleset.modules), str(weights_of(ruleset.board))
    games_error = quantiles([pair.se for pair in found], n=10)[-1]
    return [
        Row(
            name, weights, depth, positions, count, by, len(found), errors(found, depth), games_error,
            [[round(figure, 2) for figure in (pair.said[depth], pair.true, pair.se)] for pair in found],
        )
        for depth in depths
    ]  # fmt: skip


def kept() -> list[Row]:
    """The last of each city, depth and who played on, by the weights of today."""
    lines = KEPT.read_text("utf-8").splitlines() if KEPT.exists() else []
    today = {weights_of(board(city)) for city in BOARDS}
    rows = [Row(**json.loads(line)) for line in lines]
    return list({(row.by, row.ruleset, row.depth): row for row in rows if row.weights in today}.values())


def section(rows: list[Row]) -> str:
    lines = [
        "## Review and truth",
        "",
        f"{datetime.now().astimezone().date()}; {machine()}. Positions from games of {', '.join(PLAYERS)}:",
        "the best reply against the second and against another, so many pairs of games each, played on `by`",
        "the bot named; nine pairs in ten have a standard error of `±` or less. Errors of the review in",
        "points, those of the games taken off; `close` are replies that it sees less than 3 points apart.",
        "",
        "| city | depth | positions | games | ± | by | correlation | mean error | rms | rms (close) |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        cells = " | ".join(f"{figure:.2f}" for figure in row.errors)
        games = f"{row.games} | {row.games_error:.2f} | {row.by}"
        lines.append(f"| {row.ruleset} | {row.depth} | {row.positions} | {games} | {cells} |")
    return "\n".join([*lines, ""])


def main() -> int:
    parser = argparse.ArgumentParser(description="the review against games played on")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--games", type=int, default=1600)
    parser.add_argument("--by", choices=GO_ON, default="lookahead:1", help="who plays on")
    parser.add_argument("--depths", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--cities", nargs="*", default=list(BOARDS))
    asked = parser.parse_args()
    for city in asked.cities:
        ruleset = Ruleset.of(board(city))
        rows = measure(ruleset, asked.positions, asked.games, asked.by, asked.depths)
        KEPT.parent.mkdir(exist_ok=True)
        with KEPT.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(asdict(row)) + "\n" for row in rows)
        if asked.by != INDEPENDENT:
            keep(ruleset, {str(row.depth): round(row.errors[3], 2) for row in rows})
        print(*(row.errors for row in rows), sep="\n", flush=True)
        write_section(section(kept()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
