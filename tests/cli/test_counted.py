"""A game that was counted from paper, on the command line: what needs its sheets works, what needs its cards
says so in a sentence. The golden one is another golden game's sheets, so the witness has counted them."""

import json
import shutil
from pathlib import Path

import pytest

from terminus.cli import main

GOLDEN = Path(__file__).parents[1] / "golden"
NAME = "london-powers-3p-1"
LOG = GOLDEN / "counted" / f"{NAME}.jsonl"
SCORE = json.loads(LOG.with_suffix(".score.json").read_text(encoding="utf-8"))


def test_it_scores_as_the_game_it_is_the_sheets_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(LOG), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == SCORE
    assert json.loads((GOLDEN / f"{NAME}.score.json").read_text(encoding="utf-8")) == SCORE


def test_it_is_shown_as_the_game_it_is_the_sheets_of(capsys: pytest.CaptureFixture[str]) -> None:
    def shown(log: Path) -> str:
        assert main(["show", str(log)]) == 0
        return capsys.readouterr().out

    assert shown(LOG) == shown(GOLDEN / f"{NAME}.jsonl")


def test_it_has_a_picture(tmp_path: Path) -> None:
    assert main(["picture", str(LOG), "-o", str(tmp_path / "x.svg")]) == 0
    assert (tmp_path / "x.svg").read_bytes().startswith(b"<svg ")


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["verify"], 1, "not sealed, so nothing can be proven"),
        (["analyse"], 2, "counted from paper: there are no cards to review"),
        (["analyse", "--face-up"], 2, "counted from paper: there are no cards to review"),
        (["analyse", "--html", "x.html"], 2, "counted from paper: there are no cards to review"),
    ],
)
def test_what_needs_its_cards_says_so(
    words: list[str],
    status: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([words[0], str(LOG), *words[1:]]) == status
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert said in printed.err
    assert list(tmp_path.iterdir()) == []


def test_going_on_with_it_tells_how_it_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "game.jsonl"
    shutil.copy(LOG, log)
    assert main(["play", "--plain", "--resume", str(log)]) == 0
    assert f"Total: {SCORE['seats'][0]['total']}" in capsys.readouterr().out
    assert log.read_bytes() == LOG.read_bytes()


def test_a_server_takes_it_in_once_and_gives_it_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, logs = f"sqlite:///{tmp_path / 'a.sqlite3'}", str(tmp_path / "logs.zip")
    assert main(["import", str(LOG), "--database", database]) == 0
    assert main(["export", logs, "--database", database]) == 0
    assert f"1 game in {logs}" in capsys.readouterr().out
    assert main(["import", logs, "--database", database]) == 0
    assert "New games: 0. There already: 1." in capsys.readouterr().out
