"""Training the learned evaluation of a board by games that it plays against nobody but chance.

All rulesets of the board are played, the base game as often as all others together; the rate and the trace of
learning fall as the games go on. There are two courses: a first, cheap one from nothing, and one that refines
what was learned before. In half the games of the second somebody weaker plays, so that sheets which strong
play never leads to are judged as fairly. The same seed gives the same weights on the same machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..kernel import kernel_of
from ..kernel.native import load
from ..rules.board import Board
from ..rules.errors import BadSetup, Sentence
from ..rules.mechanics import EXCLUSIVE
from ..rules.ruleset import Ruleset
from .evaluation import DIGEST, read_for, write

Watch = Callable[[int, int], None]
Study = Callable[[list[Any], int, float, float, float, float], Sequence[float]]


@dataclass(frozen=True, slots=True)
class Course:
    """How to learn: from the first figure to the last, evenly on the way."""

    games: int
    rate: tuple[float, float]
    trace: tuple[float, float]
    chunk: int  # games of a ruleset between two lessons
    explore: float = 0.02
    astray: float = 0.0  # in how many of the games somebody weaker plays


def studying(games: int) -> Course:
    """The first course, from nothing."""
    return Course(games, rate=(1.5e-3, 1e-5), trace=(0.85, 0.1), chunk=128)


def refining(games: int) -> Course:
    """The second course, from what was learned before."""
    return Course(games, rate=(3e-4, 1e-5), trace=(0.7, 0.3), chunk=16, astray=0.5)


@dataclass(frozen=True, slots=True)
class Training:
    """What to do: so many games of each course. With weights to start from the first one is left out."""

    games: int
    refine: int = 0
    seed: int = 1
    start: Path | None = None

    def check(self) -> None:
        if not self.start and not 1 <= self.games <= 10**9:
            raise BadSetup(
                Sentence("the number of games must be from 1 to 10^9, not {games}", games=self.games)
            )
        if not 0 <= self.refine <= 10**9:
            raise BadSetup(
                Sentence(
                    "the number of games to refine by must be from 0 to 10^9, not {games}", games=self.refine
                )
            )
        if self.start and not self.refine:
            raise BadSetup(
                Sentence("weights to start from are there to be refined: say by how many games (--refine)")
            )
        if not 0 <= self.seed < 2**63:
            raise BadSetup(Sentence("the seed must be from 0 to 2^63 − 1, not {seed}", seed=self.seed))


def rulesets_of(board: Board) -> list[Ruleset]:
    """The base game, each module, and the objectives with each of the others."""
    sets: list[tuple[str, ...]] = [(), *((module,) for module in board.modules)]
    if "objectives" in board.modules:
        sets += [("objectives", module) for module in board.modules if module in EXCLUSIVE]
    return [Ruleset.of(board, modules) for modules in sets]


def train(board: Board, training: Training, watch: Watch, path: Path) -> dict[str, float]:
    """Trains and keeps the weights; the mean of each ruleset's last games, weaker players' included."""
    training.check()
    how: dict[str, Any] = {"seed": training.seed}
    means: dict[str, float] = {}
    if training.start:
        header, net = read_for(board, training.start)
        how["start"] = _history(header)
    else:
        learner = load().Learner(training.seed)
        course = studying(training.games)
        means = _follow(board, course, learner.study, _part(watch, 0, training))
        net, how["study"] = learner.taught(), asdict(course)
    if training.refine:
        learner = load().Learner(training.seed, net)
        course = refining(training.refine)
        before = 0 if training.start else training.games
        means = _follow(board, course, learner.refine, _part(watch, before, training))
        net, how["refine"] = learner.taught(), asdict(course)
    write(path, board, net.layers(), how)
    return means


def _history(header: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in header.items() if key not in ("format", "board", DIGEST)}


def _part(watch: Watch, before: int, training: Training) -> Watch:
    """The progress of one course as progress of the whole."""
    total = training.refine + (0 if training.start else training.games)
    return lambda done, _: watch(before + done, total)


def _follow(board: Board, course: Course, study: Study, watch: Watch) -> dict[str, float]:
    rulesets = rulesets_of(board)
    base, *others = (kernel_of(ruleset).native for ruleset in rulesets)
    lesson = [base] * max(1, len(others)) + others
    means: Sequence[float] = ()
    played = 0
    while played < course.games:
        gone = played / course.games
        each = min(course.chunk, -(-(course.games - played) // len(lesson)))
        rate = course.rate[0] * (course.rate[1] / course.rate[0]) ** gone
        trace = course.trace[0] + (course.trace[1] - course.trace[0]) * gone
        means = study(lesson, each, rate, trace, course.explore, course.astray)
        played += each * len(lesson)
        watch(min(played, course.games), course.games)
    names = ["+".join(ruleset.modules) or "base" for ruleset in rulesets]
    return dict(zip(names, means[max(1, len(others)) - 1 :], strict=True))
