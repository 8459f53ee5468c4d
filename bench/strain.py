"""python -m bench.strain: what a server was known to suffer from, measured at one of today.

A thousand watchers of one table who come and go; twenty thousand hellos whose sender hangs up; eight replays
and eight home pages at once: each beside somebody at another table, whose every command is a commit and is
timed. And of whole games of four: the share of command keys on disk, and how many views are made and sent for
a command. Whoever strains the server does so in a process of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from tests.server.live import serving

from terminus.server.disk.database import open_database
from terminus.server.disk.schema import metadata
from terminus.server.edge.identity import new_token, person_of
from terminus.server.shown import showing

from .home import fill
from .load import cpu_of
from .results import machine, write_section
from .trials.checker import Witness
from .trials.person import Habits, Told
from .trials.server import Server, cookie_from
from .trials.table import Table
from .wire import Address, Wire, request

QUICK = Habits(think=(0.0, 0.02), says=0.0, wavers=0.0)
ON_THE_WAY = 50  # watchers that connect at once
SENDERS, HELLOS, MOST_SENDERS = 20, 1000, 18  # 18 sockets are what one may have open
FINISHED, AT_ONCE, TIMES = 300, 8, 10
SHOWN = (b'{"type":"view"', b'{"type":"change"')
NEW = {"board": "london", "open": 1}
IDLE = 0.25  # of a core: with the one who is timed
PARTS = {table.name for table in metadata.sorted_tables if "game" in table.c} | {"games"}
SIZES = """
    select of.tbl_name, sum(stat.payload) from dbstat stat join sqlite_master of on of.name = stat.name
    group by of.tbl_name
