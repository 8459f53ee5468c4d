"""The store, on SQLite and on PostgreSQL: what is saved comes back, a log grows at its end only."""

import json
import random
from dataclasses import replace

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from terminus.record.dealer import Dealer
from terminus.record.notation import notate
from terminus.rules.play import allowed
from terminus.server.disk.database import open_database
from terminus.server.disk.listing import Listing
from terminus.server.disk.people import People, Person
from terminus.server.disk.schema import drafts, events, games, metadata
from terminus.server.disk.store import Store
from terminus.server.disk.together import Conflict
from terminus.server.errors import Refused, Trouble
from terminus.server.table.codes import LETTERS, new_code, new_id, read_code
from terminus.server.table.drafts import commit, draft_of, step_on
from terminus.server.table.lobby import bot_seat, new_table, start
from terminus.server.table.progress import begin
from terminus.server.table.rooms import Rooms
from terminus.server.table.state import ChatLine, Seat, State


def table(person: str = "p") -> State:
    seats = [Seat("person", "Ann", person=person)]
    return new_table("tokyo", ["objectives"], 60, [*seats, bot_seat("easy", seats)])


def drafted(state: State) -> State:
    position = draft_of(state, 0).draft.position
    return step_on(state, 0, notate(position.ruleset.board, allowed(position)[0]))


async def test_a_game_comes_back_as_it_was(engine: AsyncEngine) -> None:
    store, dealer = Store(engine), Dealer(random.Random(3))
    lobby = await store.create(table())
    assert (await _loaded(store, lobby)) == lobby
    playing = await store.save(lobby, begin(lobby, dealer), ("p", "k1"))
    draft = await store.save(playing, drafted(playing), ("p", "k2"))
    said = replace(draft, chat=(ChatLine(0, "Ann", "hé 👏", None, 1234.5678901),))
    said = await store.save(draft, said)
    saved = await store.load(lobby.game.id)
    assert saved is not None
    assert saved.state == said
    assert saved.state.drafts[0].draft.position.sheet == said.drafts[0].draft.position.sheet
    assert saved.keys == {("p", "k1"): 0, ("p", "k2"): 2}
    done = commit(said, 0, dealer)
    await store.save(said, done)
    again = await _loaded(store, lobby)
    assert again.events == done.events
    assert draft_of(again, 0) == draft_of(done, 0), (
        "a draft that was committed is gone, its version counts on"
    )


@pytest.mark.parametrize("actions", [["a0-z9"], ["skip"], ["done"], ["use flight"]])
async def test_a_draft_that_is_no_longer_legal_is_empty_and_counts_on(
    engine: AsyncEngine, actions: list[str]
) -> None:
    store = Store(engine)
    lobby = await store.create(table())
    playing = await store.save(lobby, begin(lobby, Dealer(random.Random(3))))
    draft = await store.save(playing, drafted(playing))
    async with engine.begin() as connection:
        await connection.execute(update(drafts).values(actions=json.dumps(actions)))
    again = await _loaded(store, lobby)
    assert (again.events, again.drafts[0].draft.said) == (draft.events, [])
    assert draft_of(drafted(again), 0).version == draft_of(draft, 0).version + 1


async def _loaded(store: Store, state: State) -> State:
    saved = await store.load(state.game.id)
    assert saved is not None
    return saved.state


async def test_an_event_is_never_written_twice(engine: AsyncEngine) -> None:
    store = Store(engine)
    lobby = await store.create(table())
    one, other = begin(lobby, Dealer(random.Random(1))), begin(lobby, Dealer(random.Random(2)))
    await store.save(lobby, one)
    with pytest.raises(Conflict):
        await store.save(lobby, other.with_game(clock=None))
    assert (await _loaded(store, lobby)) == one, "nothing of the second was written"
    with pytest.raises(IntegrityError):
        async with engine.begin() as connection:
            await connection.execute(insert(events).values(game=one.game.id, number=1, line="{}"))


async def test_a_key_is_taken_once(engine: AsyncEngine) -> None:
    store = Store(engine)
    lobby = await store.create(table())
    saved = await store.save(lobby, lobby.with_game(clock=30), ("p", "key"))
    with pytest.raises(Conflict):
        await store.save(saved, saved.with_game(clock=None), ("p", "key"))
    assert (await _loaded(store, lobby)).game.clock == 30
    await store.save(saved, saved, ("q", "key"))


async def test_a_code_that_is_taken_is_changed(engine: AsyncEngine) -> None:
    store, first = Store(engine), table()
    await store.create(first)
    second = await store.create(table().with_game(code=first.game.code))
    assert second.game.code != first.game.code
    assert await store.by_code(second.game.code, "nobody") == second.game.id
    assert await store.by_code("ZZZZZZ", "nobody") is None
    assert await store.load("nothing") is None


