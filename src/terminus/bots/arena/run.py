"""Runs a contest to its end: plays what the results lack and keeps each chunk as it comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from .contest import Contest
from .question import Question
from .results import Results
from .schedule import Schedule
from .statistics import Played
from .units import Outcome

Play = Callable[[Contest, Schedule], Iterator[Outcome]]
Watch = Callable[[int, int], None]  # games played, games to play


def run(
    contest: Contest,
    bots: Sequence[str],
    games: int,
    results: Results,
    play: Play,
    watch: Watch,
    *,
    weights: str | None = None,
    question: Question | None = None,
) -> dict[str, Played]:
    """What every bot scored in games 0 … games − 1. Whatever stops it, what was finished is in `results`.

    With weights the luck of the games is judged by them. With a question it ends when that is answered, and
    only the games that it took are given.
    """
    schedule = Schedule({bot: results.missing(bot, games, weights) for bot in bots}, weights)
    if question is not None:
        for chunk in [chunk for bot in bots for chunk in results.chunks(bot, weights)]:
            _ask(question, chunk, schedule)
    watch(0, schedule.total)
    for outcome in play(contest, schedule) if schedule.total else ():
        results.add(outcome)
        schedule.learn(outcome)
        if question is not None:
            _ask(question, outcome, schedule)
        watch(schedule.done, schedule.total)
    count = games if question is None else question.games
    return {bot: results.played(bot, count, weights) for bot in bots}


def _ask(question: Question, outcome: Outcome, schedule: Schedule) -> None:
    question.hear(outcome)
    if question.answered:
        schedule.stop()
