"""python -m bench.crowd PACE TABLES ADDRESS…: a process of clients for bench.load.

Says "begun" once all its tables play, goes on until its input ends, then tells how long everybody waited.
"""

from __future__ import annotations

import asyncio
import sys

import msgspec

from .players import FAST, HURRY, Table, Waits
from .wire import Address

PACES = {"hurry": HURRY, "fast": FAST}
AT_ONCE = 8  # tables that are being made


async def run(pace: str, tables: int, addresses: list[Address]) -> Waits:
    waits, making = Waits(), asyncio.Semaphore(AT_ONCE)
    playing = [Table(addresses[n % len(addresses)], PACES[pace], waits) for n in range(tables)]
    games = [asyncio.create_task(_games(table, making)) for table in playing]
    for table, game in zip(playing, games, strict=True):
        begun = asyncio.create_task(table.begun.wait())
        await asyncio.wait([begun, game], return_when=asyncio.FIRST_COMPLETED)
    print("begun", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for game in games:
        game.cancel()  # one that has failed says so below
    for outcome in await asyncio.gather(*games, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome
    return waits


async def _games(table: Table, making: asyncio.Semaphore) -> None:
    async with making:
        await table.meet()
    while True:
        async with making:
            await table.begin()
        await table.play_out()


if __name__ == "__main__":
    pace, tables, *addresses = sys.argv[1:]
    found = asyncio.run(run(pace, int(tables), [Address.of(address) for address in addresses]))
    sys.stdout.buffer.write(msgspec.json.encode(found))
