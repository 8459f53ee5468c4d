"""What nobody wants any more is cleared away, and nothing else: on either database, whoever comes then."""

import asyncio
import logging
import random
import time
from collections import Counter
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from tests.server.live import Live, Player, best, serving

from terminus.server.disk.clearing import GAMES, Clearing, see, see_all
from terminus.server.disk.database import open_database, settle
from terminus.server.disk.keep import DAY, NOTHING_GOES, Keep, read_keep
from terminus.server.disk.people import People, Person
from terminus.server.disk.schema import deals, games, jobs, metadata, people
from terminus.server.disk.store import Store
from terminus.server.edge import tidying
from terminus.server.edge.tidying import Tidying
from terminus.server.errors import Refused, Trouble
from terminus.server.table.lobby import new_table
from terminus.server.table.progress import begin
from terminus.server.table.rooms import Rooms
from terminus.server.table.state import OPEN, ChatLine, Seat, State
from terminus.server.work.jobs import Jobs

KEEP = Keep(lobbies=30, unfinished=180, people=400)
PARTS = [table for table in metadata.sorted_tables if "game" in table.c]


@pytest.fixture(autouse=True)
def no_breath(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "BREATH", 0.0)


@pytest.fixture
async def rooms(engine: AsyncEngine) -> AsyncIterator[Rooms]:
    found = Rooms(Store(engine))
    yield found
    await found.close()


async def table(rooms: Rooms, days: float, begun: bool = False, *people: str) -> str:
    """A game of these people that nobody has touched for so many days, and that no room has open."""
    seats = [Seat("person", person, person=person) for person in people or ("ann",)]
    async with rooms.created(new_table("london", (), None, [*seats, *([] if begun else [OPEN])])) as room:
        if begun:
            await room.change(lambda state: begin(state, room.dealer))
        await room.change(lambda state: said(state, "hello"))
        game = room.state.game.id
    await rooms.store.add_link(f"link to {game}", game, "ann")
    await forget_room(rooms, game)
    await age(rooms.store.engine, game, days)
    return game


def said(state: State, text: str) -> State:
    return state.with_line(ChatLine(0, "Ann", text, None, 1.0))


async def forget_room(rooms: Rooms, game: str) -> None:
    rooms._forgetting[game].cancel()
    rooms._forget(game)


async def age(engine: AsyncEngine, game: str, days: float) -> None:
    then = {"at": time.time() - days * DAY, "seen_at": None}
    async with engine.begin() as connection:
        await connection.execute(update(games).where(games.c.id == game).values(then))


async def tidied(rooms: Rooms) -> Counter[str]:
    """What goes, sooner or later: a row that a room just forgotten still holds goes the next time."""
    cleared: Counter[str] = Counter()
    for _ in range(5):
        cleared += await Tidying(rooms, KEEP).tidy()
    return cleared


async def left(engine: AsyncEngine) -> set[str]:
    async with engine.connect() as connection:
        return set((await connection.execute(select(games.c.id))).scalars())


async def parts_of(engine: AsyncEngine, game: str) -> dict[str, int]:
    """How many rows each table has of a game."""
    async with engine.connect() as connection:
        counts = {
            part.name: await connection.scalar(
                select(func.count()).select_from(part).where(part.c.game == game)
            )
            for part in PARTS
        }
    return {name: count for name, count in counts.items() if count}


# -- what goes and what stays ----------------------------------------------------------------------


async def test_what_was_given_up_goes_whole_and_the_rest_stays_whole(rooms: Rooms) -> None:
    engine = rooms.store.engine
    old = [await table(rooms, 31), await table(rooms, 181, True)]
    kept = [await table(rooms, 29), await table(rooms, 179, True), await table(rooms, 31, True)]
    before = {game: await parts_of(engine, game) for game in (*old, *kept)}
    assert all({"seats", "secrets", "chat", "links"} <= parts.keys() for parts in before.values())
    assert await tidied(rooms) == {"lobbies": 1, "unfinished": 1}
    assert await left(engine) == set(kept)
    assert {game: await parts_of(engine, game) for game in kept} == {game: before[game] for game in kept}
    assert [await parts_of(engine, game) for game in old] == [{}, {}]
    async with engine.connect() as connection:
        assert await connection.scalar(select(func.count()).select_from(deals)) == 0
    with pytest.raises(Refused, match="may be cleared away"):
        async with rooms.held(old[0]):
            pass


