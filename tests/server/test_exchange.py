"""All games as logs, and back: finished games replay and show, and none comes twice."""

import random
import zipfile
from pathlib import Path

import pytest
from tests.corpus.test_corpus import FOLDER
from tests.sealed import sealed_log
from tests.server.live import best, serving
from tests.strategies import played

from terminus.boards import board
from terminus.record.files import BadFile
from terminus.record.log import read, write_line
from terminus.record.verify import verify
from terminus.server.disk.exchange import export_to, import_from

CORPUS = FOLDER / "edition-1.zip"
NEW = 7


def log_of(city: str, seed: int, upto: int | None = None) -> str:
    return "".join(map(write_line, played(board(city), [], random.Random(seed), 2)[:upto]))


def some_of_the_corpus(file: Path) -> Path:
    """Nine logs of it, of which one is not over."""
    with zipfile.ZipFile(CORPUS) as logs, zipfile.ZipFile(file, "w") as some:
        for name in logs.namelist()[5::5]:
            some.writestr(name, logs.read(name))
    return file


async def test_finished_games_come_in_once_and_replay(tmp_path: Path, url: str) -> None:
    some = some_of_the_corpus(tmp_path / "some.zip")
    done = await import_from(url, [some])
    assert (len(done.new), done.known, done.unfinished) == (NEW, 0, 9 - NEW)
    again = await import_from(url, [some])
    assert (again.new, again.known) == ([], NEW)
    async with serving(url) as live:
        player = live.player()
        for name, game in done.new[::4]:
            with zipfile.ZipFile(CORPUS) as logs:
                events = [event for _, event in read(logs.read(name.rpartition(": ")[2]))]
            shown = await player.get(f"/api/games/{game}/replay")
            totals = [seat["total"] for seat in events[-1]["scores"]]
            assert [seat["score"]["total"] for seat in shown["view"]["seats"]] == totals
            assert shown["view"]["phase"] == "over"
            assert (await player.http.get(f"/pictures/games/{game}.svg")).status_code == 200
        await player.close()
    assert await export_to(url, tmp_path / "logs") == NEW
    back = await import_from(f"sqlite:///{tmp_path / 'other.sqlite3'}", [tmp_path / "logs"])
    assert len(back.new) == NEW


async def test_a_sealed_game_comes_in_with_its_seals(tmp_path: Path, sqlite_url: str) -> None:
    """Or the page would say that it is older than the seals."""
    log = sealed_log(1, "london")
    (tmp_path / "sealed.jsonl").write_text("".join(map(write_line, log)))
    ((_, game),) = (await import_from(sqlite_url, [tmp_path / "sealed.jsonl"])).new
    async with serving(sqlite_url) as live:
        player = live.player()
        shown = await player.get(f"/api/games/{game}")
        assert shown["seals"] == [event["seal"] for event in log if event["event"] == "seal"]
        assert shown["contribute"] == []
        assert verify(read((await player.http.get(f"/api/games/{game}/log")).text)) == 4
        await player.close()


async def test_a_running_server_is_exported_up_to_the_card_on_the_table(
    tmp_path: Path, sqlite_url: str
) -> None:
    async with serving(sqlite_url) as live:
        player = live.player()
        await player.post("/api/games", {"board": "paris", "open": 1})  # a lobby has nothing to tell
        game = (await player.post("/api/games", {"board": "london", "bots": ["easy"], "start": True}))["game"]
        await player.sit(game)
        await player.turn(best)
        await player.asked()
        await player.ok(draft=next(option["do"] for option in player.options if option["section"]))
        assert await export_to(sqlite_url, tmp_path / "all.zip") == 1
        shown = (await player.http.get(f"/api/games/{game}/log")).text
        with zipfile.ZipFile(tmp_path / "all.zip") as logs:
            (name,) = logs.namelist()
            assert logs.read(name).decode() == shown
        assert game not in name, "its address is its players' affair"
        await player.close()


async def test_one_wrong_log_and_none_comes_in(tmp_path: Path, sqlite_url: str) -> None:
    (tmp_path / "a.jsonl").write_text(log_of("london", 1))
    (tmp_path / "b.jsonl").write_text(log_of("london", 2).replace('"turn":1,', '"turn":7,', 1))
    with pytest.raises(BadFile, match=r"b\.jsonl, line \d+: this is turn 7"):
        await import_from(sqlite_url, [tmp_path])
    (tmp_path / "b.jsonl").unlink()
    (tmp_path / "c.jsonl").write_text(log_of("london", 1))
    (tmp_path / "d.jsonl").write_text(log_of("paris", 3, 40))
    done = await import_from(sqlite_url, [tmp_path, tmp_path / "a.jsonl"])
    assert (len(done.new), done.known, done.unfinished) == (1, 2, 1)


async def test_odd_files_are_refused_in_words(tmp_path: Path, sqlite_url: str) -> None:
    broken = tmp_path / "broken.zip"
    whole = CORPUS.read_bytes()
    middle = len(whole) // 2
    for odd in (b"", b"PK", whole[:5000], whole[:middle] + bytes(400) + whole[middle + 400 :]):
        broken.write_bytes(odd)
        with pytest.raises(BadFile, match=r"broken\.zip"):
            await import_from(sqlite_url, [broken])
    surrogate = log_of("london", 1).replace('"P0"', '"\\ud800"', 1)
    (tmp_path / "odd.jsonl").write_text(surrogate)
    with pytest.raises(BadFile, match="no text"):
        await import_from(sqlite_url, [tmp_path / "odd.jsonl"])
    await import_from(sqlite_url, [])
    with pytest.raises(BadFile, match="exists already"):
        await export_to(sqlite_url, tmp_path)
