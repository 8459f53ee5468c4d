"""python -m bench.trials.besieging KIND COUNT ADDRESS GAME…: people who do the server no good.

A process of their own, for bench.trials.siege. Says "ready" once all of them are there (or that this
machine does not let them), and goes on until its input ends. They come from other addresses of the loopback
network than those who play, as strangers would, so that limits on one address meet the right ones.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import resource
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import count

from ..wire import Address, Wire, request
from .person import Habits, Told
from .server import cookie_from
from .table import Table, any_game

SOCKETS_A_PERSON, SOCKETS_AN_ADDRESS = 18, 360  # just below what is allowed
AT_ONCE = 20  # that are on their way in
MAKING = 8  # requests at once of somebody who makes tables
NOT_HERE = "only root can do that"
ASKED, ASKING, LONG = 8, 30, 20.0  # boards by one connection; such connections of an address; seconds
HURRY = Habits(think=(1.0, 4.0), passes=0.5, says=0.0, wavers=0.0)
Strangers = Callable[[int, Address, Sequence[str]], Awaitable[None]]


def stranger(at: Address, number: int) -> Address:
    """The server, reached from an address of theirs."""
    return Address(at.host, at.port, f"127.0.2.{1 + number}")


async def _sockets(total: int, at: Address, games: Sequence[str]) -> list[Wire]:
    """Connections to the tables of others, that nobody has said anything on yet."""
    gate, cookies = asyncio.Semaphore(AT_ONCE), dict[int, str]()

    async def one(number: int) -> Wire:
        here, path = (
            stranger(at, number // SOCKETS_AN_ADDRESS),
            f"/api/games/{games[number % len(games)]}/socket",
        )
        async with gate:
            person = number // SOCKETS_A_PERSON
            if person not in cookies:
                cookies[person] = await cookie_from(lambda: here)
            return await Wire.to(here, path, cookies[person], lambda _: None, lambda: None)

    return list(await asyncio.gather(*(one(number) for number in range(total))))


async def slow(total: int, at: Address, games: Sequence[str]) -> None:
    """They watch, ask again and again, and never read an answer."""
    wires = await _sockets(total, at, games)
    for wire in wires:
        wire.deafen()
    print("ready", flush=True)
    while True:
        for wire in wires:
            wire.send({"type": "hello", "version": None})
        await asyncio.sleep(2.0)


async def frozen(total: int, at: Address, games: Sequence[str]) -> None:
    """They watch, and then their machine stands still: no word, no end, nothing read."""
    for wire in await _sockets(total, at, games):
        wire.send({"type": "hello", "version": None})
    await asyncio.sleep(1.0)
    print("ready", flush=True)
    os.kill(os.getpid(), signal.SIGSTOP)


async def gone(total: int, at: Address, games: Sequence[str]) -> None:
    """They watch, and then their machines have no power: no end comes, and the server thinks them there."""
    for wire in await _sockets(total, at, games):
        wire.send({"type": "hello", "version": None})
        try:
            wire.unplug()
        except PermissionError:
            print(NOT_HERE, flush=True)
            return
    print("ready", flush=True)
    await asyncio.Event().wait()


async def silent(total: int, at: Address, games: Sequence[str]) -> None:
    """Half of them connect and say nothing at all, again and again; half say nothing at a table."""
    await _sockets(total // 2, at, games)
    gate = asyncio.Semaphore(AT_ONCE)

    async def nothing() -> None:
        while True:
            async with gate:
                reader, writer = await asyncio.open_connection(at.host, at.port, local_addr=("127.0.3.1", 0))
            with contextlib.suppress(OSError):
                await reader.read()
            writer.close()

    quiet = [asyncio.create_task(nothing()) for _ in range(total - total // 2)]
    await asyncio.sleep(2.0)
    print("ready", flush=True)
    await asyncio.gather(*quiet)


async def slow_http(total: int, at: Address, _: Sequence[str]) -> None:
    """They ask for much in one go and take nothing of it; after a while they begin anew."""
    loop, gate = asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE)
    asked = f"GET /api/boards/london HTTP/1.1\r\nHost: {at}\r\n\r\n".encode() * ASKED

    async def ask(n: int) -> None:
        source = stranger(at, n // ASKING).source
        await asyncio.sleep(LONG * n / total)
        while True:
            with socket.socket() as connection, contextlib.suppress(OSError):  # cut off
                connection.setblocking(False)
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                connection.bind((source, 0))
                async with gate:
                    await loop.sock_connect(connection, (at.host, at.port))
                await loop.sock_sendall(connection, asked)
                await asyncio.sleep(LONG)

    asking = [asyncio.create_task(ask(n)) for n in range(total)]
    await asyncio.sleep(2.0)
    print("ready", flush=True)
    await asyncio.gather(*asking)


async def experts(total: int, at: Address, _: Sequence[str]) -> None:
    """Tables of one person in a hurry and three experts."""
    rng, told = random.Random(total), Told()
    tables = [Table(partial(stranger, at, n % 8), rng, told, HURRY) for n in range(total)]

    async def games(table: Table) -> None:
        while True:
            await table.play(*any_game(rng), ["expert"] * 3)

    for table in tables:
        await table.meet(1)
    playing = [asyncio.create_task(games(table)) for table in tables]
    for table in tables:
        await table.begun.wait()
    print("ready", flush=True)
    await asyncio.gather(*playing)


async def makers(total: int, at: Address, _: Sequence[str]) -> None:
    """One person, or a few, who make tables as fast as they can."""
    made = count()

    async def make(here: Address, cookie: str) -> None:
        while True:
            with contextlib.suppress(OSError):  # refused
                new = {"board": "london", "bots": ["expert"] * 3, "start": True}
                await request(here, "POST", "/api/games", cookie, new)
                next(made)

    people = [(stranger(at, n), await cookie_from(partial(stranger, at, n))) for n in range(total)]
    making = [asyncio.create_task(make(*person)) for person in people for _ in range(MAKING)]
    print("ready", flush=True)
    await asyncio.gather(*making)


KINDS: dict[str, Strangers] = {
    f.__name__: f for f in (slow, frozen, gone, silent, slow_http, experts, makers)
}


async def run(kind: str, total: int, at: Address, games: Sequence[str]) -> None:
    strangers = asyncio.ensure_future(KINDS[kind](total, at, games))
    until_told = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    await asyncio.wait([strangers, until_told], return_when=asyncio.FIRST_COMPLETED)
    if strangers.done():
        strangers.result()


if __name__ == "__main__":
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    name, total, address, *games = sys.argv[1:]
    asyncio.run(run(name, int(total), Address.of(address), games))
    os._exit(0)
