"""The database fails beneath a running server: tables say so, keep what they have, and go on when it can."""

import asyncio
import signal
import sqlite3
import subprocess
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from bench.trials.postgres import Postgres
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from tests.server.live import Json, Player, best, free_port, serving
from tests.server.processes import fill_the_disk, process

from terminus.server.disk import health, wire
from terminus.server.disk.boards import Boards
from terminus.server.disk.health import Health
from terminus.server.disk.store import Store

GONE = "The database cannot be used"
BACK = "The database can be used again"


async def sat_down(*players: Player, clock: int | None = None) -> str:
    """All at one table, a card to answer."""
    host, *guests = players
    new = {"board": "london", "open": len(guests), "clock": clock}
    game = str((await host.post("/api/games", new))["game"])
    for guest in guests:
        await guest.post(f"/api/games/{game}/join", {"name": "Guest"})
    for player in players:
        await player.sit(game)
    await host.ok(start=True)
    for player in players:
        await player.asked()
    return game


def section(player: Player) -> str:
    return str(next(option["do"] for option in player.options if option["section"]))


async def goes_on(player: Player, key: str, **command: Any) -> None:
    """The server has said that it can save; the page sends what it kept."""
    await player.until(lambda: player.saving[-1:] == [True])
    answer = await player.do(key, **command)
    assert answer["type"] == "ack", answer


def ended(server: "subprocess.Popen[str]") -> str:
    server.send_signal(signal.SIGTERM)
    _, said = server.communicate(timeout=20)
    assert server.returncode == 0
    return str(said)


def told_once(said: str, times: int = 1) -> None:
    """Each time of trouble is two lines and one traceback a minute, however often it was met."""
    assert (said.count(GONE), said.count(BACK)) == (times, times), said
    assert said.count("Traceback") <= 4
    assert len(said) < 20_000


async def test_a_full_disk_and_then_a_deleted_file(sqlite_url: str, sqlite_file: Path) -> None:
    port = free_port()
    host, guest = Player(port), Player(port)
    with process(port, sqlite_url) as server:
        game = await sat_down(host, guest)
        fill_the_disk(server, True)
        drawn = section(guest)
        await guest.put_off("kept", draft=drawn)
        await asyncio.gather(*(host.put_off(f"said {n}", say="hello") for n in range(20)))
        assert (host.saving, guest.saving) == ([False], [False])
        assert (await guest.get("/api/me"))["games"], "reading goes on"
        assert "cannot be reached" in await guest.refused("/api/games", {"board": "paris"}, 503)
        late = guest.tab()
        await late.sit(game)
        await late.asked()
        assert late.saving == [False], "who comes now is told, and shown the table"
        fill_the_disk(server, False)
        await goes_on(guest, "kept", draft=drawn)
        assert guest.view["answer"]["actions"] == [drawn]
        assert host.view["chat"] == []

        for file in sqlite_file.parent.glob("games.sqlite3*"):
            file.unlink()
        await host.until(lambda: host.saving[1:] == [True, False])  # before anybody does anything
        await goes_on(host, "after", say="still here")
        await guest.turn(best)
        before = [player.view["answer"] for player in (host, guest)]
        server.send_signal(signal.SIGKILL)
        _, said = server.communicate()
        told_once(said, 2)
    for player in (host, guest, late):
        await player.leave_socket()
    with process(port, sqlite_url) as server:
        for player in (host, guest):
            await player.sit(game)
        assert [player.view["answer"] for player in (host, guest)] == before
        assert [line["text"] for line in host.view["chat"]] == ["still here"]
        assert ended(server) == ""
    for player in (host, guest, late):
        await player.close()


async def test_postgres_is_stopped_and_started(postgres: Postgres, postgres_url: str) -> None:
    port = free_port()
    players = [Player(port) for _ in range(4)]
    stranger = Player(port)
    with process(port, postgres_url) as server:
        game = await sat_down(*players[:2])
        other = await sat_down(*players[2:])
        postgres.stop()
        drawn = [section(player) for player in players]
        for number, player in enumerate(players):
            await player.put_off(f"kept {number}", draft=drawn[number])
        for _ in range(20):
            assert (await stranger.get("/api/me", 503))["error"]["message"].startswith("The games cannot")
        assert (await stranger.http.get(f"/t/{game}")).status_code == 200, "the page opens all the same"
        postgres.go_on()
        for number, player in enumerate(players):
            await goes_on(player, f"kept {number}", draft=drawn[number])
            assert player.view["answer"]["actions"] == [drawn[number]]
        assert (await stranger.get("/api/me"))["games"] == []
        for table in (players[:2], players[2:]):
            for player in table:
                await player.ok(commit=True)
            await table[0].asked()
        assert (await stranger.get(f"/api/games/{other}"))["number"] > 4
        told_once(ended(server))
    for player in (*players, stranger):
        await player.close()


