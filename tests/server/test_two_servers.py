"""Two servers on one database: the second does not start, and neither could undo what the other did."""

import asyncio
import os
import random
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.server.live import free_port
from tests.server.processes import COMMAND, process, start

from terminus.record.dealer import Dealer
from terminus.server.disk import lock
from terminus.server.disk.database import Database, open_database
from terminus.server.disk.lock import AdvisoryLock
from terminus.server.disk.store import Conflict, Store
from terminus.server.errors import Refused, Trouble
from terminus.server.table.lobby import join, new_table
from terminus.server.table.progress import answer, begin
from terminus.server.table.rooms import Rooms
from terminus.server.table.state import OPEN, ChatLine, Seat, State


def test_a_second_server_is_told_who_has_the_database(url: str) -> None:
    with process(free_port(), url) as first:
        second = start("--port", str(free_port()), "--database", url)
        assert (second.returncode, second.stdout, second.stderr.count("\n")) == (2, "", 1)
        assert "another Terminus has the database" in second.stderr
        assert f"process {first.pid} on " in second.stderr
        assert ", since 20" in second.stderr
        first.kill()
        first.wait()
    with process(free_port(), url):
        pass  # however the first one ended, the next may start


def test_of_two_that_start_at_once_one_serves(url: str) -> None:
    ports = [free_port(), free_port()]
    both = [
        subprocess.Popen(
            [*COMMAND, "--port", str(port), "--database", url], stderr=subprocess.PIPE, text=True
        )
        for port in ports
    ]
    loser = _first_to_end(both)
    winner = next(server for server in both if server is not loser)
    try:
        assert loser.stderr is not None
        said = loser.stderr.read()
        assert (loser.returncode, said.count("\n")) == (2, 1)
        assert "another Terminus has the database" in said
        assert winner.poll() is None
    finally:
        winner.kill()
        for server in both:
            server.communicate()


def _first_to_end(servers: "list[subprocess.Popen[str]]") -> "subprocess.Popen[str]":
    for _ in range(600):
        for server in servers:
            if server.poll() is not None:
                return server
        time.sleep(0.05)
    raise AssertionError("both serve")


async def test_a_database_that_is_closed_may_be_opened_again(url: str) -> None:
    first = await open_database(url)
    with pytest.raises(Trouble, match=f"another Terminus has the database .*: .*process {os.getpid()} on"):
        await open_database(url)
    await first.close()
    await (await open_database(url)).close()


async def test_a_lock_whose_connection_was_lost_is_taken_again(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "LOOK", 0.05)
    monkeypatch.setattr(lock, "PATIENCE", 0.0)
    database = await open_database(postgres_url)
    await _cut(database)
    for _ in range(100):
        await asyncio.sleep(0.05)
        if await _held(database):
            break
    assert await _held(database)
    with pytest.raises(Trouble, match="another Terminus"):
        await open_database(postgres_url)
    await database.close()


async def _cut(database: Database) -> None:
    """As if the database had been started anew."""
    cut = f"select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = {lock.KEY}"
    async with database.engine.connect() as connection:
        await connection.execute(text(cut))


async def _held(database: Database) -> bool:
    async with database.engine.connect() as connection:
        return (await connection.execute(lock.HOLDER, {"key": lock.KEY})).first() is not None


async def test_a_lock_that_another_took_meanwhile_is_complained_of(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(lock, "LOOK", 0.3)
    database = await open_database(postgres_url)
    other = AdvisoryLock(database.engine)
    while await other._try() is not None:
        await _cut(database)
    for _ in range(100):
        await asyncio.sleep(0.05)
        if caplog.records:
            break
    assert "The lock on the database is lost" in caplog.text
    await other.release()
    await database.close()


# -- were there two all the same -----------------------------------------------------------------


def table(*more: Seat) -> State:
    return new_table("london", [], None, [Seat("person", "Ann", person="ann"), *more])


async def test_a_seat_that_was_given_is_not_given_twice(engine: AsyncEngine) -> None:
    one, two = Rooms(Store(engine), Dealer), Rooms(Store(engine), Dealer)
    async with one.created(table(OPEN)) as room, two.held(room.state.game.id) as stale:
        await room.change(lambda state: join(state, "bob", "Bob"))
        with pytest.raises(Refused, match="moved on"):
            await stale.change(lambda state: join(state, "cleo", "Cleo"))
        assert [seat.name for seat in stale.state.seats] == ["Ann", "Bob"], "it knows better now"
        with pytest.raises(Refused, match="full"):
            await stale.change(lambda state: join(state, "cleo", "Cleo"))
    await one.close()
    await two.close()


async def test_a_finished_game_stays_finished(engine: AsyncEngine) -> None:
    store, dealer = Store(engine), Dealer(random.Random(1))
    lobby = await store.create(table())
    stale = playing = await store.save(lobby, begin(lobby, dealer))
    while playing.game.phase == "playing":
        playing = await store.save(playing, answer(playing, 0, [], dealer))
    with pytest.raises(Conflict):
        await store.save(stale, replace(stale, chat=(ChatLine(0, "Ann", "hello", None, 1.0),)))
    saved = await store.load(lobby.game.id)
    assert saved is not None
    assert saved.state == playing
    assert saved.state.game.phase == "over"
    assert saved.state.chat == (), "nothing of it was written"


async def test_many_writers_of_one_game_take_turns_or_are_told(engine: AsyncEngine) -> None:
    store = Store(engine)
    lobby = await store.create(table())

    async def say(number: int) -> bool:
        line = ChatLine(0, "Ann", str(number), None, float(number))
        try:
            await store.save(lobby, replace(lobby, chat=(line,)), ("ann", str(number)))
        except Conflict:
            return False
        return True

    done = await asyncio.gather(*(say(number) for number in range(8)))
    saved = await store.load(lobby.game.id)
    assert saved is not None
    assert (done.count(True), len(saved.state.chat), len(saved.keys)) == (1, 1, 1)


# -- a file that goes away -----------------------------------------------------------------------


def _taken_away(file: Path, replaced: bool) -> Path:
    away = file.rename(file.with_name("away"))
    if replaced:
        file.write_bytes(b"")
    return away


@pytest.mark.parametrize("replaced", [False, True])
async def test_a_deleted_file_is_noticed(
    sqlite_file: Path, sqlite_url: str, replaced: bool, caplog: pytest.LogCaptureFixture
) -> None:
    database = await open_database(sqlite_url)
    rooms = Rooms(Store(database.engine), Dealer)
    async with rooms.created(table()) as room:
        away = _taken_away(sqlite_file, replaced)
        before = room.state
        for _ in range(3):
            with pytest.raises(Refused, match="could not be saved"):
                await room.change(lambda state: state.with_game(clock=30))
        assert room.state is before
        assert len(caplog.records) == 1
        assert "was deleted or replaced while the server was running" in caplog.text
        away.replace(sqlite_file)
        await room.change(lambda state: state.with_game(clock=30))
    await rooms.close()
    await database.close()
