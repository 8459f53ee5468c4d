"""Work on the cores of this machine: the same results however it is cut, and none lost with a worker."""

import multiprocessing
import os
import signal
from collections.abc import Iterator

import pytest

from terminus.boards import board
from terminus.bots.arena import pool
from terminus.bots.arena.contest import Contest
from terminus.bots.arena.results import Results
from terminus.bots.arena.run import run
from terminus.bots.arena.schedule import Schedule
from terminus.bots.arena.units import Outcome, Refused, Unit, outcome_of, play_unit
from terminus.bots.arena.units import attempt as attempt_unit

CONTEST = Contest.of(board("toy"), (), 2, 3)
Scores = dict[str, list[float]]


def silent(done: int, total: int) -> None:
    pass


def alone(bot: str, games: int) -> list[float]:
    return list(play_unit(CONTEST, Unit(bot, 0, games), lambda: 0.0).scores)


def scores(games: int, bots: tuple[str, ...], jobs: int, results: Results | None = None) -> Scores:
    def play(contest: Contest, schedule: Schedule) -> Iterator[Outcome]:
        return pool.play(contest, schedule, jobs)

    played = run(CONTEST, bots, games, results or Results(CONTEST), play, silent)
    return {bot: list(found.scores) for bot, found in played.items()}


def test_the_same_games_however_they_are_cut() -> None:
    one = play_unit(CONTEST, Unit("lookahead:1", 1, 2), lambda: 0.0).scores
    assert list(one) == alone("lookahead:1", 3)[1:]


def test_a_game_of_two_counts_the_mean_of_its_seats() -> None:
    assert any(score % 1 == 0.5 for score in alone("random", 40))


def test_two_workers_play_what_one_would() -> None:
    found = scores(6, ("random", "lookahead:1"), jobs=2)
    assert found == {"random": alone("random", 6), "lookahead:1": alone("lookahead:1", 6)}
    assert not multiprocessing.active_children()


def test_nothing_is_played_twice() -> None:
    results = Results(CONTEST)
    results.add(Outcome("random", 0, tuple(range(1000, 1010)), 1.0))
    found = scores(14, ("random",), 1, results)
    assert found["random"] == [*range(1000, 1010), *alone("random", 14)[10:]]


def test_a_killed_worker_is_replaced_and_its_unit_repeated() -> None:
    schedule = Schedule({"lookahead:1": [range(6)]})
    found: dict[int, float] = {}
    killed = False
    for outcome in pool.play(CONTEST, schedule, 2):
        found.update(enumerate(outcome.scores, outcome.first))
        schedule.learn(outcome)
        if not killed:
            for child in multiprocessing.active_children():
                child.kill()
            killed = True
    assert [found[game] for game in range(6)] == alone("lookahead:1", 6)


class Deadly(pool.Worker):
    """A worker that does not live to see its unit."""

    def give(self, unit: Unit) -> None:
        assert self.process.pid is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.join()
        super().give(unit)


def test_a_unit_that_kills_every_worker_ends_in_clear_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "Worker", Deadly)
    with pytest.raises(pool.LostWorker, match=r"3 workers died .* while random played games 0 to 1") as lost:
        list(pool.play(CONTEST, Schedule({"random": [range(8)]}), 1))
    assert "exit code -9" in str(lost.value)
    assert not multiprocessing.active_children()


def test_whoever_stops_listening_leaves_no_worker_behind() -> None:
    outcomes = pool.play(CONTEST, Schedule({"random": [range(100)]}), 2)
    next(outcomes)
    assert multiprocessing.active_children()
    outcomes.close()  # type: ignore[attr-defined]
    assert not multiprocessing.active_children()


def test_what_a_worker_refuses_is_said_here() -> None:
    with pytest.raises(Refused, match="there is no bot «nope»"):
        list(pool.play(CONTEST, Schedule({"nope": [range(1)]}), 1))


def test_a_fault_keeps_its_traceback() -> None:
    broken = Unit("random", 0, "many")  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="Traceback"):
        outcome_of(attempt_unit(CONTEST, broken, lambda: 0.0))


def test_time_is_the_clock_s_difference() -> None:
    ticks = iter((10.0, 12.5))
    assert play_unit(CONTEST, Unit("random", 0, 3), lambda: next(ticks)).cpu_s == 2.5