"""
Strain = Callable[[Address, Sequence[str]], list[float]]


# -- who strains it, each in a process of their own ------------------------------------------------


def watchers(at: Address, said: Sequence[str]) -> list[float]:
    """So many come to one table, see it, and go again; seconds until all had come."""
    return asyncio.run(_watchers(at, said[0], int(said[1])))


async def _watchers(at: Address, game: str, total: int) -> list[float]:
    gate, cookie, wires = asyncio.Semaphore(ON_THE_WAY), await cookie_from(lambda: at), list[Wire]()

    async def one() -> None:
        seen = asyncio.Event()
        async with gate:
            path = f"/api/games/{game}/socket"
            wires.append(await Wire.to(at, path, cookie, lambda _: seen.set(), lambda: None))
            wires[-1].send({"type": "hello", "version": None})
            await seen.wait()

    begun = time.monotonic()
    await asyncio.gather(*(one() for _ in range(total)))
    came = time.monotonic() - begun
    for wire in wires:
        wire.vanish()
    await asyncio.sleep(0.5)
    return [came]


def hellos(at: Address, said: Sequence[str]) -> list[float]:
    """As fast as they go, and then the sender hangs up; seconds until they were sent."""
    return asyncio.run(_hellos(at, said[0], int(said[1])))


async def _hellos(at: Address, game: str, senders: int) -> list[float]:
    cookie, path = await cookie_from(lambda: at), f"/api/games/{game}/socket"
    wires = [await Wire.to(at, path, cookie, lambda _: None, lambda: None) for _ in range(senders)]
    begun = time.monotonic()
    for _ in range(HELLOS * SENDERS // senders):
        for wire in wires:
            wire.send({"type": "hello", "version": None})
        await asyncio.sleep(0)
    while any(wire.unsent for wire in wires):  # noqa: ASYNC110 (nobody tells when they have left)
        await asyncio.sleep(0.01)
    took = time.monotonic() - begun
    for wire in wires:
        wire.vanish()
    await asyncio.sleep(0.1)
    return [took]


def pages(at: Address, said: Sequence[str]) -> list[float]:
    """Eight at once, some times over; milliseconds that each took."""
    return asyncio.run(_pages(at, *said))


async def _pages(at: Address, path: str, cookie: str) -> list[float]:
    async def one() -> float:
        begun = time.monotonic()
        await request(at, "GET", path, cookie)
        return (time.monotonic() - begun) * 1000

    return [wait for _ in range(TIMES) for wait in await asyncio.gather(*(one() for _ in range(AT_ONCE)))]


# -- who sits beside -------------------------------------------------------------------------------


class Beside:
    """Somebody at a table of their own who changes their table without end, and times each answer."""

    def __init__(self, at: Address, pause: float) -> None:
        self.at, self.pause, self.waits = at, pause, list[float]()
        self._heard = asyncio.Event()

    async def go_on(self) -> None:
        cookie = await cookie_from(lambda: self.at)
        _, made = await request(self.at, "POST", "/api/games", cookie, NEW)
        path = f"/api/games/{made['game']}/socket"
        wire = await Wire.to(self.at, path, cookie, self._hear, lambda: None)
        for number in range(10**9):
            begun = time.monotonic()
            self._heard.clear()
            do = {"stand_in": number % 2 == 0}
            wire.send({"type": "command", "key": f"k{number}", "number": 0, "do": do})
            await self._heard.wait()
            self.waits.append((time.monotonic() - begun) * 1000)
            await asyncio.sleep(self.pause)

    def _hear(self, data: bytes) -> None:
        if b'"ack"' in data[:20]:
            self._heard.set()


async def strained(
    server: Server, strain: Strain, said: Sequence[str], home: str = "", theirs: str = ""
) -> tuple[list[float], str]:
    """What they tell, and what it did to the other and to the server."""
    at = server.address
    beside = Beside(Address(at.host, at.port, home), 0.16 if home else 0.03)
    talking = asyncio.create_task(beside.go_on())
    await asyncio.sleep(2.0)
    beside.waits.clear()
    loop = asyncio.get_running_loop()
    with ProcessPoolExecutor(1) as pool:
        cpu = cpu_of(server.pid)
        told = await loop.run_in_executor(pool, strain, Address(at.host, at.port, theirs), said)
        ended = time.monotonic()
        while await _cores(server) > IDLE:
            pass
        rested = time.monotonic() - ended - 0.5
    spent, waits = cpu_of(server.pid) - cpu, sorted(beside.waits)
    talking.cancel()
    others = " / ".join(f"{_part(waits, part):.0f}" for part in (0.5, 0.99, 1.0))
    server_too = f"{spent:.1f} s of CPU, at rest {max(0.0, rested):.1f} s later"
    return told, f"the other's p50 / p99 / worst {others} ms; {server_too}"


async def _cores(server: Server) -> float:
    """That it takes within half a second."""
    before = cpu_of(server.pid)
    await asyncio.sleep(0.5)
    return (cpu_of(server.pid) - before) / 0.5


def _part(found: Sequence[float], part: float) -> float:
    return found[min(len(found) - 1, int(len(found) * part))] if found else 0.0


# -- what is measured ------------------------------------------------------------------------------


async def crowds(folder: Path, total: int) -> list[str]:
    """Watchers, and hellos without limits and with them."""
    said = []
    for limits in ("off", ""):
        server = Server(f"sqlite:///{folder / f'crowd{limits}.sqlite3'}", folder / "complaints", limits)
        await server.start()
        cookie = await cookie_from(partial(_at, server))
        _, made = await request(server.address, "POST", "/api/games", cookie, NEW)
        game = str(made["game"])
        if limits == "off":
            came, others = await strained(server, watchers, [game, str(total)])
            said.append(f"{total} watchers of one table came within {came[0]:.1f} s and went; {others}")
        senders = SENDERS if limits == "off" else MOST_SENDERS
        took, others = await strained(server, hellos, [game, str(senders)], "127.0.1.2", "127.0.2.1")
        named = "without limits" if limits == "off" else "with the everyday limits"
        said.append(f"{SENDERS * HELLOS} hellos in {took[0]:.1f} s, and hung up, {named}; {others}")
        await server.stop()
    return said


def _at(server: Server) -> Address:
    return server.address


async def costly(folder: Path) -> list[str]:
    """Replays and home pages, of somebody with many games."""
    token, file = new_token(), f"sqlite:///{folder / 'home.sqlite3'}"
    database = await open_database(file)
    await fill(database, person_of(token), FINISHED)
    await database.close()
    server = Server(file, folder / "complaints")
    await server.start()
    table = Table(lambda: server.address, random.Random(1), Told(), QUICK)
    await table.meet(4)
    played = await table.play("london", (), [])
    asked = {
        "replays": (f"/api/games/{played.game}/replay", played.cookie),
        f"home pages of {FINISHED} games": ("/api/me", f"terminus={token}"),
    }
    said = []
    for what, path in asked.items():
        waits, others = await strained(server, pages, path)
        waits.sort()
        took = f"p50 / worst {_part(waits, 0.5):.0f} / {waits[-1]:.0f} ms"
        said.append(f"{AT_ONCE} {what} at once, {TIMES} times: {took}; {others}")
    await server.stop()
    return said


async def games(folder: Path) -> list[str]:
    """Keys on disk, and views for a command, of a game of four."""
    made, file = Counter[str](), folder / "games.sqlite3"

    def counted(name: str) -> Callable[..., Any]:
        function = getattr(showing, name)

        def counting(*given: Any) -> Any:
            made[name] += 1
            return function(*given)

        return counting

    for name in ("public", "own", "_frame"):
        setattr(showing, name, counted(name))
    told, shares = Told(), list[float]()
    async with serving(f"sqlite:///{file}", seed=None) as live:
        table = Table(lambda: Address("127.0.0.1", live.port), random.Random(1), told, QUICK)
        await table.meet(4)
        for person in table.people:
            person.witness = Witness()
        playing = asyncio.create_task(table.play("london", (), []))
        while not (await asyncio.wait({playing}, timeout=0.5))[0]:
            shares.append(await asyncio.to_thread(_share_of_keys, file))
        shares.append(await asyncio.to_thread(_share_of_keys, file))
    heard = [frame for person in table.people if person.witness for frame in person.witness.told]
    sent = sum(isinstance(frame, bytes) and frame.startswith(SHOWN) for frame in heard) / told.acknowledged
    each = {name: count / told.acknowledged for name, count in made.items()}
    keys = (
        f"{max(shares):.0%} of what a game of four takes on disk at most, {shares[-1]:.0%} when it was over"
    )
    views = f"{each['public']:.2f} times what is the same for all and {each['own']:.2f} views of a seat"
    frames = f"{each['_frame']:.2f} frames were written and {sent:.2f} sent"
    return [f"command keys: {keys}", f"for each of {told.acknowledged} commands: {views} made; {frames}"]


def _share_of_keys(file: Path) -> float:
    """Of all that the games take in this file."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        rows = database.execute(SIZES).fetchall()
    sizes = {table: size for table, size in rows if table in PARTS}
    return float(sizes["commands"] / sum(sizes.values()))


async def run(total: int) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        works = (partial(crowds, total=total), costly, games)
        return [said for work in works for said in await work(Path(folder))]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.strain", description=__doc__)
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--results", action="store_true", help="write them into bench/RESULTS.md")
    given = parser.parse_args()
    said = asyncio.run(run(given.watchers))
    load = f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    when = f"{datetime.now(tz=UTC):%Y-%m-%d}; {machine()}, {load}"
    about = f"{when}; `python -m bench.strain`, one process on SQLite."
    text = "\n".join(["## Strain", "", about, "", *(f"- {line}." for line in said)])
    print(text)
    if given.results:
        write_section(text)


if __name__ == "__main__":
    main()
