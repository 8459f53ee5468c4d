"""A backup is one moment of a database, whichever kind, and comes back whole or not at all."""

import asyncio
import json
import random
import stat
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Column, Connection, Table, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from tests.server.live import best, serving

from terminus.record.dealer import Dealer
from terminus.record.files import BadFile
from terminus.record.log import EVENTS, replay
from terminus.server.disk import archive
from terminus.server.disk.backup import back_up, restore
from terminus.server.disk.database import _migrations as migrations
from terminus.server.disk.database import open_database, settle
from terminus.server.disk.rows import progress_of
from terminus.server.disk.schema import chat, deals, games, metadata
from terminus.server.disk.store import Store
from terminus.server.errors import Trouble
from terminus.server.table.lobby import bot_seat, new_table
from terminus.server.table.progress import answer, begin
from terminus.server.table.state import ChatLine, Seat, State

Rows = dict[str, list[dict[str, Any]]]


async def all_rows(url: str) -> Rows:
    engine = create_async_engine(settle(url))
    found = {}
    async with engine.connect() as connection:
        for table in metadata.sorted_tables:
            rows = await connection.execute(select(table).order_by(*table.primary_key))
            found[table.name] = [dict(row) for row in rows.mappings()]
    await engine.dispose()
    return found


async def filled(url: str) -> None:
    """Games in every phase, chat, drafts, keys, a settled deal."""
    database = await open_database(url)
    store, dealer = Store(database.engine), Dealer(random.Random(1))
    people = [Seat("person", "Änn 👩‍🚀", person="p"), bot_seat("easy", [])]
    await store.create(new_table("paris", [], None, people))
    lobby = await store.create(new_table("tokyo", ["objectives"], 60, people))
    playing = await store.save(lobby, begin(lobby, dealer), ("p", "k1"))
    line = ChatLine(0, "Änn", "hé\n«👏»", None, 1234.5678901)
    await store.save(playing, replace(playing, chat=(line,)), ("p", "k2"))
    over = begin(await store.create(new_table("london", [], None, people)), dealer)
    while over.game.phase == "playing" and over.table is not None:
        over = answer(over, over.table.answered.index(False), [], dealer)
    await _store_over(store, over)
    async with database.engine.begin() as connection:
        await connection.execute(insert(deals).values(name="d", board="london", modules="[]", deal="{}"))
    await database.close()


async def fill_the_rest(url: str) -> None:
    """A row in each table that has none: whatever is added to the schema has to come back, too."""
    engine = create_async_engine(settle(url))
    async with engine.begin() as connection:
        for table in metadata.sorted_tables:
            if (await connection.execute(select(table).limit(1))).first() is None:
                row = {column.name: await _value(connection, table, column) for column in table.columns}
                await connection.execute(insert(table).values(row))
    await engine.dispose()


async def _value(connection: AsyncConnection, table: Table, column: Column[Any]) -> Any:
    if column.foreign_keys:
        (key,) = column.foreign_keys
        return await connection.scalar(select(key.column).limit(1))
    odd: dict[type, Any] = {str: "é", int: 1, float: 1795053410.7749782, bool: True, bytes: b"\x00\xff\n"}
    return odd[column.type.python_type]


async def _store_over(store: Store, over: State) -> None:
    saved = await store.load(over.game.id)
    assert saved is not None
    await store.save(saved.state, over)


@pytest.mark.parametrize("way", ["sqlite to postgres", "postgres to sqlite", "sqlite to sqlite"])
async def test_everything_comes_back_in_either_kind(
    way: str, tmp_path: Path, sqlite_url: str, request: pytest.FixtureRequest
) -> None:
    urls = {"sqlite": sqlite_url}
    if "postgres" in way:
        urls["postgres"] = str(request.getfixturevalue("postgres_url"))
    source, _, target = way.split()
    other = f"sqlite:///{tmp_path / 'other.sqlite3'}" if source == target else urls[target]
    await filled(urls[source])
    await fill_the_rest(urls[source])
    file = tmp_path / "games.backup"
    assert await back_up(urls[source], file) == 3
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert await restore(file, other) == 3
    before, after = await all_rows(urls[source]), await all_rows(other)
    assert after == before
    assert all(before.values())
    await _goes_on(other)


