"""Training the learned evaluation of a board by games that it plays against nobody but chance.

All rulesets of the board are played, the base game as often as all others together; the rate and the trace of
learning fall as the games go on. There are two courses: a first, cheap one from nothing, and one that refines
what was learned before. In half the games of the second somebody weaker plays, so that sheets which strong
play never leads to are judged as fairly. The same seed gives the same weights on the same machine, unless the
courses are as long as some seconds and not as so many games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import inf
from pathlib import Path
from time import thread_time
from typing import Any

from ..kernel import kernel_of
from ..kernel.native import load
from ..rules.board import Board
from ..rules.errors import BadSetup, Sentence
from ..rules.mechanics import EXCLUSIVE
from ..rules.ruleset import Ruleset
from .evaluation import DIGEST, file_of, read_for

Watch = Callable[[int, int], None]
MOST_GAMES = 10**9
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
    seconds: float = inf  # of the processor, after which it is over however many games are left

    def gone(self, played: int, spent: float) -> float:
        """How much of it is over, of 1."""
        return min(1.0, max(played / self.games, spent / self.seconds))


def studying(games: int, seconds: float = inf) -> Course:
    """The first course, from nothing."""
    return Course(games, rate=(1.5e-3, 1e-5), trace=(0.85, 0.1), chunk=128, seconds=seconds)


def refining(games: int, seconds: float = inf) -> Course:
    """The second course, from what was learned before."""
    return Course(games, rate=(3e-4, 1e-5), trace=(0.7, 0.3), chunk=16, astray=0.5, seconds=seconds)


@dataclass(frozen=True, slots=True)
class Training:
    """What to do: so many games of each course. With weights to start from the first one is left out."""

    games: int
    refine: int = 0
    seed: int = 1
    start: Path | None = None
    seconds: float = inf  # of the processor: half of them for each course, if there are two

    @classmethod
    def within(cls, seconds: float, seed: int = 1) -> Training:
        """As many games of both courses as there are seconds for."""
        return cls(MOST_GAMES, MOST_GAMES, seed, seconds=seconds)

    def check(self) -> None:
        if not self.start and not 1 <= self.games <= MOST_GAMES:
            raise BadSetup(
                Sentence("the number of games must be from 1 to 10^9, not {games}", games=self.games)
            )
        if not 0 <= self.refine <= MOST_GAMES:
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


def train(board: Board, training: Training, watch: Watch) -> tuple[bytes, dict[str, float]]:
    """The file of the weights, and the mean of each ruleset's last games, weaker players' included."""
    training.check()
    how: dict[str, Any] = {"seed": training.seed}
    means: dict[str, float] = {}
    each = training.seconds / (1 + bool(training.refine and not training.start))
    if training.start:
        header, net = read_for(board, training.start)
        how["start"] = _history(header)
    else:
        learner = load().Learner(training.seed)
        course = studying(training.games, each)
        means, told = _follow(board, course, learner.study, _part(watch, 0, training))
        net, how["study"] = learner.taught(), told
    if training.refine:
        learner = load().Learner(training.seed, net)
        course = refining(training.refine, each)
        means, told = _follow(
            board, course, learner.refine, _part(watch, 0 if training.start else 1, training)
        )
        net, how["refine"] = learner.taught(), told
    return file_of(board, net.layers(), how), means


def _history(header: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in header.items() if key not in ("format", "board", DIGEST)}


def _part(watch: Watch, before: int, training: Training) -> Callable[[int, float], None]:
    """The progress of one course as progress of the whole: in games, or in thousandths of the time."""
    games = [] if training.start else [training.games]
    games += [training.refine] if training.refine else []
    if training.seconds < inf:
        return lambda played, gone: watch(round(1000 * (before + gone) / len(games)), 1000)
    return lambda played, gone: watch(sum(games[:before]) + min(played, games[before]), sum(games))


def _follow(
    board: Board, course: Course, study: Study, watch: Callable[[int, float], None]
) -> tuple[dict[str, float], dict[str, Any]]:
    """The mean of each ruleset's last games, and what there is to say of how it went."""
    rulesets = rulesets_of(board)
    base, *others = (kernel_of(ruleset).native for ruleset in rulesets)
    lesson = [base] * max(1, len(others)) + others
    means: Sequence[float] = ()
    played, gone, began = 0, 0.0, thread_time()
    while gone < 1 or not played:
        each = min(course.chunk, -(-(course.games - played) // len(lesson)))
        rate = course.rate[0] * (course.rate[1] / course.rate[0]) ** gone
        trace = course.trace[0] + (course.trace[1] - course.trace[0]) * gone
        means = study(lesson, each, rate, trace, course.explore, course.astray)
        played += each * len(lesson)
        gone = course.gone(played, thread_time() - began)
        watch(played, gone)
    names = ["+".join(ruleset.modules) or "base" for ruleset in rulesets]
    last = dict(zip(names, means[max(1, len(others)) - 1 :], strict=True))
    return last, _told(course, played)


def _told(course: Course, played: int) -> dict[str, Any]:
    """A course as it is written down: one that was cut off by time with the games that it had."""
    told = asdict(replace(course, games=min(played, course.games)))
    if course.seconds == inf:
        del told["seconds"]
    return told
