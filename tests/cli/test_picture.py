"""`terminus picture`: a file of the kind asked for, or one clear line and nothing written."""

from pathlib import Path

import pytest

from terminus.cli import main

SAMPLES = Path(__file__).parents[1] / "golden"
LOG = str(SAMPLES / "samples" / "tokyo.jsonl")


@pytest.mark.parametrize(("name", "start"), [("net.svg", b"<svg "), ("net.PNG", b"\x89PNG")])
def test_a_picture_is_written(tmp_path: Path, name: str, start: bytes) -> None:
    assert main(["picture", LOG, "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([str(SAMPLES / "london-stopped.jsonl"), "-o", "net.png"], "not over yet"),
        ([LOG, "-o", "net.gif"], "net.gif: a picture is written as .svg or .png"),
        ([LOG, "-o", "net.png", "--seat", "4"], "there is no seat 4"),
        ([str(SAMPLES / "refused" / "damage-a-picture.jsonl"), "-o", "net.png"], "line 1"),
        ([LOG, "-o", "nowhere/net.png"], "nowhere/net.png"),
        ([LOG], "--output"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    why: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["picture", *arguments]) == 2
    said = capsys.readouterr().err
    assert why in said
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())