async def _goes_on(url: str) -> None:
    """The game that was on is played on, and numbers that the database gives go on too."""
    database = await open_database(url)
    store = Store(database.engine)
    async with database.engine.connect() as connection:
        game = await connection.scalar(select(games.c.id).where(games.c.phase == "playing"))
    saved = await store.load(str(game))
    assert saved is not None
    said = replace(saved.state, chat=(*saved.state.chat, ChatLine(0, "Ann", "again", None, 1.0)))
    state = await store.save(saved.state, said)
    await store.save(state, answer(state, 0, [], Dealer()))
    async with database.engine.connect() as connection:
        assert await connection.scalar(select(func.count()).select_from(chat)) == 2
    await database.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_backup_under_load_is_one_moment(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = str(request.getfixturevalue(f"{kind}_url"))
    other = f"sqlite:///{tmp_path / 'other.sqlite3'}"
    async with serving(url) as live:
        players = [live.player() for _ in range(3)]
        for player in players:
            new = {"board": "london", "bots": ["easy"], "start": True}
            await player.sit((await player.post("/api/games", new))["game"])
        playing = [asyncio.create_task(player.play_out(best)) for player in players]
        for number in range(4):
            file = tmp_path / f"{number}.backup"
            assert await back_up(url, file) == 3
            await restore(file, other, replace=True)
            await _check(other)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for player in players:
            await player.close()


async def _check(url: str) -> None:
    """Every game loads; no event is missing that a version counts."""
    database = await open_database(url)
    rows = await all_rows(url)
    for game in rows["games"]:
        saved = await Store(database.engine).load(game["id"])
        assert saved is not None
        numbers = [row["number"] for row in rows["events"] if row["game"] == game["id"]]
        assert sorted(numbers) == list(range(1, len(numbers) + 1))
        turned = replay([event for event in saved.state.events if event["event"] in EVENTS])
        assert json.loads(game["progress"]) == progress_of(turned), "as it was when the card was turned"
    await database.close()


async def test_a_database_that_holds_something_is_not_lost_by_mistake(tmp_path: Path, url: str) -> None:
    await filled(url)
    file = tmp_path / "games.backup"
    await back_up(url, file)
    before = await all_rows(url)
    with pytest.raises(Trouble, match="is not empty"):
        await restore(file, url)
    assert await all_rows(url) == before
    await restore(file, url, replace=True)
    assert await all_rows(url) == before


async def test_a_database_that_a_server_uses_is_not_restored(tmp_path: Path, url: str) -> None:
    await filled(url)
    await back_up(url, tmp_path / "games.backup")
    async with serving(url):
        with pytest.raises(Trouble, match=r"another Terminus|somebody is using"):
            await restore(tmp_path / "games.backup", url, replace=True)


async def test_what_breaks_off_changes_nothing(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await filled(url)
    file = tmp_path / "games.backup"
    await back_up(url, file)
    before, rows = await all_rows(url), archive.Reader.rows

    def breaking(self: archive.Reader, part: archive.Part) -> Any:
        if part.name == "chat":
            raise OSError("gone")
        return rows(self, part)

    monkeypatch.setattr(archive.Reader, "rows", breaking)
    with pytest.raises(Trouble, match="gone"):
        await restore(file, url, replace=True)
    assert await all_rows(url) == before


async def test_an_older_schema_is_brought_up_to_date(tmp_path: Path, sqlite_url: str, url: str) -> None:
    """Backed up as it is, by us, and restored as ours."""
    old = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    engine = create_async_engine(settle(old))
    async with engine.begin() as connection:
        await connection.run_sync(_at, "0001")
        await connection.execute(
            text(
                "insert into games (id, code, board, modules, stand_in, phase, result, at) values "
                "('g', 'g', 'london', '[]', 1, 'over', '{\"totals\": [71], \"winners\": [0]}', 9.5)"
            )
        )
        await connection.execute(
            text("""insert into seats (game, seat, kind, name, person, "left")
                 values ('g', 0, 'person', 'Ann', 'p', 0)""")
        )
    await engine.dispose()
    assert await back_up(old, tmp_path / "old.backup") == 1
    await restore(tmp_path / "old.backup", url)
    rows = await all_rows(url)
    assert (rows["seats"][0]["total"], rows["games"][0]["players"]) == (71, 1)


def _at(connection: Connection, schema: str) -> None:
    config = migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, schema)


def changed(file: Path, name: str, data: bytes) -> Path:
    """The same zip with another content of one of its files."""
    other = file.with_name(f"changed {hash(data)}")
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(other, "w") as new:
        for entry in old.namelist():
            new.writestr(entry, data if entry == name else old.read(entry))
    return other


async def test_what_is_no_backup_is_refused_before_anything_is_written(
    tmp_path: Path, sqlite_url: str, sqlite_file: Path
) -> None:
    await filled(sqlite_url)
    file = tmp_path / "games.backup"
    await back_up(sqlite_url, file)
    header = json.loads(zipfile.ZipFile(file).read(archive.HEADER))
    cut, letter = tmp_path / "cut", tmp_path / "letter"
    cut.write_bytes(file.read_bytes()[:2000])
    letter.write_text("Dear reader")
    newer = json.dumps({**header, "schema": "9999"}).encode()
    target = tmp_path / "new.sqlite3"
    for bad, said in [
        (tmp_path / "none", "there is no file"),
        (tmp_path, "is no backup"),
        (cut, "is no backup"),
        (letter, "is no backup"),
        (changed(file, archive.HEADER, b'{"format": "other"}'), "is no backup"),
        (changed(file, "events.jsonl", b""), "is damaged: the rows of events"),
        (changed(file, "games.jsonl", b"{}\n" * 3), "is damaged: the rows of games"),
        (changed(file, archive.HEADER, newer), "was written by a newer Terminus"),
    ]:
        with pytest.raises((BadFile, Trouble), match=said):
            await restore(bad, f"sqlite:///{target}")
        assert not target.exists(), said


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


async def test_a_backup_overwrites_nothing_and_leaves_nothing_half_done(
    tmp_path: Path, sqlite_url: str
) -> None:
    await filled(sqlite_url)
    file = tmp_path / "games.backup"
    file.write_text("mine")
    with pytest.raises(BadFile, match="exists already"):
        await back_up(sqlite_url, file)
    assert (file.read_text(), names_in(tmp_path)) == ("mine", ["games.backup"])
    with pytest.raises(Trouble, match="there is no database"):
        await back_up(f"sqlite:///{tmp_path / 'nothing.sqlite3'}", tmp_path / "other")
    with pytest.raises(BadFile, match="cannot be written"):
        await back_up(sqlite_url, tmp_path / "no folder" / "file")
    assert names_in(tmp_path) == ["games.backup"]
