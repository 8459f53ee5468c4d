"""Two servers on one SQLite file: the second does not start. And whoever else writes, on whichever database,
nothing of it is undone. (Two on one PostgreSQL: test_cluster.py.)"""

import asyncio
import os
import random
import subprocess
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.server.live import Live, Player, free_port, serving
from tests.server.processes import COMMAND, process, start

from terminus.record.dealer import Dealer
from terminus.record.verify import verify
from terminus.server.disk.database import open_database
from terminus.server.disk.news import Said, Wrote
from terminus.server.disk.store import Store
from terminus.server.disk.together import Conflict
from terminus.server.disk.wire import SERVERS, Wire
from terminus.server.errors import Refused, Trouble
from terminus.server.table import elsewhere, presence
from terminus.server.table.lobby import join, new_table
from terminus.server.table.progress import answer, begin
from terminus.server.table.room import Room
from terminus.server.table.rooms import Rooms
from terminus.server.table.sealing import contribute
from terminus.server.table.state import OPEN, ChatLine, Seat, State


def test_a_second_server_is_told_who_has_the_database(sqlite_url: str) -> None:
    with process(free_port(), sqlite_url) as first:
        second = start("--port", str(free_port()), "--database", sqlite_url)
        assert (second.returncode, second.stdout, second.stderr.count("\n")) == (2, "", 1)
        assert "another Terminus has the database" in second.stderr
        assert f"process {first.pid} on " in second.stderr
        assert ", since 20" in second.stderr
        first.kill()
        first.wait()
    with process(free_port(), sqlite_url):
        pass  # however the first one ended, the next may start


