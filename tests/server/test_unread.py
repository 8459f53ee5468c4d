"""A message that never ends fills no memory: who sends one is cut off, and nobody else notices."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from tests.server.live import Player, free_port
from tests.server.processes import process
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

SOCKETS, CHUNK, CHUNKS = 10, "x" * 65_536, 400  # 26 MB each, of up to 64 that it might take
MEGABYTE = 1024 * 1024


def resident(pid: int) -> int:
    """Bytes of memory that a process has, at the most it ever had."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) * 1024


async def endless() -> AsyncIterator[str]:
    for _ in range(CHUNKS):
        yield CHUNK
        await asyncio.sleep(0)
    await asyncio.sleep(30)


async def pour(address: str, cookie: str) -> bool:
    """Send a message without end; whether we were cut off."""
    async with connect(address, additional_headers={"cookie": cookie}) as socket:
        with contextlib.suppress(TimeoutError):
            try:
                await asyncio.wait_for(socket.send(endless()), 20)
            except ConnectionClosed:
                return True
    return False


async def test_a_message_that_never_ends_is_cut_off(sqlite_url: str) -> None:
    port = free_port()
    with process(port, sqlite_url) as server:
        player = Player(port)
        game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
        await player.sit(game)
        before = resident(server.pid)
        address = f"ws://127.0.0.1:{port}/api/games/{game}/socket"
        cookie = f"terminus={player.http.cookies['terminus']}"
        cut = await asyncio.gather(*(pour(address, cookie) for _ in range(SOCKETS)))
        assert cut == [True] * SOCKETS
        assert resident(server.pid) - before < 60 * MEGABYTE
        await player.ok(say="nobody else has noticed")
        await player.close()
