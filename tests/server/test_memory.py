"""What a server remembers has an end, however many come and however long it runs."""

import asyncio
import gc
from typing import Any

import pytest
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.server.live import Player, serving

from terminus.server.complaints import KINDS, Faults
from terminus.server.disk.rows import chat_row
from terminus.server.disk.schema import chat, commands
from terminus.server.disk.store import Store
from terminus.server.disk.wire import Wire
from terminus.server.edge import album
from terminus.server.edge.door import Door
from terminus.server.edge.limits import LIMITS, Limits
from terminus.server.shown.kept import MOST, Kept
from terminus.server.table import keys, rooms
from terminus.server.table.elsewhere import Elsewhere
from terminus.server.table.keys import Keys
from terminus.server.table.listener import Listener
from terminus.server.table.lobby import new_table
from terminus.server.table.room import Room
from terminus.server.table.rooms import Rooms
from terminus.server.table.state import CHAT_KEPT, ChatLine, Seat, State

TABLE = new_table("london", (), None, [Seat("person", "Ann", person="ann")])


def line(number: int) -> ChatLine:
    return ChatLine(0, "Ann", f"line {number}", None, float(number))


async def texts_of(engine: AsyncEngine, game: str) -> list[str | None]:
    """What is on disk of its chat."""
    async with engine.connect() as connection:
        query = select(chat.c.text).where(chat.c.game == game).order_by(chat.c.id)
        return list((await connection.execute(query)).scalars())


async def test_table_and_disk_remember_of_the_chat_what_is_shown(engine: AsyncEngine) -> None:
    """Also when another server says something in between."""
    here, there = Store(engine), Store(engine)
    state = other = await here.create(TABLE)
    for number in range(3 * CHAT_KEPT):
        if number % 2:
            state = await here.newest(state)
            state = await here.save(state, state.with_line(line(number)))
        else:
            other = await there.newest(other)
            other = await there.save(other, other.with_line(line(number)))
    expected = tuple(map(line, range(2 * CHAT_KEPT, 3 * CHAT_KEPT)))
    saved = await here.load(TABLE.game.id)
    assert saved is not None
    assert saved.state.chat == state.chat == expected
    assert await texts_of(engine, TABLE.game.id) == [said.text for said in expected]


async def test_what_is_said_at_many_tables_at_once_is_forgotten_at_each_by_itself(
    engine: AsyncEngine,
) -> None:
    """In one transaction; and also where another server was quicker."""
    store = Store(engine)
    tables = [await store.create(new_table("london", (), None, list(TABLE.seats))) for _ in range(4)]
    for number in range(CHAT_KEPT + 5):
        quiet = tables[0]  # says nothing from the third line on
        saved = [store.save(state, state.with_line(line(number))) for state in tables[number > 2 :]]
        tables = [quiet, *await asyncio.gather(*saved)] if number > 2 else await asyncio.gather(*saved)
    again = await store.redo(tables[1], lambda state: state.with_line(line(99)))
    assert await texts_of(engine, again.game.id) == [said.text for said in again.chat]
    assert [len(await texts_of(engine, state.game.id)) for state in tables] == [3, *[CHAT_KEPT] * 3]
    assert again.chat[-2:] == (line(CHAT_KEPT + 4), line(99))


async def test_a_chat_of_earlier_days_is_cut_with_the_next_line(engine: AsyncEngine) -> None:
    store = Store(engine)
    state = await store.create(TABLE)
    async with engine.begin() as connection:
        await connection.execute(insert(chat), [chat_row(TABLE.game.id, line(n)) for n in range(200)])
    saved = await store.load(state.game.id)
    assert saved is not None
    state = await store.save(saved.state, saved.state.with_line(line(200)))
    assert await texts_of(engine, TABLE.game.id) == [said.text for said in state.chat]
    assert len(state.chat) == CHAT_KEPT


async def test_reading_again_changes_nothing_if_nothing_was_said(engine: AsyncEngine) -> None:
    """The very same chat: a table is not shown anew for it."""
    here, there = Store(engine), Store(engine)
    state = await here.create(TABLE)
    state = await here.save(state, state.with_line(line(1)))
    await there.save(await there.newest(state), state.with_game(stand_in=not state.game.stand_in))
    assert (await here.newest(state)).chat is state.chat