async def test_a_game_that_is_over_is_kept_for_ever(live: Live, sqlite_url: str) -> None:
    player = live.player()
    game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
    await player.sit(game)
    await player.play_out(best)
    await player.close()
    database = await _second_connection(sqlite_url)
    await age(database, game, 10_000)
    assert not await Clearing(database, Keep(1, 1, 1, 1)).bite()
    assert await left(database) == {game}
    await database.dispose()


async def _second_connection(url: str) -> AsyncEngine:
    """To a database that a server in this process has open, as `backup` has one."""
    return create_async_engine(settle(url))


async def test_a_lesson_takes_its_cards_along(sqlite_url: str) -> None:
    async with serving(sqlite_url, seed=None) as live:
        player = live.player()
        for lesson in ("first", "first"):
            await player.post(f"/api/lessons/{lesson}")
        await player.close()
    database = await open_database(sqlite_url)
    engine = database.engine
    one, other = sorted(await left(engine))
    await age(engine, one, 181)
    assert await Clearing(engine, KEEP).bite() == {"unfinished": 1}
    async with engine.connect() as connection:
        assert list((await connection.execute(select(deals.c.name))).scalars()) == [f"lesson {other}"]
    await database.close()


async def test_people_who_sit_nowhere_and_were_not_here_for_long_are_forgotten(rooms: Rooms) -> None:
    engine = rooms.store.engine
    known = People(engine)
    for person in ("ann", "bob", "eve"):
        await known.keep(person, Person(person, "en"))
    await table(rooms, 1, False, "ann")
    async with engine.begin() as connection:
        await connection.execute(update(people).values(seen_at=time.time() - 401 * DAY))
    assert await known.find("eve"), "and so she was here"
    assert await Clearing(engine, KEEP).bite() == {"people": 1}
    assert [await known.find(person) is not None for person in ("ann", "bob", "eve")] == [True, False, True]


async def test_finished_jobs_are_forgotten_wherever_they_are(rooms: Rooms) -> None:
    engine = rooms.store.engine
    key = await Jobs(engine, 1).put("anything", {})
    async with engine.begin() as connection:
        await connection.execute(update(jobs).values(finished_at=time.time() - 8 * DAY))
    assert await Tidying(rooms, NOTHING_GOES).tidy() == {"jobs": 1}
    assert await Jobs(engine, 1).look(key) is None


async def test_nothing_goes_where_nothing_may(rooms: Rooms) -> None:
    game = await table(rooms, 10_000)
    assert await Tidying(rooms, NOTHING_GOES).tidy() == {}
    assert await left(rooms.store.engine) == {game}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("", Keep(30, 180, 400, 90)),
        ("off", NOTHING_GOES),
        ("lobbies=7", Keep(7, 180, 400, 90)),
        ("lobbies=7, people=off", Keep(7, 180, None, 90)),
        ("off unfinished=365", Keep(None, 365, None, None, None)),
    ],
)
def test_how_long_is_said_in_days(text: str, kept: Keep) -> None:
    assert read_keep(text) == kept


@pytest.mark.parametrize(
    "text", ["lobbies", "lobbies=0", "lobbies=-1", "x=3", "people=1e3", "people=٣", "people=" + "9" * 5000]
)
def test_what_is_no_time_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(Trouble, match="does not say how long something is kept"):
        read_keep(text)


# -- whoever comes meanwhile -----------------------------------------------------------------------


