"""`terminus backup`, `restore`, `export` and `import`: what cannot be is one line, and nothing is written."""

import random
from pathlib import Path

import pytest
from tests.strategies import played

from terminus.boards import board
from terminus.cli import main
from terminus.record.log import write_line


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "game.jsonl"
    file.write_text("".join(map(write_line, played(board("paris"), [], random.Random(1)))), encoding="utf-8")
    return file


def test_the_whole_way_round(tmp_path: Path, log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = (f"sqlite:///{tmp_path / name}" for name in ("one.sqlite3", "other.sqlite3"))
    kept, logs = tmp_path / "kept.backup", tmp_path / "logs.zip"
    assert main(["import", str(log), "--database", one]) == 0
    assert "game.jsonl: /r/" in capsys.readouterr().out
    assert main(["import", str(log), "--database", one]) == 0
    assert capsys.readouterr().out.startswith("New games: 0. There already: 1.")
    assert main(["backup", str(kept), "--database", one]) == 0
    assert capsys.readouterr().out.startswith(f"1 game in {kept}\n")
    assert main(["restore", str(kept), "--database", other]) == 0
    assert main(["export", str(logs), "--database", other]) == 0
    assert capsys.readouterr().out.endswith(f"1 game in {logs}\n")
    assert main(["import", str(logs), "--database", one]) == 0
    assert "There already: 1." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["backup", "new", "--database", "sqlite:///none.sqlite3"], "there is no database"),
        (["backup", "new", "--database", "mysql://x/y"], "mysql is no database"),
        (["backup", "new", "--database", "postgresql://nobody:pw@127.0.0.1:1/none"], "nobody:***@"),
        (["backup"], "requires an argument"),
        (["restore", "none", "--database", "sqlite:///new.sqlite3"], "there is no file none"),
        (["restore", "game.jsonl", "--database", "sqlite:///new.sqlite3"], "game.jsonl is no backup"),
        (["export", "new", "--database", "sqlite:///none.sqlite3"], "there is no database"),
        (["import", "none.jsonl", "--database", "sqlite:///new.sqlite3"], "there is no file none.jsonl"),
        (["import", "bad.zip", "--database", "sqlite:///new.sqlite3"], "bad.zip is no zip"),
    ],
)
def test_what_cannot_be_is_one_line(
    words: list[str],
    said: str,
    tmp_path: Path,
    log: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.zip").write_text("no zip")
    before = sorted(tmp_path.iterdir())
    assert main(words) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert said in printed.err
    assert sorted(tmp_path.iterdir()) == before
