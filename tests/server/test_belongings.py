"""What somebody has here, but no seat: kept as long as they come, whether or not they told their name."""

import time

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.server.live import Live
from tests.server.test_boards import edo

from terminus.boards import own_board
from terminus.server.disk.boards import Boards
from terminus.server.disk.clearing import Clearing
from terminus.server.disk.drawings import Drawings
from terminus.server.disk.exercises import Exercises
from terminus.server.disk.keep import DAY, Keep
from terminus.server.disk.people import People, Person
from terminus.server.disk.schema import boards, drawings, people, shelved, solved


async def test_what_somebody_drew_stays_as_long_as_they_come(engine: AsyncEngine) -> None:
    known, drawn, shelf = People(engine), Drawings(engine), Boards(engine)
    await known.keep("ann", Person("Ann", "fr"))
    for number, person in enumerate(("ann", "bob", "eve")):
        await drawn.save(person, "abcdefghjkmn", 0, "{}")
        await shelf.keep(person, own_board({**edo(), "name": f"City {number}"}))
    for table in (people, drawings, shelved, boards):
        column = table.c.get("seen_at", table.c.get("at"))
        async with engine.begin() as connection:
            await connection.execute(update(table).values({column: time.time() - 401 * DAY}))
    for person in ("ann", "bob"):
        assert await known.find(person), "and so they were here"
    assert await Clearing(engine, Keep()).bite() == {"people": 1, "drawings": 1, "boards": 1}
    for person, there in (("ann", 1), ("bob", 1), ("eve", 0)):
        assert (len(await drawn.all(person)), len(await shelf.mine(person))) == (there, there)


async def test_what_somebody_solved_stays_as_long_as_they_come(engine: AsyncEngine) -> None:
    known, marks = People(engine), Exercises(engine)
    for person in ("bob", "eve"):
        await marks.solve(person, "london-1")
    for table, column in ((people, people.c.seen_at), (solved, solved.c.at)):
        async with engine.begin() as connection:
            await connection.execute(update(table).values({column: time.time() - 401 * DAY}))
    assert await known.find("bob"), "and so they were here"
    await Clearing(engine, Keep()).bite()
    assert (await marks.solved("bob"), await marks.solved("eve")) == ({"london-1"}, set())


async def test_a_language_is_the_browsers_until_somebody_chooses_one(live: Live) -> None:
    ann = live.player(**{"accept-language": "fr"})
    await ann.put("/api/drawings/abcdefghjkmn", {"version": 0, "document": edo()})
    assert ((await ann.get("/api/me"))["name"], (await ann.get("/api/me"))["language"]) == ("", "fr")
    ann.http.headers["accept-language"] = "de"
    assert (await ann.get("/api/me"))["language"] == "de"
    await ann.put("/api/me", {"language": "es"})
    assert (await ann.get("/api/me"))["language"] == "es"
    await ann.close()
