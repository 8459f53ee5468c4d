"""Writes of many tables at once: few transactions, and nobody pays for what another did."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import event, insert, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.server.live import serving
from tests.server.processes import program

from terminus.record.dealer import Dealer
from terminus.server.disk.database import open_database
from terminus.server.disk.schema import chat, events
from terminus.server.disk.store import Saved, Store
from terminus.server.disk.together import Conflict
from terminus.server.table.drafts import commit
from terminus.server.table.lobby import new_table
from terminus.server.table.progress import begin
from terminus.server.table.state import CHAT_KEPT, ChatLine, Seat, State

TABLES = 12
DEALER = Dealer(random.Random(2))


async def begun(store: Store) -> State:
    lobby = await store.create(new_table("london", [], None, [Seat("person", "Ann", person="ann")]))
    return await store.save(lobby, begin(lobby, DEALER))


async def on_disk(store: Store, state: State) -> Saved:
    saved = await store.load(state.game.id)
    assert saved is not None
    return saved


@pytest.fixture
def commits(engine: AsyncEngine) -> list[int]:
    """One entry for each transaction that was committed."""
    counted: list[int] = []
    event.listen(engine.sync_engine, "commit", lambda _: counted.append(1))
    return counted


async def test_those_who_come_together_are_written_together_and_one_too_late_harms_nobody(
    engine: AsyncEngine, commits: list[int]
) -> None:
    store = Store(engine)
    playing = [await begun(store) for _ in range(TABLES)]
    await store.save(playing[3], commit(playing[3], 0, DEALER))
    commits.clear()
    saves = [store.save(state, commit(state, 0, DEALER), ("ann", "k")) for state in playing]
    found = await asyncio.gather(*saves, return_exceptions=True)
    assert [type(outcome) for outcome in found] == [State] * 3 + [Conflict] + [State] * (TABLES - 4)
    assert len(commits) <= 2
    saved = [await on_disk(store, state) for state in playing]
    assert [one.state.version for one in saved] == [2] * TABLES
    assert [len(one.keys) for one in saved] == [1] * 3 + [0] + [1] * (TABLES - 4)


async def test_what_fails_fails_alone(engine: AsyncEngine) -> None:
    store = Store(engine)
    playing = [await begun(store) for _ in range(TABLES)]
    spoilt = {"game": playing[5].game.id, "number": playing[5].number + 1, "line": "{}"}
    async with engine.begin() as connection:
        await connection.execute(insert(events).values(spoilt))
    after = [commit(state, 0, DEALER) for state in playing]
    after[7] = replace(after[7], chat=(ChatLine(0, "Ann", object(), None, 0.0),))  # type: ignore[arg-type]
    saves = [store.save(state, new) for state, new in zip(playing, after, strict=True)]
    found = await asyncio.gather(*saves, return_exceptions=True)
    assert [n for n, outcome in enumerate(found) if not isinstance(outcome, State)] == [5, 7]
    assert isinstance(found[5], Conflict)
    assert not isinstance(found[7], Conflict)
    others = [state for n, state in enumerate(playing) if n not in (5, 7)]
    assert {(await on_disk(store, state)).state.version for state in others} == {2}
    assert (await on_disk(store, playing[7])).state == playing[7]


async def test_two_writes_of_one_game_are_never_in_one_transaction(engine: AsyncEngine) -> None:
    store = Store(engine)
    game = await begun(store)
    lines = [ChatLine(0, "Ann", f"line {n}", None, 0.0) for n in range(5)]
    saves = [store.save(game, replace(game, chat=(line,))) for line in lines]
    found = await asyncio.gather(*saves, return_exceptions=True)
    assert [type(outcome) for outcome in found] == [State] + [Conflict] * 4
    assert (await on_disk(store, game)).state.chat == (lines[0],)


async def test_a_disk_that_fails_in_the_middle_leaves_nothing_of_any_and_all_hear_of_it(
    engine: AsyncEngine,
) -> None:
    store = Store(engine)
    playing = [await begun(store) for _ in range(TABLES)]
    tries: list[str] = []

    def full(_: Any, __: Any, statement: str, *___: Any) -> None:
        if statement.startswith("INSERT INTO events"):
            tries.append(statement)
            raise OperationalError(statement, None, Exception("disk full"))

    event.listen(engine.sync_engine, "before_cursor_execute", full)
    saves = [store.save(state, commit(state, 0, DEALER)) for state in playing]
    found = await asyncio.gather(*saves, return_exceptions=True)
    event.remove(engine.sync_engine, "before_cursor_execute", full)
    assert {type(outcome) for outcome in found} == {OperationalError}
    assert len(tries) <= 2, "it is not tried for each by itself"
    assert [(await on_disk(store, state)).state for state in playing] == playing
    again = [await store.save(state, commit(state, 0, DEALER)) for state in playing]
    assert {state.version for state in again} == {2}


WRITER = """
import asyncio, sys
from terminus.server.disk.database import open_database
from terminus.server.disk.store import Store
from terminus.server.table.state import ChatLine