async def test_a_turn_without_end_takes_only_so_many_keys(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "MOST", 20)
    async with serving(sqlite_url) as live:
        player = live.player()
        game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
        await player.sit(game)
        for number in range(50):
            await player.do(f"key {number}", say=f"line {number}")
        await player.do("key 49", say="once more")
        lines = [said["text"] for said in player.view["chat"]]
        assert lines == [f"line {number}" for number in range(50)]
        room = next(thing for thing in _alive(Room) if thing.state.game.id == game)
        assert len(room.keys) == 20
        async with room.store.engine.connect() as connection:
            assert await connection.scalar(select(func.count()).select_from(commands)) == 20
        await player.close()


def test_the_oldest_keys_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "MOST", 3)
    taken = Keys({})
    for number in range(5):
        taken.add(("ann", str(number)), TABLE)
    assert [("ann", str(number)) in taken for number in range(5)] == [False, False, True, True, True]


async def test_while_the_wire_is_down_nothing_is_kept_to_be_said() -> None:
    """Whoever is back tells everything anew; an outage of hours must not fill the memory until then."""

    class Nobody:
        def connect(self) -> Any:
            raise OSError("nobody is there")

    wire = Wire(Nobody(), 1, _Deaf())  # type: ignore[arg-type]
    wire.start()
    for number in range(1000):
        wire.say(f"news {number}")
        if number % 100 == 0:
            await asyncio.sleep(0)
    assert wire._unsaid == []
    await wire.close()


class _Deaf:
    def joined(self) -> None: ...

    def lost(self, error: Exception) -> None: ...

    def heard(self, said: str) -> None: ...

    def living(self, servers: frozenset[int], workers: frozenset[int]) -> None: ...

    def locked(self, name: str) -> None: ...


def test_servers_that_came_and_went_are_forgotten() -> None:
    elsewhere = Elsewhere()
    for server in range(100):
        elsewhere.came(server, [("ann", "Ann"), (f"p{server}", "")])
    for server, person in elsewhere.gone(frozenset()):
        elsewhere.went(server, person)
    assert (elsewhere.people, elsewhere._servers) == ({}, {})


async def test_pictures_are_kept_as_long_as_there_is_room() -> None:
    pictures = album.Album(kept=5)
    for number in range(30):
        await pictures.picture(number, "en", lambda: "<svg/>", None)
    assert len(pictures._kept) <= 6
    pictures.close()


def test_what_is_made_of_a_table_is_kept_only_for_a_while() -> None:
    kept = Kept()
    for _ in range(10 * MOST):
        kept.of("view", (State, object()), lambda: "a view")
    assert len(kept._made) <= MOST


def test_faults_are_told_apart_up_to_a_point() -> None:
    found = Faults()
    for number in range(2 * KINDS):
        kind = type(f"Fault{number}", (Exception,), {})
        found.tell("somewhere", kind())
    assert (len(found._met), found.count) == (KINDS, 2 * KINDS)


async def test_after_a_crowd_nothing_of_it_is_left(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Strangers who look on, people who play, wrong addresses, sockets that break off: all are forgotten."""
    monkeypatch.setattr(rooms, "IDLE", 0.05)
    earlier = _alive(Rooms, Room, Listener, Door, Limits)
    async with serving(sqlite_url, limits=LIMITS) as live:
        host = live.player()
        games = [
            (await host.post("/api/games", {"board": "london", "start": True}))["game"] for _ in range(5)
        ]
        for _ in range(3):
            crowd = [live.player() for _ in range(12)]
            await asyncio.gather(*(_visit(player, games) for player in crowd))
        await host.close()
        (found,) = _new(earlier, Rooms)
        await _until_empty(found)
        assert (found._loading, found._holds, found._forgetting) == ({}, {}, {})
        assert (_new(earlier, Room), _new(earlier, Listener)) == ([], [])
        (door,) = _new(earlier, Door)
        assert (door._open, door.unread._inboxes, door.unread._sought) == (0, {}, {})
        assert not door.limits._open


async def _visit(player: Player, games: list[str]) -> None:
    for game in games[:2]:
        await player.sit(game)
        await player.leave_socket()
    await player.get("/api/games/nosuchgame", 404)
    await player.get("/api/codes/BCDFGH", 404)
    await player.sit(games[2])
    assert player.socket is not None
    player.socket.transport.abort()
    await player.close()


async def _until_empty(found: Rooms) -> None:
    for _ in range(200):
        if not list(found):
            return
        await asyncio.sleep(0.05)
    raise AssertionError("rooms stay open")


def _alive(*kinds: type[Any]) -> list[Any]:
    gc.collect()
    return [thing for thing in gc.get_objects() if type(thing) in kinds]


def _new(earlier: list[Any], kind: type[Any]) -> list[Any]:
    """What is alive and was not there before; tests before this one leave something behind."""
    known = set(map(id, earlier))
    return [thing for thing in _alive(kind) if id(thing) not in known]
