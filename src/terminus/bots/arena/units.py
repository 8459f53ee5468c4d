"""A unit of work: one bot plays some games in a row. The same on this machine and on a cluster."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean

from ...rules.errors import Sentence, TerminusError
from ..games import seed_of
from ..players import Player
from ..registry import player
from .contest import Contest
from .luck import LuckJudge

Clock = Callable[[], float]  # CPU seconds


class Refused(TerminusError):
    """A bot that cannot play this contest."""


@dataclass(frozen=True, slots=True)
class Unit:
    bot: str
    first: int
    count: int
    weights: str | None = None  # by which the luck of its games is judged, if it is


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of each game, the mean of its seats, by these weights, and the CPU seconds of judging."""

    by_game: tuple[float, ...]
    weights: str
    cpu_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """The score of each game, the mean of its seats, and the CPU seconds of playing them all."""

    bot: str
    first: int
    scores: tuple[float, ...]
    cpu_s: float
    luck: Luck | None = None

    def values(self) -> tuple[float, ...]:
        """What bots are compared by: the scores, with the luck taken off if it was judged."""
        if self.luck is None:
            return self.scores
        return tuple(score - luck for score, luck in zip(self.scores, self.luck.by_game, strict=True))


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong: a sentence for a person, or the traceback of a fault in the program."""

    text: str
    fault: bool


@lru_cache(maxsize=32)
def _player(contest: Contest, bot: str) -> Player:
    return player(bot, contest.ruleset)


def play_unit(contest: Contest, unit: Unit, clock: Clock) -> Outcome:
    """Play a unit. Dealing, getting ready and judging are not the bot's work and not on its clock."""
    if unit.weights is not None:
        return _play_judged(contest, unit, unit.weights, clock)
    numbers = range(unit.first, unit.first + unit.count)
    games = [contest.game(number) for number in numbers]
    seeds = [seed_of(contest.seed, number, unit.bot) for number in numbers]
    play = _player(contest, unit.bot)(games, seeds)
    began = clock()
    totals = play()
    cpu_s = clock() - began
    return Outcome(unit.bot, unit.first, tuple(map(_mean, totals)), cpu_s)


def _play_judged(contest: Contest, unit: Unit, weights: str, clock: Clock) -> Outcome:
    """A game at a time, because the trail of a game takes much more room than its score."""
    judge = LuckJudge(contest.ruleset)
    if judge.weights != weights:
        raise Refused(
            Sentence(
                "luck is judged by the weights {asked}, but a worker has {found}",
                asked=weights,
                found=judge.weights,
            )
        )
    scores, lucks, played_s, judged_s = list[float](), list[float](), 0.0, 0.0
    for number in range(unit.first, unit.first + unit.count):
        trails = judge.trails()
        seed = seed_of(contest.seed, number, unit.bot)
        play = _player(contest, unit.bot)([contest.game(number)], [seed], trails)
        began = clock()
        [totals] = play()
        played = clock()
        lucks.append(fmean(judge.lucks(trails)))
        played_s, judged_s = played_s + played - began, judged_s + clock() - played
        scores.append(_mean(totals))
    return Outcome(unit.bot, unit.first, tuple(scores), played_s, Luck(tuple(lucks), weights, judged_s))


def _mean(totals: tuple[int, ...]) -> float:
    return totals[0] if len(totals) == 1 else sum(totals) / len(totals)


def attempt(contest: Contest, unit: Unit, clock: Clock) -> Outcome | Failure:
    """`play_unit` for a worker: what goes wrong comes back as a value that can be sent."""
    try:
        return play_unit(contest, unit, clock)
    except TerminusError as error:
        return Failure(error.sentence, fault=False)
    except Exception:
        return Failure(traceback.format_exc(), fault=True)


def outcome_of(answer: Outcome | Failure) -> Outcome:
    """The outcome; what went wrong in a worker is raised here."""
    match answer:
        case Outcome():
            return answer
        case Failure(text, fault=False):
            raise Refused(text)
        case Failure(text):
            raise RuntimeError(f"a bot failed in a worker:\n{text}")
