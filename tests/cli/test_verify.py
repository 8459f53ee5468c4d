"""`terminus verify`: a line and 0, where it breaks and 1, and 2 for what is no log."""

import json
from pathlib import Path

import pytest
from tests.sealed import Events, sealed_log

from terminus.cli import main

from .conftest import SAMPLES, Refused

LOG = sealed_log(1, "tokyo", ("specials",), 2)


def verified(log: Events, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    file = folder / "log.jsonl"
    file.write_text("".join(json.dumps(event) + "\n" for event in log))
    code = main(["verify", str(file)])
    said = capsys.readouterr()
    assert (said.out + said.err).count("\n") == 1
    return code, said.out.replace(str(folder), ""), said.err.replace(str(folder), "")


@pytest.mark.parametrize(
    ("opened", "says"),
    [
        (-1, "none has been opened yet"),
        (0, "the deal is proven"),
        (2, "the rounds up to 2 are proven; what comes after is not opened yet"),
        (4, "all shuffles are proven"),
    ],
)
def test_a_log_is_proven_as_far_as_it_goes(
    opened: int, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    openings = [n for n, event in enumerate(LOG) if event["event"] == "opening"]
    length = openings[opened + 1] if opened < 4 else len(LOG)
    code, out, _ = verified(LOG[:length], tmp_path, capsys)
    assert code == 0
    assert says in out


def test_where_it_breaks_is_said_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = next(n for n, event in enumerate(LOG) if event["event"] == "flip" and event["round"] == 3)
    left = [card for card in ("street/circle", "street/square") if card not in LOG[place]["cards"]]
    changed = [*LOG[:place], {**LOG[place], "cards": left[:1]}, *LOG[place + 1 :]]
    code, out, err = verified(changed, tmp_path, capsys)
    assert (code, out) == (1, "")
    assert err.startswith("terminus: /log.jsonl, line ")


def test_a_log_without_seals_is_not_proven(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(SAMPLES / "london.jsonl")]) == 1
    assert "not sealed" in capsys.readouterr().err


def test_what_is_no_log_is_refused(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "odd.jsonl").write_text('{"event": "start"\n')
    assert "line 1: this is no JSON" in refused("verify", "odd.jsonl")
    (tmp_path / "empty.jsonl").write_text("")
    assert "no start event" in refused("verify", "empty.jsonl")
    (tmp_path / "strange.jsonl").write_text(json.dumps({**LOG[0], "board": "atlantis"}))
    assert "atlantis" in refused("verify", "strange.jsonl")
    assert "there is no file" in refused("verify", "nowhere.jsonl")
