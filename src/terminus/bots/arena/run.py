"""Runs a contest to its end: plays what the results lack and keeps each chunk as it comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from .contest import Contest
from .results import Results
from .schedule import Schedule
from .statistics import Played
from .units import Outcome

Play = Callable[[Contest, Schedule], Iterator[Outcome]]
Watch = Callable[[int, int], None]  # games played, games to play


def run(
    contest: Contest, bots: Sequence[str], games: int, results: Results, play: Play, watch: Watch
) -> dict[str, Played]:
    """What every bot scored in games 0 … games − 1. Whatever stops it, what was finished is in `results`."""
    schedule = Schedule({bot: results.missing(bot, games) for bot in bots})
    watch(0, schedule.total)
    for outcome in play(contest, schedule) if schedule.total else ():
        results.add(outcome)
        schedule.learn(outcome)
        watch(schedule.done, schedule.total)
    return {bot: results.played(bot, games) for bot in bots}
