"""`terminus arena` as its user meets it: what it prints, what it keeps, and what it refuses."""

import json
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from terminus.cli import main
from terminus.kernel import installed

COMMAND = [sys.executable, "-c", "import sys; from terminus.cli import main; sys.exit(main())", "arena"]
# Slow enough to be cut off in the middle: the engine's lookahead is, the kernel's is not.
SLOW = ("toy", "mcts:1500" if installed() else "lookahead:1", "--games", "12", "--seed", "4", "--json")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in; the cache lies in it too."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def report(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["arena", *words, "--json", "--jobs", "1"]) == 0
    found = capsys.readouterr()
    assert found.err == ""
    parsed: dict[str, Any] = json.loads(found.out)
    return parsed


def figures(found: dict[str, Any]) -> list[tuple[str, int, float, float]]:
    """All but the time, which is never the same."""
    return [(row["bot"], row["games"], row["mean"], row["se"]) for row in found["bots"]]


def test_the_json_is_as_fixed_and_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("toy", "random", "greedy", "--games", "40", "--seed", "7")
    found = report(capsys, *words)
    assert set(found) == {"bots", "paired"}
    assert [set(row) for row in found["bots"]] == [{"bot", "games", "mean", "se", "cpu_s_per_game"}] * 2
    assert [(row["a"], row["b"]) for row in found["paired"]] == [("random", "greedy")]
    means = [row["mean"] for row in found["bots"]]
    assert found["paired"][0]["mean"] == pytest.approx(means[0] - means[1])
    assert all(row["cpu_s_per_game"] > 0 for row in found["bots"])
    assert figures(report(capsys, *words)) == figures(found)


def test_a_bot_plays_the_same_whoever_plays_beside_it(capsys: pytest.CaptureFixture[str]) -> None:
    alone = report(capsys, "toy", "greedy", "--games", "15")
    beside = report(capsys, "toy", "random", "greedy", "greedy", "--games", "15")
    assert figures(alone)[0] in figures(beside)
    assert beside["paired"][2] == {"a": "greedy", "b": "greedy", "mean": 0.0, "se": 0.0}


def test_modules_and_players_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    plain = report(capsys, "london", "greedy", "--games", "60")
    powers = report(capsys, "london", "greedy", "--games", "60", "--modules", "powers,objectives")
    four = report(capsys, "london", "greedy", "--games", "60", "--players", "4")
    assert powers["bots"][0]["mean"] > plain["bots"][0]["mean"] + 5
    assert four["bots"][0]["se"] < plain["bots"][0]["se"]


def test_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "toy", "random", "greedy", "--games", "5", "--jobs", "1"]) == 0
    found = capsys.readouterr().out
    assert "toy · 5 games · seed 1" in found
    assert re.search(r"greedy .* 5 ", found)
    assert "random − greedy" in found