@asynccontextmanager
async def impatient(url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Player, Player]]:
    """Two at a table of a server that tries again often."""
    monkeypatch.setattr(health, "AGAIN", 0.1)
    monkeypatch.setattr(health, "LOOK", 0.1)
    async with serving(url) as live:
        players = live.player(), live.player()
        await sat_down(*players)
        yield players
        for player in players:
            await player.close()


def replaced(file: Path) -> Callable[[], object]:
    """By an empty one; call what is returned to put it back, which the empty one must have survived."""
    away = file.rename(file.with_name("away"))
    file.write_bytes(b"")

    def put_back() -> None:
        assert file.read_bytes() == b""
        away.replace(file)

    return put_back


async def test_a_replaced_file_is_left_alone_until_it_is_put_back(
    sqlite_url: str, sqlite_file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with impatient(sqlite_url, monkeypatch) as (host, guest):
        put_back = replaced(sqlite_file)
        await host.until(lambda: host.saving == [False])
        await guest.put_off("kept", say="hello")
        await asyncio.sleep(0.5)
        assert guest.saving == [False]
        put_back()
        await goes_on(guest, "kept", say="hello")
    assert "was deleted or replaced while the server was running" in caplog.text
    told_once(caplog.text)


async def test_a_locked_database(
    sqlite_url: str, sqlite_file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with impatient(sqlite_url, monkeypatch) as (host, guest):
        other = sqlite3.connect(sqlite_file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        drawn = section(host)
        await host.put_off("kept", draft=drawn)
        assert (await guest.get("/api/me"))["games"], "reading goes on"
        other.close()
        await goes_on(host, "kept", draft=drawn)
    told_once(caplog.text)


async def read_only(url: str, so: bool) -> None:
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        name = engine.url.database
        await connection.execute(text("set default_transaction_read_only = off"))
        await connection.execute(text(f"alter database {name} set default_transaction_read_only = {so}"))
        others = "datname = current_database() and pid <> pg_backend_pid()"
        await connection.execute(
            text(f"select pg_terminate_backend(pid) from pg_stat_activity where {others}")
        )
    await engine.dispose()


async def test_a_database_that_may_only_be_read(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with impatient(postgres_url, monkeypatch) as (host, guest):
        await read_only(postgres_url, True)
        drawn = section(host)
        await host.put_off("kept", draft=drawn)
        assert (await guest.get("/api/me"))["games"], "reading goes on"
        await read_only(postgres_url, False)
        await goes_on(host, "kept", draft=drawn)
    told_once(caplog.text)


async def test_a_word_that_was_lost_on_the_way_is_given_again(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection breaks after the commit: the command is done, once, and acknowledged."""
    save = Store.save
    lost = iter([True])

    async def breaking(self: Store, *given: object) -> object:
        done = await save(self, *given)  # type: ignore[arg-type]
        if next(lost, False):
            raise ConnectionResetError
        return done

    async with impatient(postgres_url, monkeypatch) as (host, guest):
        monkeypatch.setattr(Store, "save", breaking)
        await host.ok(say="hello")
        await guest.until(lambda: bool(guest.view["chat"]))
        assert [line["text"] for line in guest.view["chat"]] == ["hello"]


async def test_no_time_runs_out_while_nobody_can_answer(
    sqlite_url: str, sqlite_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with impatient(sqlite_url, monkeypatch) as (host, _):
        await host.ok(clock=30)
        await host.until(lambda: bool((host.view["clock"] or {}).get("ends_in")))
        put_back = replaced(sqlite_file)
        await host.until(lambda: host.view["clock"]["ends_in"] is None)
        put_back()
        await host.until(lambda: bool(host.view["clock"]["ends_in"]))


@pytest.mark.parametrize("jump", [-90_000.0, 90_000.0])
async def test_a_clock_that_jumps(sqlite_url: str, monkeypatch: pytest.MonkeyPatch, jump: float) -> None:
    """The turn's clock, seats and links do not follow it, and lists go on."""
    real = time.time
    async with impatient(sqlite_url, monkeypatch) as (host, guest):
        await host.ok(clock=30)
        monkeypatch.setattr(time, "time", lambda: real() + jump)
        assert 25 < (await host.get(f"/api/games/{host.game}"))["clock"]["ends_in"] <= 30
        drawn = section(guest)
        await guest.ok(draft=drawn)
        path = (await guest.post(f"/api/games/{host.game}/link"))["path"]
        phone = Player(host.port)
        assert (await phone.post(f"/api/seat/{path.rpartition('/')[2]}"))["game"] == host.game
        await phone.sit(host.game)
        assert phone.view["answer"]["actions"] == [drawn]
        assert [game["game"] for game in (await phone.get("/api/me"))["games"]] == [host.game]
        await phone.close()


async def test_what_fails_although_the_database_works_is_refused_and_told_once(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with impatient(sqlite_url, monkeypatch) as (host, _):

        async def broken(*_: object) -> Json:
            raise OSError("odd")

        monkeypatch.setattr(Store, "save", broken)
        for _ in range(5):
            assert await host.no(say="hello") == "The game could not be saved. Please try again."
        monkeypatch.undo()
        await host.ok(say="hello")
        assert host.saving == []
    assert caplog.text.count("Traceback") == 1


@asynccontextmanager
async def frozen(postgres: Postgres) -> AsyncIterator[None]:
    """It stands still: it says nothing, and no connection breaks."""
    postgres.freeze()
    try:
        yield
    finally:
        postgres.thaw()


async def test_people_hear_of_a_database_that_hangs_although_nobody_has_asked_it(
    postgres: Postgres, postgres_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(wire, "PATIENCE", 1.0)
    monkeypatch.setattr(health, "TRY", 1.0)
    async with impatient(postgres_url, monkeypatch) as (host, guest):
        async with frozen(postgres):
            await host.until(lambda: host.saving == [False])
            await guest.put_off("kept", say="hello")
        await goes_on(guest, "kept", say="hello")
        await host.until(lambda: bool(host.view["chat"]))
        assert (host.saving, guest.saving) == ([False, True], [False, True])
    told_once(caplog.text)


async def test_people_hear_of_a_database_that_hangs_while_a_command_waits_for_it(
    postgres: Postgres, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "SLOW", 0.5)
    monkeypatch.setattr(health, "TRY", 1.0)
    async with impatient(postgres_url, monkeypatch) as (host, guest):
        async with frozen(postgres):
            said = asyncio.create_task(host.do("waits", say="hello"))
            await guest.until(lambda: guest.saving == [False])
        assert (await said)["type"] == "ack", "it was only late"
        await goes_on(host, "again", say="and again")
        await guest.until(lambda: len(guest.view["chat"]) > 1)
        assert [line["text"] for line in guest.view["chat"]] == ["hello", "and again"], "once each"
        assert guest.saving == [False, True]


async def test_games_that_are_locked_for_long_are_away(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As while another server brings the database up to date: a command waits, and is not refused."""
    monkeypatch.setattr(health, "SLOW", 0.2)
    monkeypatch.setattr(health, "TRY", 0.5)
    async with impatient(postgres_url, monkeypatch) as (host, guest):
        engine = create_async_engine(postgres_url)
        async with engine.begin() as connection:
            await connection.execute(text("lock table games in share mode"))
            said = asyncio.create_task(host.do("waits", say="hello"))
            await guest.until(lambda: guest.saving == [False])
        await engine.dispose()
        assert (await said)["type"] == "ack"
        await guest.until(lambda: guest.saving == [False, True])


async def test_a_slow_answer_is_no_outage(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "SLOW", 0.05)
    save, tries = Store.save, list[int]()
    trial = Health._try

    async def slow(self: Store, *given: Any) -> object:
        await asyncio.sleep(0.5)
        return await save(self, *given)

    async def counted(self: Health) -> Exception | None:
        tries.append(1)
        return await trial(self)

    async with impatient(url, monkeypatch) as (host, guest):
        monkeypatch.setattr(Store, "save", slow)
        monkeypatch.setattr(Health, "_try", counted)
        await host.ok(say="hello")
        assert (tries, host.saving, guest.saving) == ([1], [], [])


async def test_a_city_that_cannot_be_read_just_now_is_asked_for_again(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def no_disk(*_: object) -> Any:
        raise OSError("no disk")

    async def in_vain(*_: object) -> Exception | None:
        return OSError("no disk")

    monkeypatch.setattr(health, "AGAIN", 0.1)
    async with serving(sqlite_url) as live:
        host = live.player()
        document = (await host.get("/api/boards/tokyo/document"))["document"]
        edo = (await host.post("/api/boards", {"document": {**document, "name": "Edo"}}))["id"]
        await host.sit((await host.post("/api/games", {"board": "london", "open": 1}))["game"])
        with monkeypatch.context() as patch:
            patch.setattr(Boards, "_text", no_disk)
            patch.setattr(Health, "_try", in_vain)
            await host.put_off("kept", board=edo)
            assert host.saving == [False], "it is the first to notice"
            await host.put_off("kept", board=edo)
        await goes_on(host, "kept", board=edo)
        await host.until(lambda: host.view["board"] == edo)
        await host.close()
