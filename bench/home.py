"""python -m bench.home [GAMES…]: how long the home page's two calls take for somebody with that many games.

Finished games with three others and sixty that are still played, in a SQLite file, behind the real app.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

import httpx
from sqlalchemy import insert

from terminus.server.disk.database import Database, open_database
from terminus.server.disk.schema import events, games, seats
from terminus.server.edge.app import create_app
from terminus.server.edge.identity import new_token, person_of

OPEN = 60
CALLS = 60


async def fill(database: Database, person: str, finished: int) -> None:
    def game(number: int) -> dict[str, object]:
        over = number < finished
        ended = {"phase": "over", "finished_at": number, "players": 4} if over else {"phase": "playing"}
        known = {"id": str(number), "code": str(number), "board": "london", "modules": "[]", "stand_in": True}
        return {"at": number, "version": 0, "finished_at": None, "players": None, **known, **ended}

    def seat(number: int, seat: int) -> dict[str, object]:
        who = {"kind": "person", "name": "Somebody", "person": person if seat == 0 else f"{number}.{seat}"}
        total = 60 + (number * 7 + seat) % 80 if number < finished else None
        return {"game": str(number), "seat": seat, "left": False, "total": total, "won": seat == 0, **who}

    flip = '{"event":"flip","round":1,"turn":1,"cards":["street/circle"]}'
    numbers = range(finished + OPEN)
    async with database.engine.begin() as connection:
        await connection.execute(insert(games), [game(n) for n in numbers])
        await connection.execute(insert(seats), [seat(n, s) for n in numbers for s in range(4)])
        logs = [{"game": str(n), "number": e, "line": flip} for n in numbers for e in range(1, 100)]
        await connection.execute(insert(events), logs)


async def measure(finished: int) -> None:
    token = new_token()
    with tempfile.TemporaryDirectory() as folder:
        database = await open_database(f"sqlite:///{Path(folder) / 'games.sqlite3'}")
        await fill(database, person_of(token), finished)
        transport = httpx.ASGITransport(app=create_app(database, limits={}))
        cookie = {"cookie": f"terminus={token}"}
        async with httpx.AsyncClient(transport=transport, base_url="http://test", headers=cookie) as http:
            for path in ("/api/me", f"/api/me?page={finished // 60}", "/api/boards"):
                await http.get(path)
                cpu = time.process_time()
                times = [await _timed(http, path) for _ in range(CALLS)]
                cpu = (time.process_time() - cpu) * 1000 / CALLS
                median = statistics.median(times)
                print(f"{finished:6} finished games  {path:18} {median:6.1f} ms, of this CPU {cpu:5.1f} ms")
        await database.close()


async def _timed(http: httpx.AsyncClient, path: str) -> float:
    begun = time.perf_counter()
    answer = await http.get(path)
    assert answer.status_code == 200, answer.text
    return (time.perf_counter() - begun) * 1000


if __name__ == "__main__":
    for count in map(int, sys.argv[1:] or ("1", "1000", "5000")):
        asyncio.run(measure(count))
