"""The throw-away PostgreSQL itself works: what the tests of the store stand on. And what only it refuses."""

from contextlib import nullcontext

import pytest
from sqlalchemy import Connection, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine
from tests.server.live import serving

from terminus.server.disk import database
from terminus.server.errors import Refused
from terminus.server.table.commands import read_frame


async def test_each_test_gets_an_empty_database(postgres_url: str) -> None:
    engine = create_async_engine(postgres_url)
    async with engine.connect() as connection:
        tables = await connection.scalar(text("select count(*) from pg_tables where schemaname = 'public'"))
    await engine.dispose()
    assert tables == 0


async def test_signs_that_its_text_cannot_hold_never_reach_it(postgres_url: str) -> None:
    async with serving(postgres_url) as live:
        player = live.player()
        await player.refused("/api/games/%00/join", {"name": "A\0nn"}, 404)
        assert (await player.get("/api/codes/B%00C", 404))["error"]["values"]["code"] == "BC"
        assert (await player.put("/api/me", {"name": "A\0nn"}))["name"] == "Ann"
        game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
        await player.sit(game)
        await player.ok(say="a\0b")
        with pytest.raises(Refused):
            read_frame('{"type":"command","key":"\\u0000","number":2,"do":{"commit":true}}')
        await player.close()


async def test_bringing_it_up_to_date_takes_what_it_takes(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = database.upgrade

    def slowly(connection: Connection, shown: str) -> None:
        connection.execute(text("select pg_sleep(0.6)"))
        really(connection, shown)

    monkeypatch.setattr(database.connect_to, "__defaults__", (0.3,))
    monkeypatch.setattr(database, "upgrade", slowly)
    opened = await database.open_database(postgres_url)
    with pytest.raises(TimeoutError):  # while it serves nobody waits that long
        async with opened.engine.connect() as connection:
            await connection.execute(text("select pg_sleep(0.6)"))
    await opened.close()


async def test_what_takes_long_is_not_cut_short_by_who_does_not_wait_for_it(postgres_url: str) -> None:
    opened = database.connect_to(make_url(postgres_url), answering=0.3)
    for engine, cut in ((opened.engine, True), (opened.patient, False)):
        with pytest.raises(TimeoutError) if cut else nullcontext():
            async with engine.connect() as connection:
                await connection.execute(text("select pg_sleep(0.6)"))
    await opened.close()
