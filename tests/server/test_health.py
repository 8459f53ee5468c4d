"""A database that went away comes back for all tables, whatever goes wrong meanwhile."""

import asyncio
import logging
import sqlite3
import time
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text, update
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.server.test_clearing import table

from terminus.server.complaints import faults
from terminus.server.disk import health as module
from terminus.server.disk.database import Database, open_database
from terminus.server.disk.health import Away, Health
from terminus.server.disk.readiness import Readiness
from terminus.server.disk.schema import jobs
from terminus.server.disk.store import Store
from terminus.server.table.rooms import Rooms
from terminus.server.work.jobs import Jobs


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AGAIN", 0.01)
    monkeypatch.setattr(module, "LOOK", 0.01)


@pytest.fixture
async def database(sqlite_url: str) -> AsyncIterator[Database]:
    opened = await open_database(sqlite_url)
    yield opened
    await opened.close()


async def fails() -> None:
    raise OSError("no disk")


async def gone(health: Health, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is away."""
    with monkeypatch.context() as patch:
        patch.setattr(Health, "_try", lambda self: _odd())
        with pytest.raises(Away):
            await health.written("a test", fails)


async def _odd() -> Exception:
    return OSError("no disk")


async def back(health: Health) -> None:
    async with asyncio.timeout(5):
        while health.away:  # noqa: ASYNC110 (it tells rooms alone)
            await asyncio.sleep(0.01)


async def test_it_comes_back_whatever_its_rescue_raises(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    health = Health(database.engine, database.file)
    heard: list[bool] = []
    health.hear = heard.append
    raised: list[Exception] = [sqlite3.OperationalError("odd"), RuntimeError("odder")]

    async def mend(self: Health) -> None:
        if raised:
            raise raised.pop()

    monkeypatch.setattr(Health, "_mend", mend)
    await gone(health, monkeypatch)
    await back(health)
    await asyncio.sleep(0.05)
    assert heard == [False, True]
    await health.close()


async def test_a_try_that_fails_oddly_is_trouble(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    health = Health(database.engine)

    def begin(_: AsyncEngine) -> None:
        raise RuntimeError("the pool is broken")

    with monkeypatch.context() as patch:
        patch.setattr(AsyncEngine, "begin", begin)
        with pytest.raises(Away):
            await health.written("a test", fails)
    await back(health)
    await health.close()


async def test_it_looks_again_after_an_odd_look(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    assert database.file is not None
    looks: list[int] = []

    def look() -> None:
        looks.append(1)
        raise ValueError("embedded null byte")

    monkeypatch.setattr(database.file, "look", look)
    health = Health(database.engine, database.file)
    health.watch()
    async with asyncio.timeout(5):
        while len(looks) < 3:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await health.close()


async def test_one_table_that_cannot_be_told_keeps_no_other_paused(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rooms = Rooms(Store(database.engine))
    ids = [await table(rooms, 0, True) for _ in range(3)]
    told: list[str] = []
    async with rooms.held(ids[0]) as first, rooms.held(ids[1]) as second, rooms.held(ids[2]) as third:

        def raises(well: bool) -> None:
            raise RuntimeError("odd")

        monkeypatch.setattr(first, "saving", raises)
        for room in (second, third):
            monkeypatch.setattr(room, "saving", lambda well, game=room.state.game.id: told.append(game))
        before = faults.count
        with caplog.at_level(logging.ERROR, "terminus.server"):
            rooms.store.health.hear(True)
    assert (told, faults.count - before) == (ids[1:], 1)
    assert ids[0] in caplog.text
    await rooms.close()


async def test_a_server_that_is_asked_late_knows_its_own_schema(database: Database) -> None:
    """Another server has brought a newer one, and nobody has asked this one before."""
    readiness, other = (Readiness(database.engine, Health(database.engine)) for _ in range(2))
    assert await other.trouble() is None
    async with database.engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = 'later'"))
    assert await readiness.trouble() == "the database has another schema than this version knows"


async def test_a_clock_that_is_minutes_ahead_takes_no_job_from_another_server(engine: AsyncEngine) -> None:
    here = Jobs(engine, 1)
    key = await here.put("count", None, urgent=True)
    async with engine.begin() as connection:
        await connection.execute(update(jobs).values(made_at=time.time() - 600))
    assert await here.sweep() == 0
    assert await here.look(key) is not None
