"""What holds for every command: help, one sentence for what is wrong, quiet ends."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from terminus.cli import COMMANDS, main

from .conftest import SAMPLES, Refused, Run

COMMAND = [sys.executable, "-c", "import sys; from terminus.cli import main; sys.exit(main())"]


def test_help_lists_every_command_and_loads_none(run: Run) -> None:
    listing = run("--help").stdout.decode()
    assert all(name in listing for name in COMMANDS)
    probe = "import sys; from terminus.cli import main; main(['--help']); print('textual' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert shown.stdout.endswith("False\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert f"terminus {command}" in capsys.readouterr().out


def test_every_command_about_boards_says_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "--help"]) == 0
    listed = [line.strip("│ ").split(None, 1) for line in capsys.readouterr().out.splitlines() if "│" in line]
    assert {name for name, *_ in listed} >= {"check", "publish", "report", "unpublish"}
    assert all(len(line) == 2 for line in listed)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.strip()[0].isdigit()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("fly",), 'Unknown command "fly"'),
        (("score",), "LOG"),
        (("show", "atlantis"), "there is no board «atlantis»"),
        (("show", "atlantis.toml"), "there is no file atlantis.toml"),
        (("bench", "london", "--seconds", "soon"), "soon"),
        (("bench", "london", "--seconds", "0"), "--seconds must be more than 0"),
    ],
)
def test_one_sentence(words: tuple[str, ...], sentence: str, refused: Refused) -> None:
    assert sentence in refused(*words)


def test_a_reader_that_goes_away_is_no_error_to_talk_about() -> None:
    shown = subprocess.Popen([*COMMAND, "show", "london"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert shown.stdout is not None
    shown.stdout.close()
    _, complaint = shown.communicate(timeout=60)
    assert (shown.returncode, complaint) == (2, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="NO /dev/full on this machine")
def test_a_full_disk_is_one_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        shown = subprocess.run([*COMMAND, "show", "london"], stdout=full, stderr=subprocess.PIPE, timeout=60)
    assert shown.returncode == 2
    assert shown.stderr.count(b"\n") == 1
    assert b"No space left" in shown.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("score", "-"), "standard input is closed"),
        (("play",), "there is no terminal to play in; use --plain to play in lines of text"),
        (("play", "--plain"), "standard input is closed, so nobody can play"),
    ],
)
def test_closed_standard_input_is_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    done = subprocess.run(["bash", "-c", '"$@" <&-', "-", *COMMAND, *words], capture_output=True, timeout=60)
    assert (done.returncode, done.stderr.decode()) == (2, f"terminus: {sentence}\n")


@pytest.mark.parametrize("words", [("show", "london"), ("score", str(SAMPLES / "london.jsonl"))])
def test_closed_standard_output_is_no_error(words: tuple[str, ...]) -> None:
    done = subprocess.run(["bash", "-c", '"$@" >&-', "-", *COMMAND, *words], capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_terminal_that_cannot_show_the_signs() -> None:
    shown = subprocess.run(
        [*COMMAND, "show", "london"],
        capture_output=True,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
    )
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert b"Departures: P purple" in shown.stdout


def test_interrupting_is_quiet(tmp_path: Path) -> None:
    playing = subprocess.Popen(
        [*COMMAND, "play", "--plain"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert playing.stdout is not None
    while not playing.stdout.readline().startswith(b"  1. "):
        time.sleep(0.01)
    os.kill(playing.pid, signal.SIGINT)
    _, complaint = playing.communicate(timeout=60)
    assert (playing.returncode, complaint) == (130, b"")


def test_show_prints_the_sheets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(SAMPLES / "london.jsonl")]) == 0
    page = capsys.readouterr().out
    assert "seat 0: 109 points" in page
    assert "K pink: " in page
    assert "seat 0 wins." in page
    assert "\x1b" not in page


def test_show_prints_a_board_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from importlib import resources

    toy = resources.files("terminus.boards").joinpath("toy.toml").read_text("utf-8")
    (tmp_path / "mine.toml").write_text(toy)
    assert main(["show", str(tmp_path / "mine.toml")]) == 0
    assert "Departures: R red b1" in capsys.readouterr().out


def test_show_says_what_a_board_notes_about_itself(capsys: pytest.CaptureFixture[str]) -> None:
    main(["show", "tokyo"])
    assert "Our own layout, not the printed one" in capsys.readouterr().out


def test_bench_measures_both_bots_on_the_engine(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "toy", "--reference", "--seconds", "0.01", "--json"]) == 0
    rates = json.loads(capsys.readouterr().out)
    assert set(rates) == {"random_games_per_s", "greedy_games_per_s"}
    assert all(rate > 0 for rate in rates.values())
