"""Experts whose thoughts are asked of workers: whatever becomes of those, tables go on as if nothing was."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from tests.server.live import Live, Player, serving

from terminus.kernel import installed
from terminus.record.log import read
from terminus.server.disk.schema import jobs
from terminus.server.disk.store import Store
from terminus.server.disk.wire import WORKERS
from terminus.server.table import thinking
from terminus.server.work.games import Games

START = "import sys; from terminus.cli import main; sys.exit(main(sys.argv[1:]))"
WORK = [sys.executable, "-c", START, "work", "--threads", "2", "--database"]
TABLES = 6
pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: without it there are no experts")


@contextmanager
def worker(url: str) -> Iterator["subprocess.Popen[str]"]:
    """As its user starts it."""
    with subprocess.Popen(
        [*WORK, url], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    ) as process:
        try:
            yield process
        finally:
            process.kill()


async def joined(engine: AsyncEngine, count: int) -> None:
    """Until so many workers live."""
    query = f"select count(*) from pg_locks where locktype = 'advisory' and classid = {WORKERS}"
    for _ in range(300):
        async with engine.connect() as connection:
            if (await connection.exec_driver_sql(query)).scalar() == count:
                return
        await asyncio.sleep(0.05)
    raise AssertionError(f"there are not {count} workers")


@pytest.fixture
async def live(postgres_url: str) -> AsyncIterator[Live]:
    async with serving(postgres_url) as server:
        yield server


@pytest.fixture
async def engine(live: Live, postgres_url: str) -> AsyncIterator[AsyncEngine]:
    engine = create_async_engine(postgres_url)
    yield engine
    await engine.dispose()


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The levels of what is thought in the server."""
    thought: list[str] = []
    think = thinking.think

    def noted(*asked: object) -> list[str]:
        thought.append(str(asked[2]))
        return think(*asked)  # type: ignore[arg-type]

    monkeypatch.setattr(thinking, "think", noted)
    return thought


async def table(live: Live, *levels: str) -> Player:
    player = live.player()
    wish = {"board": "london", "bots": list(levels or ["expert"] * 3), "start": True}
    return await player.sit((await player.post("/api/games", wish))["game"])


async def pass_on(player: Player, turns: int) -> None:
    for _ in range(turns):
        await player.asked()
        await player.ok(commit=True)
    await player.asked()


async def played_well(player: Player) -> None:
    log = (await player.http.get(f"/api/games/{player.game}/log")).text
    turns = [event for _, event in read(log) if event["event"] == "turn" and event["seat"] > 0]
    assert {turn["auto"] for turn in turns} <= {"bot", "nothing"}
    await player.close()


async def test_a_crowd_of_experts_thinks_in_a_worker_and_ends_with_it(
    live: Live, engine: AsyncEngine, postgres_url: str, here: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    with worker(postgres_url) as process:
        await joined(engine, 1)
        players = [await table(live) for _ in range(TABLES)]
        await live.heard_of_workers()
        here.clear()
        await asyncio.gather(*(pass_on(player, 3) for player in players))
        assert len(here) < TABLES, "most is thought elsewhere"
        process.send_signal(signal.SIGTERM)
        said, wrong = await asyncio.to_thread(process.communicate, timeout=15)
        assert (process.returncode, wrong) == (0, "")
        assert "given back: 0" in said
    await asyncio.gather(*(pass_on(player, 2) for player in players))
    assert here, "without a worker the server thinks itself"
    for player in players:
        await played_well(player)
    async with engine.connect() as connection:
        assert (await connection.execute(select(jobs.c.id))).all() == []
    assert not caplog.records


async def test_a_killed_worker_keeps_no_table_waiting(
    live: Live, engine: AsyncEngine, postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with worker(postgres_url) as first, worker(postgres_url) as second:
        await joined(engine, 2)
        players = [await table(live) for _ in range(TABLES)]
        going = [asyncio.create_task(pass_on(player, 8)) for player in players]
        await asyncio.sleep(2.0)
        first.kill()
        await asyncio.sleep(1.0)
        second.kill()
        await asyncio.gather(*going)
    for player in players:
        await played_well(player)
    assert not caplog.records


async def test_a_worker_that_hangs_is_not_waited_for(
    live: Live, engine: AsyncEngine, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("terminus.server.work.asking.LOOK", 0.2)
    with worker(postgres_url) as process:
        await joined(engine, 1)
        player = await table(live, "expert")
        await asyncio.sleep(1.5)
        process.send_signal(signal.SIGSTOP)
        await pass_on(player, 3)
        await played_well(player)
        process.send_signal(signal.SIGCONT)


async def test_the_same_seed_is_the_same_answer(live: Live, engine: AsyncEngine) -> None:
    """Here as in a worker, which knows the game from its events alone."""
    player = await table(live)
    await pass_on(player, 6)
    saved = await Store(engine).load(player.game)
    assert saved is not None
    assert saved.state.table is not None
    games = Games(engine)
    for number in (saved.state.turned_at, saved.state.turned_at):
        there = await games.table(player.game, number)
        for level in ("easy", "hard", "expert"):
            assert thinking.think(there, 0, level, 5) == thinking.think(saved.state.table, 0, level, 5)
    await player.close()
