"""Finds the positions to practise: review/positions/CITY.jsonl.

    nice -n 15 python -m bench.positions --cities london        anew
    python -m bench.positions --check                           do those that there are still hold?

They come from games of weak, middling and strong bots. A turn is taken if few replies are near the best and
all others are clearly worse, by the evaluation and by games that a strong bot plays on from the best and from
the most tempting of the others, in pairs, so that luck falls out. Easy is where most points at once are
right; medium, where one must look a card ahead; hard, where that is not enough. With a module it must be the
module that one has to think about: a reply that uses it is the best or the tempting one.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from random import Random

from bench.review import games

from terminus.boards import BOARDS, board
from terminus.bots import View, make_bot, play
from terminus.bots.arena.statistics import Estimate, paired
from terminus.bots.judge import Judge
from terminus.bots.levels import game_called
from terminus.bots.native import lookahead, mind_of
from terminus.kernel import kernel_of
from terminus.record.log import Event, replay
from terminus.record.readings import play_turn
from terminus.review import Game, Option, Step
from terminus.review import positions as kept
from terminus.review.exercise import NEAR, weigh
from terminus.review.figures import noise_of
from terminus.review.game import own_log
from terminus.review.turns import option_of
from terminus.rules.ruleset import Ruleset
from terminus.rules.table import ROUNDS, Table

FOLDER = Path(kept.__file__).with_name(kept.FOLDER)
PLAYERS = ("greedy", "points:1", "lookahead:1")
SEERS = ("greedy", "points:1")  # who finds the reply makes it easy, or medium
BASE, WITH_MODULE = {"easy": 3, "medium": 4, "hard": 3}, {"easy": 2, "medium": 2, "hard": 1}  # how many
FEWEST = 4  # replies, or there is nothing to look for
MANY_FOUND = 2  # replies that may count as found
CLEAR = {"easy": 4.0, "medium": 3.0, "hard": 2.0}  # points that the next one must lose, by the evaluation
SURE = 0.8  # and in games played on, three standard errors taken off
PAIRS = (100, 500)  # few first, to see whether it is worth while
MOST_GAMES = 400
SEED = 5


@dataclass(frozen=True)
class Candidate:
    game: Game
    step: Step
    best: Option
    tempting: Option
    level: str


def candidates(ruleset: Ruleset, number: int, bot: str, game: Game) -> Iterator[Candidate]:
    quick, sure = Judge(ruleset), Judge(ruleset, 2)
    for step in game.steps(0):
        if len(quick.replies(step.turned)) < FEWEST:
            continue
        replies, asked = sure.replies(step.turned), step.turned.positions[0]
        near = [reply for reply in replies if replies[0].value - reply.value <= NEAR]
        if len(near) > MANY_FOUND or len(near) == len(replies):
            continue
        others = replies[len(near) :]
        best = option_of(asked, replies[0].actions, replies[0].value)
        found = [option_of(asked, reply.actions, reply.value) for reply in near]
        seen = [_reply(step, seer, number) for seer in SEERS]
        level = next((n for n, one in enumerate(seen) if any(one.same_sheet(f) for f in found)), len(seen))
        missed = next((one for one in reversed(seen[:level])), None)
        tempting = missed or option_of(asked, others[0].actions, others[0].value)
        name = kept.LEVELS[level]
        clear = replies[0].value - others[0].value >= max(CLEAR[name], noise_of(ruleset, 2))
        if clear and all(_uses(module, best, tempting) for module in ruleset.modules):
            yield Candidate(game, step, best, tempting, name)


def _reply(step: Step, bot: str, number: int) -> Option:
    dice = Random(f"{SEED} {number} {step.place}")
    return option_of(step.turned.positions[0], play(make_bot(bot, dice), View.of(step.turned, 0)), 0.0)


def _uses(module: str, best: Option, tempting: Option) -> bool:
    """Whether the module is in what one has to weigh: in words, or in the points of its scoring rule."""
    more = best.rules.get(module, 0) != tempting.rules.get(module, 0)
    return more or len(best.do) > 1 or len(tempting.do) > 1 or module == "objectives"


def played_on(table: Table, best: tuple[str, ...], other: tuple[str, ...], pairs: int) -> Estimate:
    """What games from the one reply score more than those from the other."""
    kernel, mind = kernel_of(table.ruleset), mind_of(table.ruleset, lookahead(1))

    def totals(do: tuple[str, ...]) -> list[int]:
        state = kernel.state_of(table, 0, play_turn(table.positions[0], do))
        return [sum(row) for row in mind.play_on(state, pairs, SEED)]

    return paired(totals(best), totals(other))


def surely(one: Candidate) -> Estimate | None:
    """By how much the best reply is better, if that is beyond doubt."""
    for pairs in PAIRS:
        by = played_on(one.step.turned, one.best.do, one.tempting.do, pairs)
        doubt = 3 * (by.se or 0.0) if pairs == PAIRS[-1] else 0.0
        if by.mean - doubt < SURE:
            return None
    return by


def find(ruleset: Ruleset) -> Iterator[kept.Posed]:
    """As many of each level as are wanted, one of a game, from all rounds alike."""
    missing, rounds = Counter(WITH_MODULE if ruleset.modules else BASE), Counter[int]()
    most, taken = missing.total() / ROUNDS + 1, list[tuple[Event, ...]]()  # two bots may come to the same
    made = {bot: games(ruleset, bot, MOST_GAMES) for bot in PLAYERS}
    for number in count():
        bot = PLAYERS[number % len(PLAYERS)]
        game = next(made[bot], None)
        if game is None or not missing.total():
            return
        for one in candidates(ruleset, number, bot, game):
            log = own_log(one.game.events, 0, one.step.place)
            if not missing[one.level] or rounds[one.step.place[0]] >= most or log in taken:
                continue
            if (by := surely(one)) is None:
                continue
            missing[one.level] -= 1
            rounds[one.step.place[0]] += 1
            taken.append(log)
            figures = (round(by.mean, 2), round(by.se or 0.0, 2))
            yield kept.Posed("", one.level, log, one.best.do, one.tempting.do, *figures)
            break


def write(city: str) -> None:
    """All of a city: the base game, then each module; numbered from easy to hard, the clearest first."""
    lines = []
    for modules in ((), *((module,) for module in board(city).modules)):
        ruleset = Ruleset.of(board(city), modules)
        found = sorted(find(ruleset), key=lambda one: (kept.LEVELS.index(one.level), -one.gap))
        name = game_called(ruleset.board.id, ruleset.modules)
        for number, one in enumerate(found, 1):
            lines.append(json.dumps({**asdict(one), "id": f"{name}-{number}"}, separators=(",", ":")))
        print(name, [(one.level, one.gap, one.se) for one in found], flush=True)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{city}.jsonl").write_text("\n".join([*lines, ""]), encoding="utf-8")


def doubtful() -> Iterator[str]:
    """What the evaluation of today no longer agrees with."""
    for one in kept.positions().values():
        _, (best, tempting) = weigh(replay(one.log), one.best, one.tempting)
        if not best.found or tempting.found:
            yield f"{one.id}: the best loses {best.lost:.2f}, the tempting one {tempting.lost:.2f}"


def main() -> int:
    parser = argparse.ArgumentParser(description="positions to practise")
    parser.add_argument("--cities", nargs="*", default=list(BOARDS))
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    if asked.check:
        print(*(found := list(doubtful())), f"{len(found)} of {len(kept.positions())} doubtful", sep="\n")
        return bool(found)
    for city in asked.cities:
        write(city)
    return 0


if __name__ == "__main__":
    sys.exit(main())
