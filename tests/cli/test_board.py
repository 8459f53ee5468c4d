"""`terminus board check`: the counts of a playable board, or every fault on a line of its own."""

from importlib import resources
from pathlib import Path

import pytest

from terminus.cli import main

TOY = resources.files("terminus.boards").joinpath("toy.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("board", "counts"),
    [
        ("london", "53 stations, 155 sections, 13 districts, 24 sections under the river"),
        ("tokyo", "52 stations, 132 sections, 13 districts, 8 stations on the loop"),
        ("paris", "53 stations, 157 sections, 13 districts, 8 aerial crossings"),
    ],
)
def test_a_playable_board(board: str, counts: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "check", board]) == 0
    assert f"{board} is a playable board: {counts}" in capsys.readouterr().out


def check(text: str, folder: Path) -> int:
    (folder / "mine.toml").write_text(text)
    return main(["board", "check", str(folder / "mine.toml")])


def test_a_file_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(TOY, tmp_path) == 0
    assert "mine.toml is a playable board: 13 stations" in capsys.readouterr().out


def test_every_fault_has_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(TOY.replace("C . S . T", "C X S . Y"), tmp_path) == 2
    printed = capsys.readouterr()
    faults = printed.err.splitlines()
    assert printed.out == ""
    assert len(faults) == 2
    assert faults[0].endswith("mine.toml: stations: b0: unknown symbol «X»")
    assert "e0" in faults[1]


def test_two_faults_of_different_kinds_are_both_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(TOY.replace("C . S . T", "C X S . T").replace('red = "b1"', 'red = "d3"'), tmp_path) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1, "d3 is a station"
    assert check(TOY.replace("C . S . T", "C X S . T").replace('red = "b1"', 'red = "c3"'), tmp_path) == 2
    told = capsys.readouterr().err.splitlines()
    assert [line.partition("mine.toml: ")[2] for line in told] == [
        "stations: b0: unknown symbol «X»",
        "departures.red: there is no station at «c3»",
    ]


def test_of_endless_faults_the_first_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check("".join(f"k{n} = 1\n" for n in range(5000)) + TOY, tmp_path) == 2
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 101
    assert told[0].startswith(f"{tmp_path / 'mine.toml'}: k0: unknown key")
    assert told[-1] == f"{tmp_path / 'mine.toml'}: and 4900 more faults"


@pytest.mark.parametrize(("text", "fault"), [("name = ", "not valid TOML"), ("", "missing")])
def test_what_is_no_board(text: str, fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(text, tmp_path) == 2
    assert fault in capsys.readouterr().err


def test_what_is_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "noise").write_bytes(b"\xff\xfe\x00")
    assert main(["board", "check", str(tmp_path / "noise")]) == 2
    assert "is not text" in capsys.readouterr().err