async def test_whoever_opens_an_old_game_keeps_it(rooms: Rooms) -> None:
    engine = rooms.store.engine
    looked_at, forgotten = await table(rooms, 200, True), await table(rooms, 200, True)
    async with rooms.held(looked_at):
        assert await Clearing(engine, KEEP).bite() == {"unfinished": 1}
    assert await left(engine) == {looked_at} != {forgotten}


async def test_a_game_that_is_open_for_longer_than_it_is_kept_stays(rooms: Rooms) -> None:
    engine = rooms.store.engine
    game = await table(rooms, 1)
    async with rooms.held(game) as room:
        await age(engine, game, 200)
        assert await Tidying(rooms, KEEP).tidy() == {}
        await room.change(lambda state: said(state, "still here"))
    assert await left(engine) == {game}


async def test_opening_a_game_of_today_writes_nothing(rooms: Rooms) -> None:
    game = await table(rooms, 0.1)
    await see(rooms.store.engine, game)
    await see_all(rooms.store.engine, [game])
    async with rooms.store.engine.connect() as connection:
        assert await connection.scalar(select(games.c.seen_at)) is None


async def test_a_table_that_is_gone_all_the_same_says_so(rooms: Rooms) -> None:
    """As if somebody had taken it out of the database by hand."""
    game = await table(rooms, 1)
    async with rooms.held(game) as room:
        await rooms.store.discard(game)
        with pytest.raises(Refused, match="There is no such game"):
            await room.change(lambda state: said(state, "anybody?"))
        assert await parts_of(rooms.store.engine, game) == {}


async def test_a_rematch_that_was_cleared_away_is_made_anew(sqlite_url: str) -> None:
    async with serving(sqlite_url) as live:
        player = live.player()
        game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
        await player.sit(game)
        await player.play_out(best)
        again = (await player.post(f"/api/games/{game}/rematch?start=false"))["game"]
        assert again == (await player.post(f"/api/games/{game}/rematch?start=false"))["game"]
        await player.close()
    database = await open_database(sqlite_url)
    await age(database.engine, again, 31)
    assert await Clearing(database.engine, KEEP).bite() == {"lobbies": 1}
    await database.close()
    async with serving(sqlite_url) as live:
        back = live.player()
        back.http.cookies.update(player.http.cookies)
        made = [(await back.post(f"/api/games/{game}/rematch?start=false"))["game"] for _ in range(2)]
        assert made[0] == made[1] != again
        await back.get(f"/api/games/{made[0]}")
        await back.close()