async def chatter(store, game):
    state = (await store.load(game)).state
    while True:
        line = ChatLine(0, "Ann", str(state.version + 1), None, 0.0)
        state = await store.save(state, state.with_line(line))
        print(game, state.version, flush=True)

async def main(url, *games):
    database = await open_database(url)
    store = Store(database.engine)
    await asyncio.gather(*(chatter(store, game) for game in games))

asyncio.run(main(*sys.argv[1:]))
"""


def killed(script: str, url: str, *games: str) -> list[str]:
    """The lines that it said before it was killed, each game in one at least."""
    with program(script, url, *games) as writer:
        assert writer.stdout is not None
        told = list[str]()
        while {line.split()[0] for line in told} < set(games):
            told.append(writer.stdout.readline())
        time.sleep(0.3)
        writer.kill()
        return told + writer.stdout.read().splitlines()[:-1]  # the last may be cut


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    database = await open_database(url)
    yield Store(database.engine)
    await database.close()


async def said_at(store: Store, state: State) -> list[str]:
    here = select(chat.c.text).where(chat.c.game == state.game.id).order_by(chat.c.id)
    async with store.engine.connect() as connection:
        return list((await connection.execute(here)).scalars())


async def test_killed_in_the_middle_every_game_is_whole_and_has_what_was_acknowledged(url: str) -> None:
    async with opened(url) as store:
        playing = [await begun(store) for _ in range(TABLES)]
    games = [state.game.id for state in playing]
    told = killed(WRITER, url, *games)
    acknowledged = {game: int(version) for game, version in (line.split() for line in told)}
    assert acknowledged.keys() == set(games)
    async with opened(url) as store:
        for state in playing:
            now = (await on_disk(store, state)).state
            assert now.version >= acknowledged[state.game.id]
            assert await said_at(store, state) == [str(n) for n in range(2, now.version + 1)][-CHAT_KEPT:]


async def test_keys_are_kept_for_two_cards_and_few_of_a_game_that_is_over(sqlite_url: str) -> None:
    """Who comes back and repeats what was taken is told so, also by a server that was started anew."""
    async with serving(sqlite_url) as live:
        player = live.player()
        await player.sit((await player.post("/api/games", {"board": "london", "start": True}))["game"])
        for turn in range(4):
            await player.asked()
            await player.do(key=f"turn {turn}", commit=True)
        await player.close()
    async with serving(sqlite_url) as live:
        again = live.player()
        again.http.cookies.update(player.http.cookies)
        await again.sit(player.game)
        number = again.view["number"]
        assert (await again.do(key="turn 3", commit=True))["type"] == "ack"
        assert again.view["number"] == number, "it was done once"
        assert (await again.do(key="turn 0", number=2, commit=True))["type"] == "refused"
        await again.asked()
        await again.do(key="turn 4", commit=True)
        assert (await again.do(key="turn 3", commit=True))["type"] == "ack"
        await again.play_out(lambda options: options[-1])
        await again.close()
    async with opened(sqlite_url) as store:
        saved = await store.load(player.game)
        assert saved is not None
        assert saved.state.game.phase == "over"
        assert 1 <= len(saved.keys) <= 4, "of the last turn"
