"""A unit of work: one bot plays some games in a row. The same on this machine and on a cluster."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from ...rules.errors import TerminusError
from ..games import seed_of
from ..players import Player
from ..registry import player
from .contest import Contest

Clock = Callable[[], float]  # CPU seconds


class Refused(TerminusError):
    """A bot that cannot play this contest."""


@dataclass(frozen=True, slots=True)
class Unit:
    bot: str
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The score of each game, the mean of its seats, and the CPU seconds of playing them all."""

    bot: str
    first: int
    scores: tuple[float, ...]
    cpu_s: float


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong: a sentence for a person, or the traceback of a fault in the program."""

    text: str
    fault: bool


@lru_cache(maxsize=32)
def _player(contest: Contest, bot: str) -> Player:
    return player(bot, contest.ruleset)


def play_unit(contest: Contest, unit: Unit, clock: Clock) -> Outcome:
    """Play a unit. Dealing and getting ready are not the bot's work, so they are not on the clock."""
    numbers = range(unit.first, unit.first + unit.count)
    games = [contest.game(number) for number in numbers]
    seeds = [seed_of(contest.seed, number, unit.bot) for number in numbers]
    play = _player(contest, unit.bot)(games, seeds)
    began = clock()
    totals = play()
    cpu_s = clock() - began
    return Outcome(unit.bot, unit.first, tuple(map(_mean, totals)), cpu_s)


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