async def test_a_crowd_opens_games_while_two_servers_clear_them_away(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each game is there whole, and can be played, or it is gone and said to be."""
    monkeypatch.setattr("terminus.server.disk.clearing.GAMES", 1)
    monkeypatch.setattr(tidying, "BREATH", 0.01)
    for seconds in (0.3, 1, 3, 9):  # until some come in time and others too late, however busy the machine is
        if await crowd_comes(url, seconds):
            return
    pytest.fail("all of them came in time, or none did")


async def crowd_comes(url: str, seconds: float) -> bool:
    """To forty old games while they are cleared away; whether some were gone by then, and some were not."""
    database = await open_database(url)
    here = [Rooms(Store(database.engine)) for _ in range(1 if "sqlite" in url else 2)]
    old = [await table(here[0], 200, begun=n % 2 == 0) for n in range(40)]
    found: dict[str, bool] = {}
    statuses: set[int] = set()

    async def opens(game: str, rooms: Rooms, wait: float) -> None:
        await asyncio.sleep(wait)
        try:
            async with rooms.held(game) as room:
                await room.change(lambda state: said(state, "back again"))
                found[game] = True
        except Refused as refusal:
            statuses.add(refusal.status)
            found.setdefault(game, False)

    dice = random.Random(5)
    clearing = [Tidying(rooms, KEEP).tidy() for rooms in (*here, *here)]
    visits = [opens(game, rooms, dice.random() * seconds) for game in old for rooms in here]
    visiting = asyncio.gather(*visits)
    cleared = await asyncio.gather(*clearing)
    await visiting
    gone = {game for game, there in found.items() if not there}
    assert statuses == ({404} if gone else set())
    assert await left(database.engine) & set(old) == set(old) - gone
    assert sum(sum(done.values()) for done in cleared) == len(gone)
    for game in old:
        parts = await parts_of(database.engine, game)
        assert (parts == {}) == (game in gone), parts
        if game not in gone:
            saved = await here[0].store.load(game)
            assert saved is not None
            assert [line.text for line in saved.state.chat].count("back again") == len(here)
    for rooms in here:
        await rooms.close()
    await database.close()
    return 0 < len(gone) < len(old)


async def test_two_servers_clear_away_each_thing_once(postgres_url: str) -> None:
    database = await open_database(postgres_url)
    rooms = Rooms(Store(database.engine))
    for _ in range(3):
        await table(rooms, 31)
    async with database.engine.begin() as connection:
        rows = [{"id": f"p{n}", "name": "", "language": "en"} for n in range(450)]
        await connection.execute(insert(people), rows)
    await People(database.engine).keep("eve", Person("Eve", "en"))  # who is here today: the clock is right
    both = await asyncio.gather(*(Tidying(rooms, KEEP).tidy() for _ in range(2)))
    total = both[0] + both[1]
    total += await tidied(rooms)
    assert total == {"lobbies": 3, "people": 450}
    await rooms.close()
    await database.close()


async def test_it_is_done_in_bites(rooms: Rooms) -> None:
    engine = rooms.store.engine
    async with engine.begin() as connection:
        for number in range(GAMES + 5):
            row = {"id": f"g{number}", "code": f"c{number}", "board": "london", "modules": "[]"}
            await connection.execute(
                insert(games).values(**row, stand_in=True, phase="lobby", at=0.0, version=1)
            )
    clearing = Clearing(engine, KEEP)
    assert [await clearing.bite() for _ in range(3)] == [{"lobbies": GAMES}, {"lobbies": 5}, {}]


# -- by itself -------------------------------------------------------------------------------------


async def test_a_server_does_so_by_itself_and_tells(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(sqlite_url) as live:
        player = live.player()
        gone, stays = [
            (await player.post("/api/games", {"board": "london", "open": 1}))["game"] for _ in range(2)
        ]
        await player.close()
    database = await open_database(sqlite_url)
    await age(database.engine, gone, 31)
    await database.close()
    monkeypatch.setattr(tidying, "FIRST", 0.01)
    with caplog.at_level(logging.WARNING, "terminus.server"):
        async with serving(sqlite_url, keep=KEEP) as live:
            back = live.player()
            back.http.cookies.update(player.http.cookies)
            await _until_told(caplog)
            assert [game["game"] for game in (await back.get("/api/me"))["games"]] == [stays]
            assert 'terminus_cleared_total{what="lobbies"} 1.0' in (await back.http.get("/metrics")).text
            await _lost(back, gone)
            await back.close()
    assert "Cleared away, as nobody had touched them for long: 1 lobbies" in caplog.text
    assert gone not in caplog.text


async def _until_told(caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(500):
        if "Cleared away" in caplog.text:
            return
        await asyncio.sleep(0.02)
    raise AssertionError("nothing was told")


async def _lost(player: Player, game: str) -> None:
    said = (await player.get(f"/api/games/{game}", 404))["error"]["message"]
    assert said == "There is no such game. One that nobody had touched for long may be cleared away."


async def test_a_database_that_fails_is_tried_again_later(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    database = await open_database(sqlite_url)
    rooms = Rooms(Store(database.engine))
    async with database.engine.begin() as connection:
        await connection.exec_driver_sql("alter table people rename to nobody")
    await Tidying(rooms, KEEP)._try()
    assert "could not be cleared away" in caplog.text
    await rooms.close()
    await database.close()
