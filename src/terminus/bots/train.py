"""Training the learned evaluation of a board by games that it plays against nobody but chance.

All rulesets of the board are played, the base game as often as all others together; the rate and the trace of
learning fall as the games go on. The same seed gives the same weights on the same machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from ..kernel import kernel_of
from ..kernel.native import load
from ..rules.board import Board
from ..rules.errors import BadSetup
from ..rules.mechanics import EXCLUSIVE
from ..rules.ruleset import Ruleset
from .evaluation import write

CHUNK = 128  # games of a ruleset between two lessons
Watch = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Course:
    """How to train: from the first figure to the last, evenly on the way."""

    games: int
    seed: int = 1
    rate: tuple[float, float] = (1.5e-3, 1e-5)
    trace: tuple[float, float] = (0.85, 0.1)
    explore: float = 0.02

    def check(self) -> None:
        if not 1 <= self.games <= 10**9:
            raise BadSetup(f"the number of games must be from 1 to 10^9, not {self.games}")
        if not 0 <= self.seed < 2**63:
            raise BadSetup(f"the seed must be from 0 to 2^63 − 1, not {self.seed}")


def rulesets_of(board: Board) -> list[Ruleset]:
    """The base game, each module, and the objectives with each of the others."""
    sets: list[tuple[str, ...]] = [(), *((module,) for module in board.modules)]
    if "objectives" in board.modules:
        sets += [("objectives", module) for module in board.modules if module in EXCLUSIVE]
    return [Ruleset.of(board, modules) for modules in sets]


def train(board: Board, course: Course, watch: Watch, path: Path) -> dict[str, float]:
    """Trains and keeps the weights; the mean of each ruleset's last games, explored ones included."""
    course.check()
    learner = load().Learner(course.seed)
    rulesets = rulesets_of(board)
    base, *others = (kernel_of(ruleset).native for ruleset in rulesets)
    lesson = [base] * max(1, len(others)) + others
    means: Sequence[float] = ()
    played = 0
    while played < course.games:
        gone = played / course.games
        each = min(CHUNK, -(-(course.games - played) // len(lesson)))
        rate = course.rate[0] * (course.rate[1] / course.rate[0]) ** gone
        trace = course.trace[0] + (course.trace[1] - course.trace[0]) * gone
        means = learner.study(lesson, each, rate, trace, course.explore)
        played += each * len(lesson)
        watch(min(played, course.games), course.games)
    write(path, board, learner.layers(), asdict(course))
    names = ["+".join(ruleset.modules) or "base" for ruleset in rulesets]
    return dict(zip(names, means[max(1, len(others)) - 1 :], strict=True))
