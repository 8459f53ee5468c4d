"""A database as the first schema left it: brought up to date whole or not at all, and nothing is lost."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, event, inspect, select, text
from sqlalchemy.ext.asyncio import create_async_engine

from terminus.record.dealer import Dealer
from terminus.record.log import write_line
from terminus.server.disk.database import MIGRATIONS, Database, known_schemas, open_database, settle
from terminus.server.disk.listing import Listing
from terminus.server.disk.schema import games, seats
from terminus.server.disk.store import Store
from terminus.server.errors import Trouble
from terminus.server.shown.views import view
from terminus.server.table.lobby import new_table
from terminus.server.table.progress import answer, begin
from terminus.server.table.state import Event, Seat

RESULT = json.dumps({"totals": [71, 80], "winners": [1]})
OLD_GAME = (
    "insert into games (id, code, board, modules, stand_in, phase, result, at) "
    "values (:game, :game, 'london', '[]', :yes, :phase, :result, 9.5)"
)
OLD_SEAT = (
    'insert into seats (game, seat, kind, name, person, "left") '
    "values (:game, :seat, 'person', 'Ann', :person, :no)"
)
OLD_EVENT = "insert into events (game, number, line) values (:game, :number, :line)"


async def old_database(url: str, *old: tuple[str, str, str | None], log: tuple[Event, ...] = ()) -> None:
    """Games with their phase and result, two people at each; `log` is of them all."""
    engine = create_async_engine(settle(url))
    async with engine.begin() as connection:
        await connection.run_sync(_as_of)
        for game, phase, result in old:
            given = {"game": game, "phase": phase, "result": result, "yes": True, "no": False}
            await connection.execute(text(OLD_GAME), given)
            for seat in (0, 1):
                await connection.execute(text(OLD_SEAT), {**given, "seat": seat, "person": f"p{seat}"})
            for number, line in enumerate(map(write_line, log), 1):
                await connection.execute(text(OLD_EVENT), {"game": game, "number": number, "line": line})
    await engine.dispose()


def _as_of(connection: Connection, schema: str = "0001") -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, schema)


async def test_results_of_old_games_become_columns(url: str) -> None:
    await old_database(url, ("g", "over", RESULT), ("h", "playing", None))
    database = await open_database(url)
    async with database.engine.connect() as connection:
        kept = (await connection.execute(select(games).order_by(games.c.id))).mappings().all()
        order = (seats.c.game, seats.c.seat)
        totals = (await connection.execute(select(seats.c.total, seats.c.won).order_by(*order))).all()
    found = [(row["finished_at"], row["players"], row["version"]) for row in kept]
    assert found == [(9.5, 2, 0), (None, None, 0)]
    assert totals == [(71, False), (80, True), (None, None), (None, None)]
    (mine, *_), _ = await Listing(database.engine).games_of("p1")
    assert (mine.total, mine.won) == (80, True)
    await database.close()


@contextmanager
def breaking_off(after: int) -> Iterator[None]:
    """The database goes away after so many statements."""
    statements = count()

    def check(*_: Any) -> None:
        if next(statements) >= after:
            raise OSError("gone")

    event.listen(Engine, "before_cursor_execute", check)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", check)


async def opened(url: str, statements: int) -> Database | None:
    with breaking_off(statements), suppress(Trouble):
        return await open_database(url)
    return None


async def columns(url: str) -> dict[str, set[str]]:
    """By table."""

    def found(connection: Connection) -> dict[str, set[str]]:
        tables = inspect(connection)
        return {name: {c["name"] for c in tables.get_columns(name)} for name in tables.get_table_names()}

    engine = create_async_engine(settle(url))
    async with engine.connect() as connection:
        there = await connection.run_sync(found)
    await engine.dispose()
    return there


async def test_an_update_that_breaks_off_anywhere_leaves_the_database_as_it_was(url: str) -> None:
    await old_database(url, ("g", "over", RESULT))
    before = await columns(url)
    statements = 0
    while (database := await opened(url, statements)) is None:
        assert await columns(url) == before
        statements += 3
    assert statements > 20
    (mine,), _ = await Listing(database.engine).games_of("p1")
    assert (mine.total, mine.won) == (80, True)
    await database.close()


ODD = ["", "{", "null", "[]", '{"totals": 3}', '{"totals": ["x"], "winners": []}', '{"totals": [1, 2]}']


async def test_old_results_that_cannot_be_read_stop_nobody(url: str) -> None:
    """Their totals stay empty in the list; the table itself knows them from its log."""
    dealer, people = Dealer(), [Seat("person", "Ann", person=f"p{n}") for n in (0, 1)]
    over = begin(new_table("london", [], None, people), dealer)
    while over.table is not None and over.game.phase == "playing":
        over = answer(over, over.table.answered.index(False), [], dealer)
    odd = [(f"g{number}", "over", result) for number, result in enumerate(ODD)]
    await old_database(url, *odd, ("g", "over", RESULT), log=over.events)
    database = await open_database(url)
    found, _ = await Listing(database.engine).games_of("p1")
    assert [game.total for game in found] == [80, *(None for _ in ODD)]
    assert (await Listing(database.engine).bests("p1"))["london"]["table"].total == 80
    for game, *_ in odd:
        saved = await Store(database.engine).load(game)
        assert saved is not None
        assert (saved.state.game.totals, saved.state.game.winners) == (over.game.totals, over.game.winners)
        assert view(saved.state, "p1").result is not None
    await database.close()


@pytest.mark.parametrize("schema", known_schemas())
async def test_a_game_of_any_earlier_schema_is_played_on(sqlite_url: str, schema: str) -> None:
    dealer, people = Dealer(), [Seat("person", "Ann", person=f"p{n}") for n in (0, 1)]
    playing = begin(new_table("london", [], None, people), dealer)
    await old_database(sqlite_url, ("g", "playing", None), log=playing.events)
    engine = create_async_engine(settle(sqlite_url))
    async with engine.begin() as connection:
        await connection.run_sync(_as_of, schema)
    await engine.dispose()
    database = await open_database(sqlite_url)
    store = Store(database.engine)
    saved = await store.load("g")
    assert saved is not None
    assert saved.state.events == playing.events
    on = await store.save(saved.state, answer(saved.state, 0, [], dealer))
    again = await store.load("g")
    assert again is not None
    assert again.state == on
    await database.close()