def test_of_two_that_start_at_once_one_serves(sqlite_url: str) -> None:
    ports = [free_port(), free_port()]
    both = [
        subprocess.Popen(
            [*COMMAND, "--port", str(port), "--database", sqlite_url], stderr=subprocess.PIPE, text=True
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


async def test_a_database_that_is_closed_may_be_opened_again(sqlite_url: str) -> None:
    first = await open_database(sqlite_url)
    with pytest.raises(Trouble, match=f"another Terminus has the database .*: .*process {os.getpid()} on"):
        await open_database(sqlite_url)
    await first.close()
    await (await open_database(sqlite_url)).close()


# -- whoever else writes ----------------------------------------------------------------------------


def table(*more: Seat) -> State:
    return new_table("london", [], None, [Seat("person", "Ann", person="ann"), *more])


async def test_a_seat_that_was_given_is_not_given_twice(engine: AsyncEngine) -> None:
    one, two = Rooms(Store(engine), Dealer), Rooms(Store(engine), Dealer)
    async with one.created(table(OPEN)) as room, two.held(room.state.game.id) as stale:
        await room.change(lambda state: join(state, "bob", "Bob"))
        with pytest.raises(Refused, match="full"):
            await stale.change(lambda state: join(state, "cleo", "Cleo"))
        assert [seat.name for seat in stale.state.seats] == ["Ann", "Bob"], "it knows better now"
    await one.close()
    await two.close()


async def test_the_very_same_cards_are_dealt_by_whichever_server(engine: AsyncEngine) -> None:
    one, two = Rooms(Store(engine)), Rooms(Store(engine))
    async with one.created(table(Seat("person", "Bob", person="bob"))) as room:
        await room.change(lambda state: contribute(state, 1, {"0": "b" * 32, "3": "c" * 32}))
        async with two.held(room.state.game.id) as other:
            assert other.dealer is not room.dealer
            here, there = begin(room.state, room.dealer), begin(other.state, other.dealer)
            while here.game.phase == "playing":
                assert there.events == here.events
                seat = here.table.answered.index(False) if here.table else 0
                here, there = answer(here, seat, [], room.dealer), answer(there, seat, [], other.dealer)
            assert there.events == here.events
    assert verify(enumerate(here.events, 1)) == 4
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


async def test_what_was_missed_while_the_wire_was_down_is_read_however_often_that_fails(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(postgres_url) as one, serving(postgres_url) as other:
        host, guest = one.player(), other.player()
        game = (await host.post("/api/games", {"board": "london", "open": 1}))["game"]
        await guest.post(f"/api/games/{game}/join")
        await host.sit(game)
        await guest.sit(game)
        (room,) = one.rooms
        reads: list[State] = []

        async def newest(held: State) -> State:
            reads.append(held)
            if len(reads) < 3:
                raise OSError("the database is busy")
            return await Store.newest(room.store, held)

        missed = asyncio.Event()

        def heard(news: Said) -> None:
            if isinstance(news, Wrote):
                missed.set()

        with monkeypatch.context() as down:
            down.setattr(room.shared, "heard", heard)
            await guest.ok(say="Is anybody there?")
            await missed.wait()
        monkeypatch.setattr(room.store, "newest", newest)
        room.shared.rejoin()
        await host.until(lambda: bool(host.view["chat"]))
        assert len(reads) >= 3
        for player in (host, guest):
            await player.close()


@dataclass
class Two:
    """A table of two, each at a server of their own; nobody is given much time to come back."""

    one: Live
    other: Live
    host: Player  # at `one`
    guest: Player  # at `other`

    def room(self, at: Live) -> Room:
        return next(room for room in at.rooms if room.state.game.id == self.host.game)

    async def wire_lost(self, at: Live) -> None:
        """Its connection to PostgreSQL is ended, as a network may do it."""
        ended = text(
            "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objsubid = 2 "
            "and classid::bigint = :key and objid::bigint = :number"
        )
        async with at.rooms.store.engine.connect() as connection:
            await connection.execute(ended, {"key": SERVERS, "number": at.rooms.store.number})
        while wire_of(at)._joined:  # noqa: ASYNC110 (it tells nobody)
            await asyncio.sleep(0.01)

    async def joined_again(self, at: Live) -> None:
        while not wire_of(at)._joined:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def wire_of(server: Live) -> Wire:
    wire: Wire = server.rooms._neighbours._wire  # type: ignore[attr-defined]
    return wire


def present(player: Player) -> list[bool]:
    return [seat["present"] for seat in player.view["seats"]]


@asynccontextmanager
async def two(url: str) -> AsyncIterator[Two]:
    async with serving(url) as one, serving(url) as other:
        host, guest = one.player(), other.player()
        game = (await host.post("/api/games", {"board": "london", "open": 1}))["game"]
        await guest.post(f"/api/games/{game}/join")
        await host.sit(game)
        await guest.sit(game)
        await host.until(lambda: present(host) == [True, True])
        await guest.until(lambda: present(guest) == [True, True])
        yield Two(one, other, host, guest)
        for player in (host, guest):
            await player.close()


@pytest.fixture
def little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "GRACE", 0.2)
    monkeypatch.setattr(elsewhere, "ANSWERS", 0.2)


@pytest.mark.usefixtures("little_time")
async def test_who_goes_while_a_server_cannot_hear_of_it_holds_no_table(postgres_url: str) -> None:
    async with two(postgres_url) as table:
        await table.wire_lost(table.other)
        await table.host.leave_socket()
        await table.joined_again(table.other)
        await table.guest.until(lambda: bool(table.guest.view["host"]))
        assert present(table.guest) == [False, True]


@pytest.mark.usefixtures("little_time")
async def test_who_goes_while_their_server_cannot_say_so_holds_no_table(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its wire is back before any other server has noticed."""
    async with two(postgres_url) as table:
        here = table.room(table.one).shared
        with monkeypatch.context() as down:
            down.setattr(here, "went", lambda listener: None)
            await table.host.leave_socket()
            while table.room(table.one).presence.here:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        here.rejoin()
        await table.guest.until(lambda: bool(table.guest.view["host"]))
        assert present(table.guest) == [False, True]


async def test_who_is_there_stays_there_while_a_wire_is_lost_and_comes_back(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(elsewhere, "ANSWERS", 1.0)
    async with two(postgres_url) as table:
        await table.guest.ok(say="hello")
        told = len(table.guest.frames)
        for _ in range(3):
            await table.wire_lost(table.other)
            await table.joined_again(table.other)
            await asyncio.sleep(1.5)
        assert present(table.guest) == [True, True]
        assert table.guest.saving == [], "the database itself is well"
        assert not [frame for frame in table.guest.frames[told:] if "seats" in str(frame)], (
            "nor did anybody flicker"
        )


async def test_who_comes_goes_and_comes_again_at_once_is_there(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL passes on what is said twice at a time once, the first time."""
    async with two(postgres_url) as table:
        heard: list[str] = []
        monkeypatch.setattr(wire_of(table.other)._hearer, "heard", heard.append)
        for said in ("came", "went", "came", "end"):
            wire_of(table.one).say(said)
        async with asyncio.timeout(10):
            while "end" not in heard:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert [said for said in heard if said in ("came", "went")][-1] == "came"
