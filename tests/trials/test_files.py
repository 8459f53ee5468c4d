"""The trial of hostile files, a small share of it; and that it would see what is wrong."""

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from bench.trials import files
from bench.trials.files import GOOD, Desk, Ended, faults, run
from bench.trials.hostile import OFTEN, WAYS, hostile, logs


def test_hostile_files_are_refused_in_a_line() -> None:
    figures, wrong = run(60, seed=5, processes=1)
    assert not wrong
    refused = re.search(r"(\d+) refused", figures)
    assert refused
    assert int(refused[1]) > 30


def test_there_are_logs_of_every_kind() -> None:
    for has in ('"seal"', '"city"', '"event": "sheets"', '"special"'):
        assert sum(has in log.replace('":"', '": "') for log in logs()) >= OFTEN, has


def test_every_way_is_gone_and_again_the_same() -> None:
    made = [hostile(number, seed=5) for number in range(200)]
    assert {file.way for file in made} == {way.__name__ for way in WAYS}
    assert made[:40] == [hostile(number, seed=5) for number in range(40)]


@pytest.mark.parametrize(
    ("command", "code", "out", "err", "fine"),
    [
        ("score FILE", 0, "12\n", "", True),
        ("score FILE", 2, "", "terminus: no\n", True),
        ("verify FILE", 1, "", "terminus: broken\n", True),
        ("board check FILE", 2, "", "a: one\na: two\n", True),
        ("score FILE", 1, "", "terminus: no\n", False),
        ("score FILE", -24, "", "", False),
        ("score FILE", 2, "", "", False),
        ("score FILE", 2, "", "terminus: no\nand more\n", False),
        ("score FILE", 2, "", f"terminus: {'x' * 9999}\n", False),
        ("score FILE", 2, "12\n", "terminus: no\n", False),
        ("score FILE", 0, "", "a warning\n", False),
        ("score FILE", 0, "\x1b[2J", "", False),
        ("score FILE", 2, "", "terminus: \u202eno\n", False),
        ("verify FILE", 1, "", "Traceback (most recent call last):\n", False),
    ],
)
def test_what_is_wrong_with_an_end_is_seen(command: str, code: int, out: str, err: str, fine: bool) -> None:
    assert (not list(faults(command, Ended(code, out.encode(), err.encode())))) == fine


def raising(_: Sequence[str]) -> int:
    raise ValueError


def endless(_: Sequence[str]) -> int:
    while True:
        pass


def greedy(_: Sequence[str]) -> int:
    return len(bytearray(2 * files.MEMORY))


def quitting(_: Sequence[str]) -> int:
    sys.exit("I will not")


@pytest.mark.parametrize("command", [raising, endless, greedy, quitting])
def test_a_command_that_fails_is_seen(
    command: Callable[[Sequence[str]], int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "terminus", command)
    monkeypatch.setattr(files, "SECONDS", 1)
    (tmp_path / "in").touch()
    assert list(faults("score FILE", Desk(tmp_path).forked(["score"])))


def test_a_wrong_score_a_wrong_proof_and_a_wrong_picture_are_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert files._miscounted(GOOD, {"seats": []})
    monkeypatch.setattr(files, "proven_by_terminus", lambda file: True)
    not_sealed = tmp_path / "log.jsonl"
    not_sealed.write_bytes(GOOD.read_bytes())
    assert files._unproven(not_sealed)
    for name in ("picture.svg", "picture.png", "picture.pdf", "picture.html"):
        (tmp_path / name).write_text("<svg>\x00")
        assert files._unreadable(tmp_path / name)
