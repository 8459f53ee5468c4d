"""The home page's list: few statements however many games, every page, bests, and an outage in words."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event, insert, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from tests.server.live import serving

from terminus.record.dealer import Dealer
from terminus.server.disk.listing import PAGE, Listing
from terminus.server.disk.people import People
from terminus.server.disk.schema import games, seats
from terminus.server.disk.store import Store
from terminus.server.shown.boards import Best
from terminus.server.shown.summaries import GameRecord
from terminus.server.table.lobby import bot_seat, new_table
from terminus.server.table.progress import answer, begin
from terminus.server.table.state import Seat, State

ANN = Seat("person", "Ann", person="ann")
BOB = Seat("person", "Bob", person="bob")


async def played(store: Store, *sitting: Seat, board: str = "london", out: bool = True) -> State:
    """A game in which everybody passes; to its end if it is played out."""
    dealer = Dealer(random.Random(1))
    state = await store.create(new_table(board, [], None, sitting))
    state = await store.save(state, begin(state, dealer))
    while out and state.game.phase == "playing":
        assert state.table is not None
        seat = state.table.answered.index(False)
        state = await store.save(state, answer(state, seat, [], dealer))
    return state


@contextmanager
def statements(engine: AsyncEngine) -> Iterator[list[str]]:
    """What is asked of the database meanwhile."""
    asked: list[str] = []

    def keep(_: Any, __: Any, statement: str, *___: Any) -> None:
        asked.append(statement)

    event.listen(engine.sync_engine, "before_cursor_execute", keep)
    yield asked
    event.remove(engine.sync_engine, "before_cursor_execute", keep)


async def test_the_list_takes_two_statements_however_long_it_is(engine: AsyncEngine) -> None:
    store, listing = Store(engine), Listing(engine)
    for count in (1, 5):
        for _ in range(count):
            await played(store, ANN, BOB, out=False)
        await played(store, ANN, bot_seat("easy", [ANN]))
        with statements(engine) as asked:
            await People(engine).find("ann")
            await listing.games_of("ann")
        assert len(asked) == 3, asked


async def test_a_game_in_the_list_says_how_it_stands(engine: AsyncEngine) -> None:
    store, listing = Store(engine), Listing(engine)
    over = await played(store, ANN, bot_seat("easy", [ANN]))
    waits = await played(store, ANN, BOB, out=False)
    dealer = Dealer(random.Random(2))
    answered = await played(store, BOB, ANN, out=False)
    answered = await store.save(answered, answer(answered, 1, [], dealer))
    await store.create(new_table("paris", [], None, [ANN]))
    found, more = await listing.games_of("ann")
    lobby, third, second, first = found
    assert not more
    assert (first.game, first.phase, first.total, first.won) == (
        over.game.id,
        "over",
        over.game.totals[0],
        True,
    )
    assert [seat.total for seat in first.seats] == list(over.game.totals)
    assert (second.game, second.my_turn, second.me, second.total) == (waits.game.id, True, 0, None)
    assert (third.game, third.my_turn, third.me, third.won) == (answered.game.id, False, 1, None)
    assert [(seat.name, seat.kind) for seat in third.seats] == [("Bob", "person"), ("Ann", "person")]
    assert (lobby.phase, lobby.my_turn) == ("lobby", False)
    assert [game.my_turn for game in (await listing.games_of("bob"))[0]] == [True, True]
    assert await listing.games_of("cleo") == ([], False)


async def test_every_game_can_be_reached(engine: AsyncEngine) -> None:
    listing = Listing(engine)
    async with engine.begin() as connection:
        await connection.execute(insert(games), [_game(number) for number in range(PAGE * 2 + 1)])
        await connection.execute(insert(seats), [_seat(number) for number in range(PAGE * 2 + 1)])
    pages = [await listing.games_of("ann", page) for page in range(4)]
    assert [len(found) for found, _ in pages] == [PAGE, PAGE, 1, 0]
    assert [more for _, more in pages] == [True, True, False, False]
    numbers = [int(game.game) for found, _ in pages for game in found]
    assert numbers == list(range(PAGE * 2, -1, -1)), "the newest first, each once"


def _game(number: int, **more: object) -> dict[str, object]:
    given = {"id": str(number), "code": f"C{number}", "at": float(number), "version": 0, "phase": "over"}
    return {**given, "board": "london", "modules": "[]", "stand_in": True, **more}


def _seat(number: int, **more: object) -> dict[str, object]:
    given = {"game": str(number), "seat": 0, "kind": "person", "name": "Ann", "person": "ann", "left": False}
    return {**given, "total": number, "won": True, **more}


async def test_bests_are_by_board_alone_and_with_others(engine: AsyncEngine) -> None:
    totals = [("london", 1, 80), ("london", 1, 95), ("london", 2, 70), ("paris", 3, 60), ("london", 1, 95)]
    async with engine.begin() as connection:
        for number, (board, players, total) in enumerate(totals):
            row = _game(number, board=board, players=players, finished_at=float(number))
            await connection.execute(insert(games).values(row))
            await connection.execute(insert(seats).values(_seat(number, total=total)))
    with statements(engine) as asked:
        found = await Listing(engine).bests("ann")
    assert len(asked) == 1
    assert found == {
        "london": {"solo": Best(95, "1"), "table": Best(70, "2")},
        "paris": {"table": Best(60, "3")},
    }
    assert await Listing(engine).bests("bob") == {}


async def test_alone_what_counts_is_the_total_less_ten_for_each_module(engine: AsyncEngine) -> None:
    played = [(1, "[]", 100), (1, '["objectives","powers"]', 116), (2, '["objectives"]', 111)]
    async with engine.begin() as connection:
        for number, (players, modules, total) in enumerate(played):
            row = _game(number, players=players, modules=modules, finished_at=float(number))
            await connection.execute(insert(games).values(row))
            await connection.execute(insert(seats).values(_seat(number, total=total)))
        await connection.execute(insert(seats).values(_seat(2, seat=1, person="bob", total=90)))
    found = await Listing(engine).bests("ann")
    assert found == {"london": {"solo": Best(100, "0"), "table": Best(111, "2")}}
    listed, _ = await Listing(engine).games_of("ann")
    assert {game.game: game.total for game in listed} == {"0": 100, "1": 96, "2": 111}


@pytest.mark.parametrize(
    ("number", "known"),
    [
        pytest.param(0, GameRecord(80, None, True), id="the first game ever"),
        pytest.param(1, GameRecord(80, 80, True), id="as good as before"),
        pytest.param(2, GameRecord(95, 80, True), id="better, and what came later does not matter"),
        pytest.param(3, GameRecord(70, 95, True), id="worse"),
        pytest.param(4, GameRecord(60, None, True), id="the first with others"),
        pytest.param(5, GameRecord(200, 95, False), id="a lesson"),
        pytest.param(6, GameRecord(99, 95, True), id="less the module, and the lesson is no best"),
        pytest.param(7, GameRecord(10, None, True), id="the first in another city"),
        pytest.param(8, None, id="not over"),
    ],
)
async def test_a_game_knows_the_best_before_it(
    engine: AsyncEngine, number: int, known: GameRecord | None
) -> None:
    told = [80, 80, 95, 70, 60, 200, 109, 10, 300]
    more: dict[int, dict[str, object]] = {
        4: {"players": 2},
        5: {"lesson": "first"},
        6: {"modules": '["gates"]'},
        7: {"board": "paris"},
        8: {"phase": "playing"},
    }
    async with engine.begin() as connection:
        for at, total in enumerate(told):
            row = _game(at, **{"players": 1, "finished_at": float(at), **more.get(at, {})})
            await connection.execute(insert(games).values(row))
            await connection.execute(insert(seats).values(_seat(at, total=total)))
    listing = Listing(engine)
    assert await listing.record("ann", str(number)) == known
    assert await listing.record("bob", str(number)) is None, "a stranger"


async def test_a_finished_game_is_a_best(engine: AsyncEngine) -> None:
    over = await played(Store(engine), ANN)
    assert await Listing(engine).bests("ann") == {"london": {"solo": Best(over.game.totals[0], over.game.id)}}


async def test_without_its_database_the_server_says_so_once(
    postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The database of this test goes away, for everybody, and comes back."""
    name = postgres_url.rpartition("/")[2]
    admin = create_async_engine(postgres_url.removesuffix(name) + "postgres", isolation_level="AUTOCOMMIT")
    async with serving(postgres_url) as live:
        player = live.player()
        game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
        await player.sit(game)
        async with admin.connect() as connection:
            await connection.execute(text(f"alter database {name} allow_connections false"))
            cut = "select pg_terminate_backend(pid) from pg_stat_activity where datname = :name"
            await connection.execute(text(cut), {"name": name})
            for number in range(4):
                refused = await player.get("/api/me", 503)
                assert (
                    refused["error"]["message"] == "The games cannot be reached just now. Please try again."
                )
                await player.put_off(f"later {number}", say="hello")
            assert await player.post("/api/games", {"board": "london"}, 503)
            assert await player.refused(f"/api/seat/{'verysecretkey':x<32}", status=503)
            assert "verysecretkey" not in caplog.text, "the log names routes, not paths"
            assert (await player.get(f"/api/games/{game}"))["phase"] == "playing", "looking works"
            assert [bool(record.exc_info) for record in caplog.records] == [True], "reading and writing"
            await connection.execute(text(f"alter database {name} allow_connections true"))
        await player.until(lambda: player.saving[-1:] == [True])
        await player.ok(say="back again")
        assert (await player.get("/api/me"))["games"]
        await player.close()
    await admin.dispose()
