"""`terminus board report`: tables for people, JSON for programs, a picture; bad input is one line."""

import json
from pathlib import Path

import pytest

from terminus.cli import main

from .conftest import Refused

QUICK = ["--games", "2"]


def test_it_is_said_in_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "report", "toy", *QUICK]) == 0
    said = capsys.readouterr().out
    assert "Every station can be reached, the farthest with 1 section." in said
    assert "4 pairs of sections that exclude each other" in said
    assert "Ratings that these games suggest" in said


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "report", "toy", *QUICK, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["ground"]["clashes"] == 4
    assert len(found["heat"]) == 32


@pytest.mark.parametrize(("name", "start"), [("heat.svg", b"<svg "), ("heat.png", b"\x89PNG")])
def test_where_lines_go_is_a_picture(tmp_path: Path, name: str, start: bytes) -> None:
    assert main(["board", "report", "toy", *QUICK, "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["toy", "--games", "1"], "a report is of 2 to 100000 games, not 1"),
        (["toy", "--seconds", "0"], "seconds"),
        (["toy", "-o", "heat.gif"], "heat.gif: a picture is written as .svg or .png"),
        (["nowhere"], "there is no board «nowhere»"),
        (["no/where.toml"], "no/where.toml"),
    ],
)
def test_bad_input_is_one_line(refused: Refused, arguments: list[str], why: str) -> None:
    assert why in refused("board", "report", *arguments)
