"""A test that looks after every game: seldom wrong about bots that are alike, and soon sure of others."""

import json
from collections.abc import Callable
from math import log, sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest

from terminus.boards import board
from terminus.bots.arena.contest import Contest
from terminus.bots.arena.question import Question
from terminus.bots.arena.sequential import FIRST, Evidence, fixed_size
from terminus.bots.arena.units import Outcome, Unit, play_unit
from terminus.cli import main

ALPHA = 0.05
RUNS, GAMES = 400, 400


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def report(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["arena", *words, "--json", "--until-sure"]) == 0
    parsed: dict[str, Any] = json.loads(capsys.readouterr().out)
    for row in parsed["bots"]:
        del row["cpu_s_per_game"]
    return parsed


def sure_after(values: list[float], mean: float = 0.0) -> int | None:
    evidence = Evidence()
    for games, value in enumerate(values, 1):
        evidence.add(value)
        if evidence.refutes(mean, ALPHA):
            return games
    return None


DRAWS: dict[str, Callable[[Random], float]] = {
    "a bell": lambda rng: rng.gauss(0, 8),
    "one point or none": lambda rng: float(rng.choice((-1, 0, 1))),
    "seldom, and then much": lambda rng: rng.choice((-40.0, 40.0)) if rng.random() < 0.05 else 0.0,
    "as uneven as any two bots": lambda rng: rng.gammavariate(16, 2) - 32,  # the skewness is 0.5
    "ever larger": lambda rng: rng.choice((-1, 1)) * rng.paretovariate(1.0),
}


@pytest.mark.parametrize("how", DRAWS)
def test_bots_that_are_alike_are_seldom_told_apart(how: str) -> None:
    rng = Random(how)
    wrong = sum(sure_after([DRAWS[how](rng) for _ in range(GAMES)]) is not None for _ in range(RUNS))
    assert wrong / RUNS <= ALPHA


def test_looking_after_every_game_with_a_test_of_fixed_size_would_be_wrong() -> None:
    """What the sequential test is for, and that the one above can fail."""
    rng, wrong = Random(3), 0
    for _ in range(RUNS):
        total = squares = 0.0
        for games in range(1, GAMES + 1):
            value = rng.gauss(0, 8)
            total, squares = total + value, squares + value * value
            if games >= FIRST and abs(total) > 1.96 * sqrt(squares):
                wrong += 1
                break
    assert wrong / RUNS > 4 * ALPHA


def test_the_interval_holds_the_truth_whenever_one_stops() -> None:
    rng = Random(8)
    wrong = sum(
        sure_after([rng.gauss(5, 8) for _ in range(GAMES)], mean=5.0) is not None for _ in range(RUNS)
    )
    assert wrong / RUNS <= ALPHA


def test_other_bots_are_told_apart_soon() -> None:
    rng = Random(4)
    taken = [sure_after([rng.gauss(4, 8) for _ in range(GAMES)]) for _ in range(100)]
    assert all(taken)
    assert sum(filter(None, taken)) / len(taken) < 80


def test_the_interval_ends_where_a_mean_is_refuted() -> None:
    rng, evidence = Random(5), Evidence()
    assert evidence.interval(ALPHA) == (None, None)
    for _ in range(100):
        evidence.add(rng.gauss(3, 5))
    low, high = evidence.interval(ALPHA)
    assert low is not None
    assert high is not None
    assert low < evidence.all.total / 100 < high
    for end, way in ((low, -1), (high, 1)):
        assert evidence.against(end) == pytest.approx(-log(ALPHA), abs=1e-3)
        assert evidence.refutes(end + way, ALPHA)
        assert not evidence.refutes(end - way * 0.01, ALPHA)


def test_few_games_and_games_without_a_difference_say_nothing() -> None:
    assert sure_after([1000.0] * (FIRST - 1)) is None
    assert sure_after([0.0] * 500) is None


def test_the_size_of_a_fixed_test_by_the_book() -> None:
    assert fixed_size(5.0, 10.0, 0.05) == 43  # (1.960 + 1.282)² · 10² / 5² = 42.03
    assert fixed_size(0.0, 10.0, 0.05) is None