def test_the_plot_is_an_image_with_every_bot_and_its_mean(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = report(capsys, "toy", "random", "greedy", "--games", "30", "--plot", "p.svg")
    root = ET.fromstring((folder / "p.svg").read_text())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    texts = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for row in found["bots"]:
        assert row["bot"] in texts
        assert f"{row['mean']:.1f} ± {row['se']:.2f}" in texts


def test_one_game_can_be_plotted_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = report(capsys, "toy", "random", "--games", "1", "--plot", "p.svg")
    assert found["bots"][0]["se"] is None
    ET.fromstring((folder / "p.svg").read_text())


def test_out_keeps_results_and_goes_on(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = report(capsys, "toy", "random", "greedy", "--games", "30")
    report(capsys, "toy", "random", "--games", "12", "--out", "r.jsonl")
    before = (folder / "r.jsonl").read_bytes()
    extended = report(capsys, "toy", "random", "greedy", "--games", "30", "--out", "r.jsonl")
    assert figures(extended) == figures(whole)
    assert (folder / "r.jsonl").read_bytes().startswith(before)
    kept = (folder / "r.jsonl").read_bytes()
    assert figures(report(capsys, "toy", "random", "greedy", "--games", "30", "--out", "r.jsonl")) == figures(
        whole
    )
    assert (folder / "r.jsonl").read_bytes() == kept


def test_a_board_of_the_user_s_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from terminus import boards

    text = Path(boards.__file__).with_name("toy.toml").read_text()
    (folder / "own.toml").write_text(text)
    own = report(capsys, "own.toml", "greedy", "--games", "10")
    assert figures(own) == figures(report(capsys, "toy", "greedy", "--games", "10"))


def test_a_run_that_is_over_leaves_nothing_in_the_cache(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report(capsys, "toy", "random", "--games", "5")
    assert [path for path in folder.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_cut_off_goes_on(
    folder: Path, capsys: pytest.CaptureFixture[str], how: signal.Signals
) -> None:
    process = subprocess.Popen([*COMMAND, *SLOW, "--jobs", "1"], stderr=subprocess.PIPE, text=True)
    cache = folder / "cache" / "terminus" / "arena"
    _wait_for(lambda: any(path.read_text().count("\n") > 1 for path in cache.glob("*.jsonl")))
    process.send_signal(how)
    said = process.communicate(timeout=60)[1]
    kept = next(cache.glob("*.jsonl"))
    played = sum(len(json.loads(line)["scores"]) for line in kept.read_text().splitlines()[1:])
    assert 0 < played < 12
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert "Traceback" not in said
        assert f"{played} of 12 games are played and kept in" in said
    # A mark in what was kept shows that it is taken, and not played again.
    head, first, *rest = kept.read_text().splitlines(keepends=True)
    unit = json.loads(first)
    unit["scores"][0] += 1200
    kept.write_text("".join((head, json.dumps(unit) + "\n", *rest)))
    again, fresh = report(capsys, *SLOW[:-1]), report(capsys, *SLOW[:-1], "--out", "fresh.jsonl")
    assert again["bots"][0]["mean"] == pytest.approx(fresh["bots"][0]["mean"] + 100)


def _wait_for(condition: Any) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["toy", "nope"], "there is no bot «nope»; there are random, greedy"),
        (["toy", "random", "mcts:0"], "«mcts:0»: the budget must be"),
        (["toy", "lookahead:-1"], "«lookahead:-1»: the budget must be"),
        (["toy"], "name at least one bot"),
        (["atlantis", "random"], "there is no board «atlantis»"),
        (["toy", "random", "--games", "0"], "--games must be at least 1, not 0"),
        (["toy", "random", "--games", "-4"], "--games must be at least 1, not -4"),
        (["toy", "random", "--games", "many"], "--games"),
        (["toy", "random", "--jobs", "0"], "--jobs must be at least 1"),
        (["toy", "random", "--players", "5"], "one to four can play, not 5"),
        (["toy", "random", "--modules", "trams"], "there is no module «trams»"),
        (["london", "random", "--modules", "powers", "gates"], "exclude each other"),
        (["toy", "random", "--plot", "no/where.svg"], "there is no folder no"),
        (["toy", "random", "--plot", "."], ". is a folder"),
        (["toy", "random", "--out", "no/where.jsonl"], "results cannot be kept in no/where.jsonl"),
        (["toy", "random", "--out", "diary.txt"], "diary.txt is no results file"),
        (["toy", "random", "--cluster", "nowhere", "--out", "r.jsonl"], "«nowhere» is no address"),
        (["toy", "random", "--cluster", "tcp://a:1", "--jobs", "2"], "leave one out"),
    ],
)
def test_bad_input_is_one_sentence_and_changes_nothing(
    words: list[str], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "diary.txt").write_text("dear diary\n")
    assert main(["arena", *words]) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert said in found.err
    assert found.err.count("\n") == 1
    assert [path.name for path in folder.rglob("*") if path.is_file()] == ["diary.txt"]
    assert (folder / "diary.txt").read_text() == "dear diary\n"


def test_results_of_other_arguments_are_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report(capsys, "toy", "random", "--games", "5", "--out", "r.jsonl")
    before = (folder / "r.jsonl").read_bytes()
    assert main(["arena", "toy", "random", "--games", "5", "--seed", "2", "--out", "r.jsonl"]) == 2
    assert "r.jsonl holds results for seed 1, not seed 2" in capsys.readouterr().err
    assert (folder / "r.jsonl").read_bytes() == before