async def test_people_and_their_games_are_listed(engine: AsyncEngine) -> None:
    store, listing, people = Store(engine), Listing(engine), People(engine)
    await people.keep("p", Person("Ann", "fr"))
    await people.keep("p", Person("Anne", "fr"))
    assert await people.find("p") == Person("Anne", "fr")
    assert await people.find("q") is None
    longest = Person("👩‍❤️‍💋‍👩" * 12, "en")
    assert len(longest.name) == 96
    await people.keep("q", longest)
    assert await people.find("q") == longest
    lobby = await store.create(table("p"))
    await store.create(table("q"))
    playing = await store.save(lobby, begin(lobby, Dealer(random.Random(3))))
    (mine,), _ = await listing.games_of("p")
    assert (mine.game, mine.phase, mine.me, mine.my_turn) == (lobby.game.id, "playing", 0, True)
    answered = commit(playing, 0, Dealer())
    await store.save(playing, answered)
    (mine,), _ = await listing.games_of("p")
    assert not mine.my_turn
    assert await listing.bests("p") == {}


async def test_the_migrations_make_the_tables_that_we_use(engine: AsyncEngine) -> None:
    async with engine.connect() as connection:
        differences = await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
        )
    assert differences == []


async def test_a_database_from_a_newer_version_is_left_alone(url: str) -> None:
    database = await open_database(url)
    async with database.engine.begin() as connection:
        await connection.execute(text("update alembic_version set version_num = '9999'"))
    await database.close()
    with pytest.raises(Trouble, match="was written by a newer Terminus"):
        await open_database(url)


@pytest.mark.parametrize(
    ("database", "said"),
    [
        (
            "sqlite:////proc/nowhere/games.sqlite3",
            "cannot open the database sqlite:////proc/nowhere/games.sqlite3: ",
        ),
        (
            "sqlite:////proc/games.sqlite3",
            "cannot open the database sqlite:////proc/games.sqlite3: ",
        ),
        (
            "postgresql://nobody:secret@127.0.0.1:1/none",
            "cannot open the database postgresql://nobody:***@127",
        ),
        ("mysql://host/name", "mysql is no database that Terminus knows"),
        ("games.txt", "«games.txt» is no database"),
        ("sqlite:///", "«sqlite:///» names no file"),
        ("sqlite:///:memory:", "«sqlite:///:memory:» names no file"),
    ],
)
async def test_a_database_that_cannot_be_opened_is_said_in_one_line(database: str, said: str) -> None:
    with pytest.raises(Trouble) as trouble:
        await open_database(database)
    assert said in str(trouble.value)
    assert "\n" not in str(trouble.value)
    assert "secret" not in str(trouble.value)


async def test_opening_twice_migrates_once(url: str) -> None:
    for _ in range(2):
        database = await open_database(url)
        async with database.engine.connect() as connection:
            assert (await connection.execute(select(games))).all() == []
        await database.close()


async def test_sqlite_does_not_forget_what_it_has_confirmed(sqlite_url: str) -> None:
    database = await open_database(sqlite_url)
    async with database.engine.connect() as connection:
        assert await connection.scalar(text("pragma journal_mode")) == "wal"
        assert await connection.scalar(text("pragma synchronous")) == 2, "FULL"
    await database.close()


async def test_when_another_server_wrote_the_room_takes_what_it_wrote(engine: AsyncEngine) -> None:
    rooms = Rooms(Store(engine), Dealer)
    async with rooms.created(table()) as room:
        other = begin(room.state, Dealer())
        await Store(engine).save(room.state, other)
        with pytest.raises(Refused, match="begun already"):
            await room.change(lambda state: start(state, room.dealer))
        assert room.state == other
    await rooms.close()


async def test_a_game_that_cannot_be_saved_is_not_changed(engine: AsyncEngine) -> None:
    rooms = Rooms(Store(engine), Dealer)
    async with rooms.created(table()) as room:
        before = room.state
        async with engine.begin() as connection:
            await connection.execute(text("alter table events rename to away"))
        with pytest.raises(Refused, match="could not be saved"):
            await room.change(lambda state: begin(state, room.dealer))
        assert room.state is before
        async with engine.begin() as connection:
            await connection.execute(text("alter table away rename to events"))
        await room.change(lambda state: begin(state, room.dealer))
        assert room.state.number > 1
    await rooms.close()


def test_codes_are_easy_to_read_out() -> None:
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(len(code) == 6 and set(code) <= set(LETTERS) for code in codes)
    assert not set("AEIOULQY") & set(LETTERS)
    assert len({new_id() for _ in range(200)}) == 200
    assert read_code(" bcd-fgh\n") == "BCDFGH"


async def test_updating_a_game_moves_it_to_the_top(engine: AsyncEngine) -> None:
    store, listing = Store(engine), Listing(engine)
    old, new = await store.create(table()), await store.create(table())
    async with engine.begin() as connection:
        await connection.execute(update(games).values(at=1.0))
    await store.save(old, old.with_game(clock=30))
    found, _ = await listing.games_of("p")
    assert [game.game for game in found] == [old.game.id, new.game.id]
