"""Exercises on disk: which games they come from, when they come back, when what was solved is forgotten."""

import json
import time
from random import Random

import pytest
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.record.test_sheets import drawn
from tests.review.games import log
from tests.server.test_practice import EASY, owned
from tests.strategies import ruleset

from terminus.record.log import replay, write_line
from terminus.server.disk.clearing import Clearing
from terminus.server.disk.database import open_database
from terminus.server.disk.exercises import AT_A_TIME, Exercises
from terminus.server.disk.keep import Keep
from terminus.server.disk.schema import events, people, seats, solved
from terminus.server.disk.schema import games as all_games
from terminus.server.edge.identity import person_of
from terminus.server.table.boxes import DAY, SOON, WAITS, after
from terminus.server.work.practice import name_of, read_name


@pytest.mark.parametrize(
    ("box", "found", "then", "waits"),
    [
        (0, True, 2, DAY),
        (0, False, 1, SOON),
        (1, True, 2, DAY),
        (2, True, 3, 4 * DAY),
        (4, False, 1, SOON),
        (5, True, 6, None),
    ],
)
def test_what_is_found_comes_back_later_and_what_is_missed_soon(
    box: int, found: bool, then: int, waits: float | None
) -> None:
    assert after(box, found) == (then, waits)
    assert list(WAITS) == sorted(WAITS)


async def test_lessons_what_ifs_own_boards_and_what_others_played_for_me_are_none(url: str) -> None:
    games, tokens = await owned(url, *(log(ruleset("london", ()), "random", number=n) for n in range(4)))
    me, changes = person_of(tokens[0]), ({"lesson": "first"}, {"uncounted": "what-if"}, {"board": "own-1"})
    database = await open_database(url)
    async with database.engine.begin() as connection:
        for game, change in zip(games, changes, strict=False):
            await connection.execute(update(all_games).where(all_games.c.id == game).values(change))
        log_of = select(events).where(events.c.game == games[3]).order_by(events.c.number)
        rows = (await connection.execute(log_of)).all()
        row = next(row for row in rows if json.loads(row.line)["event"] == "turn")
        auto = write_line({**json.loads(row.line), "auto": "clock"})
        here = (events.c.game == games[3]) & (events.c.number == row.number)
        await connection.execute(update(events).where(here).values(line=auto))
    shelf = Exercises(database.engine)
    assert [game.id for game in await shelf.unseen(me, ["london", "tokyo"])] == [games[3]]
    await shelf.keep(games[3], {0: [(1, 1, 5.0), (2, 1, 3.0)], 1: [(1, 1, 9.0)]})
    await shelf.keep(games[3], {0: [(3, 1, 7.0)]})  # a second time it does nothing
    mine = await shelf.of(me)
    assert mine.next is not None
    assert (mine.now, read_name(name_of(mine.next))) == (1, (games[3], (2, 1)))
    await database.close()


async def test_sheets_from_paper_have_no_turns_and_what_was_entered_card_by_card_has(url: str) -> None:
    played = log(ruleset("london", ()), "random")
    (by_card, by_sheet), tokens = await owned(url, played, log(ruleset("london", ()), "random", number=1))
    sheets = [drawn(position, Random(1)) for position in replay(played).positions]
    database = await open_database(url)
    async with database.engine.begin() as connection:
        here = all_games.c.id.in_((by_card, by_sheet))
        await connection.execute(update(all_games).where(here).values(uncounted="paper"))
        line = write_line({"event": "sheets", "sheets": sheets})
        second = (events.c.game == by_sheet) & (events.c.number == 2)
        await connection.execute(update(events).where(second).values(line=line))
    shelf = Exercises(database.engine)
    assert [game.id for game in await shelf.unseen(person_of(tokens[0]), ["london"])] == [by_card]
    await database.close()


async def test_all_games_are_looked_over_the_latest_first(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        for n in range(AT_A_TIME + 3):
            row = {
                "board": "london",
                "modules": "[]",
                "stand_in": True,
                "phase": "over",
                "at": n,
                "version": 1,
            }
            await connection.execute(
                insert(all_games).values(id=f"g{n}", code=f"C{n:05}", finished_at=n, **row)
            )
            seat = {"seat": 0, "kind": "person", "name": "", "left": False, "person": "me"}
            await connection.execute(insert(seats).values(game=f"g{n}", **seat))
    shelf, seen = Exercises(engine), []
    while unseen := await shelf.unseen("me", ["london"]):
        assert len(unseen) <= AT_A_TIME
        for game in unseen:
            await shelf.keep(game.id, {})
            seen.append(game.id)
    assert seen == [f"g{n}" for n in reversed(range(AT_A_TIME + 3))]


async def test_what_a_stranger_solved_is_forgotten_in_time(engine: AsyncEngine) -> None:
    shelf = Exercises(engine)
    for person in ("gone", "known"):
        await shelf.solve(person, EASY)
    async with engine.begin() as connection:
        long_ago = time.time() - 31 * DAY
        await connection.execute(update(solved).values(at=long_ago))
        await connection.execute(update(people).where(people.c.id == "gone").values(seen_at=long_ago))
    await shelf.solve("new", EASY)
    clearing = Clearing(engine, Keep(people=30))
    while await clearing.bite():  # first who is gone, then what they left
        pass
    assert [await shelf.solved(one) for one in ("gone", "known", "new")] == [set(), {EASY}, {EASY}]
