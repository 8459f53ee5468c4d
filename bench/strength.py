"""New weights against those of before, on the same deals: the section «Strength» of bench/RESULTS.md.

    git show d207ec2:src/terminus/bots/weights/tokyo.net > /tmp/tokyo.net
    nice -n 15 python -m bench.strength /tmp/tokyo.net tokyo --bots mcts:300 --pairs 4000

Both play every deal, with the same dice. Beside the plain difference stands the one with the luck of the
cards taken off, judged by today's weights for both: its mean is the same and its error smaller. What was
played is kept in bench/means/strength.jsonl, so a run that is cut off goes on and more pairs may be asked for
later.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import groupby
from math import fsum, sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from bench.results import machine, write_section

from terminus.boards import BOARDS, board
from terminus.bots.arena.luck import LuckJudge
from terminus.bots.evaluation import name_of, net_of, read_for, weights_of
from terminus.bots.games import game_of, seed_of
from terminus.bots.levels import game_called
from terminus.bots.native import Method, learned, lookahead, mcts
from terminus.bots.players import SoloGames
from terminus.kernel import kernel_of
from terminus.kernel.native import load
from terminus.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from terminus_kernel import Net

SEED = 12  # of deals that no weights were chosen by
BOTS = {"learned": learned(), "lookahead:1": lookahead(1), "mcts:300": mcts(300)}
KEPT = Path(__file__).parent / "means" / "strength.jsonl"
CHUNK = 100


@dataclass(frozen=True)
class Chunk:
    """The games `first` and so many on: sums and sums of squares of new − before, plain and without luck."""

    ruleset: str
    bot: str
    before: str
    after: str
    first: int
    games: int
    plain: tuple[float, float]
    luck_off: tuple[float, float]

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.ruleset, self.bot, self.before, self.after


def played(ruleset: Ruleset, bot: str, net: Net | None, first: int) -> tuple[list[int], list[float]]:
    """What the bot scored in a chunk of games by this net, with luck and without."""
    method: Method = BOTS[bot]
    kernel, judge = kernel_of(ruleset), LuckJudge(ruleset)
    numbers = range(first, first + CHUNK)
    mind = load().Mind(kernel.native, net, method.kind, method.flips, method.simulations, method.seconds)
    dealt = SoloGames(
        kernel, [game_of(ruleset, 1, SEED, n) for n in numbers], [seed_of(SEED, n, bot) for n in numbers]
    )
    trails = judge.trails()
    scores = mind.play_deals(dealt.states, dealt.packs, dealt.seeds, trails)
    return scores, [score - luck for score, luck in zip(scores, judge.lucks(trails), strict=True)]


def measure(ruleset: Ruleset, bot: str, weights: Path, first: int) -> Chunk:
    (now, now_off), (then, then_off) = (
        played(ruleset, bot, net, first)
        for net in (net_of(ruleset.board), read_for(ruleset.board, weights)[1])
    )
    name, before = game_called(ruleset.board.id, ruleset.modules), name_of(weights.read_bytes())
    sums = _sums(now, then), _sums(now_off, then_off)
    return Chunk(name, bot, before, str(weights_of(ruleset.board)), first, CHUNK, *sums)


def _sums(a: Sequence[float], b: Sequence[float]) -> tuple[float, float]:
    differences = [x - y for x, y in zip(a, b, strict=True)]
    return round(fsum(differences), 3), round(fsum(by * by for by in differences), 3)


def kept() -> list[Chunk]:
    lines = KEPT.read_text("utf-8").splitlines() if KEPT.exists() else []
    return [Chunk(**json.loads(line)) for line in lines]


def keep(chunk: Chunk) -> None:
    with KEPT.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(chunk)) + "\n")


def rows(chunks: Sequence[Chunk]) -> Iterator[str]:
    for key, group in groupby(sorted(chunks, key=lambda one: one.key), key=lambda one: one.key):
        same = list(group)
        games = sum(one.games for one in same)
        plain, off = (_said(games, [getattr(one, name) for one in same]) for name in ("plain", "luck_off"))
        yield f"| {key[0]} | {key[1]} | {games} | {plain} | {off} |"


def _said(games: int, sums: Sequence[Sequence[float]]) -> str:
    mean = fsum(one[0] for one in sums) / games
    error = sqrt((fsum(one[1] for one in sums) / games - mean * mean) / (games - 1))
    return f"{mean:+.2f} ± {error:.2f}"


def section(chunks: Sequence[Chunk]) -> str:
    today = {str(weights_of(board(city))) for city in BOARDS}
    return "\n".join(
        [
            "## Strength",
            "",
            f"{datetime.now().astimezone().date()}; {machine()}. Points a game by today's weights less those",
            f"by the weights of 2026-11-16, solo, the same deals (seed {SEED}) and dice. `luck off`: with",
            "the luck of the cards taken off both, which has the same mean and a smaller error.",
            "",
            "| ruleset | bot | pairs | plain | luck off |",
            "|---|---|---|---|---|",
            *rows([one for one in chunks if one.after in today]),
            "",
        ]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="new weights against those of before")
    parser.add_argument("weights", type=Path, help="those of before")
    parser.add_argument("city")
    parser.add_argument("--modules", nargs="*", default=[""], help="sets of modules, each joined by +")
    parser.add_argument("--bots", nargs="*", choices=BOTS, default=list(BOTS))
    parser.add_argument("--pairs", type=int, default=400)
    asked = parser.parse_args()
    done = {(chunk.key, chunk.first) for chunk in kept()}
    before, after = name_of(asked.weights.read_bytes()), str(weights_of(board(asked.city)))
    for modules in asked.modules:
        ruleset = Ruleset.of(board(asked.city), tuple(filter(None, modules.split("+"))))
        name = game_called(ruleset.board.id, ruleset.modules)
        for bot in asked.bots:
            for first in range(0, asked.pairs, CHUNK):
                if ((name, bot, before, after), first) not in done:
                    keep(measure(ruleset, bot, asked.weights, first))
            print(*rows([one for one in kept() if one.key == (name, bot, before, after)]), flush=True)
    write_section(section(kept()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
