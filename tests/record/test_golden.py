"""Whole games, replayed: the nine samples, and the logs that together show every rule of every city."""

import json
from functools import cache
from pathlib import Path

import pytest
from tests import naive
from tests.golden.features import of_log, wanted
from tests.witness import naive_boards

from terminus.record.log import end_event, read, replay, write_line
from terminus.record.scores import score_file

FOLDER = Path(__file__).parents[1] / "golden"
SAMPLES = sorted((FOLDER / "samples").glob("*.jsonl"))
LOGS = sorted(FOLDER.glob("*.jsonl"))


def name_of(path: Path) -> str:
    return path.stem


def written(log: Path) -> dict[str, object]:
    score: dict[str, object] = json.loads(log.with_suffix(".score.json").read_text(encoding="utf-8"))
    return score


@cache
def shown(log: Path) -> set[str]:
    return of_log(log.read_text(encoding="utf-8"))


def test_there_are_nine_samples() -> None:
    assert len(SAMPLES) == 9


@pytest.mark.parametrize("log", [*SAMPLES, *LOGS], ids=name_of)
def test_a_log_scores_as_written(log: Path) -> None:
    expected = written(log)
    found = score_file(replay(log.read_bytes()))
    assert {key: found[key] for key in expected} == expected  # the samples tell no solo rating


@pytest.mark.parametrize("log", LOGS, ids=name_of)
def test_the_witness_agrees(log: Path) -> None:
    game = naive.replay(log.read_text(encoding="utf-8").splitlines(), naive_boards())
    assert naive.score(game) == written(log)


@pytest.mark.parametrize("log", [*SAMPLES, *LOGS], ids=name_of)
def test_a_log_may_stop_after_any_line(log: Path) -> None:
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    flips = [number for number, line in enumerate(lines) if '"flip"' in line]
    for length in {1, *flips[::7], len(lines) - 2}:
        assert score_file(replay("".join(lines[:length])))["winners"] is None


@pytest.mark.parametrize("log", [*SAMPLES, *LOGS], ids=name_of)
def test_the_end_event_is_the_one_that_the_game_gives(log: Path) -> None:
    events = [event for _, event in read(log.read_bytes())]
    table = replay(events)
    assert table.over == (log.stem != "london-stopped")
    if table.over and events[-1]["event"] != "end":
        replay([*events, end_event(table)])
    if events[-1]["event"] == "end":
        assert events[-1] == end_event(table)


@pytest.mark.parametrize("log", LOGS, ids=name_of)
def test_print_undoes_read(log: Path) -> None:
    text = log.read_text(encoding="utf-8")
    assert "".join(write_line(event) for _, event in read(text)) == text


def test_the_logs_show_everything() -> None:
    found: set[str] = set().union(*map(shown, LOGS))
    assert wanted() - found == set()
