"""A clock that is wrong, or jumps, clears nothing away: it would make every game an old one."""

import logging
import time
from dataclasses import dataclass

import pytest
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.server.live import serving

from terminus.server.disk.calendar import Calendar
from terminus.server.disk.database import open_database
from terminus.server.disk.keep import DAY, Keep
from terminus.server.disk.schema import games
from terminus.server.disk.store import Store
from terminus.server.edge.tidying import Tidying
from terminus.server.table.rooms import Rooms


@dataclass
class Clocks:
    """The one on the wall, and the one that only counts seconds."""

    wall: float
    steady: float = 1000.0

    def pass_by(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds


async def begun(engine: AsyncEngine, clocks: Clocks, newest: float) -> Calendar:
    """A server begins with a database whose newest game moved then."""
    row = {"code": "c", "board": "london", "modules": "[]", "stand_in": True, "phase": "playing"}
    async with engine.begin() as connection:
        await connection.execute(insert(games).values(**row, id="g", at=newest, version=1))
    calendar = Calendar(engine, lambda: clocks.wall, lambda: clocks.steady)
    await calendar.doubt()
    return calendar


async def test_a_clock_that_goes_evenly_is_believed(engine: AsyncEngine) -> None:
    clocks = Clocks(time.time())
    calendar = await begun(engine, clocks, clocks.wall - 20 * DAY)
    assert await calendar.doubt() is None
    for _ in range(3):
        clocks.pass_by(3600)
        if engine.dialect.name == "sqlite":
            clocks.pass_by(100 * DAY)  # nobody is here for a whole summer
        assert await calendar.doubt() is None


async def test_one_that_jumps_is_believed_when_it_has_gone_evenly_for_a_week(sqlite_url: str) -> None:
    database = await open_database(sqlite_url)
    clocks = Clocks(1.8e9)
    calendar = await begun(database.engine, clocks, clocks.wall)
    clocks.pass_by(3600)
    clocks.wall += 180 * DAY
    jumped = "the clock says 2027-07-14, and it was 2027-01-15 when it was last seen to be right"
    assert await calendar.doubt() == jumped
    clocks.pass_by(6 * DAY)
    assert await calendar.doubt() is not None
    clocks.pass_by(2 * DAY)
    assert await calendar.doubt() is None
    clocks.wall += 2 * DAY
    assert await calendar.doubt() is not None
    await database.close()


async def test_one_that_begins_far_after_the_newest_thing_is_not_believed(engine: AsyncEngine) -> None:
    clocks = Clocks(time.time())
    calendar = await begun(engine, clocks, clocks.wall - 31 * DAY)
    assert await calendar.doubt() is not None


async def test_one_that_was_behind_and_is_set_right_is_believed(sqlite_url: str) -> None:
    """As on a machine that forgets the time when it is off."""
    database = await open_database(sqlite_url)
    clocks = Clocks(0.0)
    calendar = await begun(database.engine, clocks, 1.8e9)
    clocks.pass_by(30)
    clocks.wall = 1.8e9 + 3 * DAY
    assert await calendar.doubt() is None
    clocks.pass_by(3600)
    clocks.wall += 180 * DAY
    assert await calendar.doubt() is not None
    await database.close()


async def test_one_that_is_ahead_of_the_database_s_is_not_believed(postgres_url: str) -> None:
    """Other servers write the right time, so what is newest there says nothing."""
    database = await open_database(postgres_url)
    clocks = Clocks(time.time() + 20 * DAY)
    calendar = await begun(database.engine, clocks, time.time())
    assert await calendar.doubt() is not None
    await database.close()


async def test_a_server_that_begins_with_a_wrong_clock_loses_no_game(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(sqlite_url) as live:
        player = live.player()
        game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
        await player.close()
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + 400 * DAY)
    database = await open_database(sqlite_url)
    rooms = Rooms(Store(database.engine))
    with caplog.at_level(logging.ERROR, "terminus.server"):
        assert await Tidying(rooms, Keep()).tidy() == {}
    assert "Nothing is cleared away before the clock has gone evenly for a week" in caplog.text
    async with rooms.held(game):
        pass
    await rooms.close()
    await database.close()