def test_the_order_of_hearing_does_not_matter() -> None:
    rng = Random(6)
    scores = {"a": [rng.gauss(3, 5) for _ in range(90)], "b": [rng.gauss(0, 5) for _ in range(90)]}
    chunks = [
        Outcome(bot, at, tuple(values[at : at + 9]), 0.0)
        for bot, values in scores.items()
        for at in range(0, 90, 9)
    ]
    answers = []
    for seed in range(4):
        Random(seed).shuffle(chunks)
        question = Question(["a", "b"], 90, ALPHA)
        for chunk in chunks:
            question.hear(chunk)
        answers.append((question.facts(), question.answer(("a", "b"))))
    assert answers[0][0]["answered"]
    assert answers[0][1]["better"] == "a"
    assert answers == answers[:1] * 4


def test_several_pairs_share_the_risk() -> None:
    assert Question(["a", "b", "c"], 10, 0.06).share == pytest.approx(0.02)


def test_real_bots_that_are_alike(capsys: pytest.CaptureFixture[str]) -> None:
    """`medium` is `greedy` with other dice."""
    contest, runs, games, wrong = Contest.of(board("toy"), (), 1, 3), 60, 100, 0
    played = {
        bot: play_unit(contest, Unit(bot, 0, runs * games), lambda: 0.0).scores
        for bot in ("greedy", "medium")
    }
    assert played["greedy"] != played["medium"]
    for at in range(0, runs * games, games):
        question = Question(list(played), games, ALPHA)
        for bot, scores in played.items():
            question.hear(Outcome(bot, 0, scores[at : at + games], 0.0))
        wrong += question.answered
    assert wrong / runs <= ALPHA


def test_it_stops_early_and_says_what_that_saved(capsys: pytest.CaptureFixture[str]) -> None:
    found = report(capsys, "toy", "greedy", "points:1", "--games", "1000", "--jobs", "1")
    sure, [pair] = found["sure"], found["paired"]
    assert sure["alpha"] == 0.05
    assert sure["answered"]
    assert sure["games"] + sure["saved"] == 1000
    assert sure["games"] < 200
    assert [row["games"] for row in found["bots"]] == [sure["games"]] * 2
    assert pair["sure"]["better"] == "points:1"
    assert pair["sure"]["after"] == sure["games"]
    assert pair["sure"]["low"] < pair["mean"] < pair["sure"]["high"] < 0


def test_it_is_the_same_with_two_workers_and_when_a_file_holds_more(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("toy", "greedy", "points:1", "--games", "300")
    found = report(capsys, *words, "--jobs", "1")
    assert found["sure"]["saved"] > 0
    assert report(capsys, *words, "--jobs", "2") == found
    assert main(["arena", *words, "--out", "r.jsonl", "--jobs", "2"]) == 0
    kept = Path("r.jsonl").read_bytes()
    capsys.readouterr()
    assert report(capsys, *words, "--out", "r.jsonl") == found
    assert Path("r.jsonl").read_bytes() == kept


def test_it_gives_up_after_as_many_games_as_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    found = report(capsys, "toy", "greedy", "medium", "--games", "30", "--jobs", "1")
    assert found["sure"] == {"alpha": 0.05, "answered": False, "games": 30, "saved": 0}
    assert found["paired"][0]["sure"]["better"] is None
    assert main(["arena", "toy", "greedy", "medium", "--games", "30", "--until-sure", "--jobs", "1"]) == 0
    assert "not sure after 30 games (α = 0.05)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["greedy"], "--until-sure compares bots: name two of them at least"),
        (["greedy", "greedy"], "--until-sure compares bots"),
        (["greedy", "random", "--alpha", "0"], "--alpha must lie between 0 and 1, not 0"),
        (["greedy", "random", "--alpha", "nan"], "--alpha must lie between 0 and 1, not nan"),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "toy", *words, "--until-sure"]) == 2
    assert said in capsys.readouterr().err


def test_a_risk_without_a_question_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "toy", "greedy", "random", "--alpha", "0.1"]) == 2
    assert "--alpha is the risk of --until-sure" in capsys.readouterr().err
