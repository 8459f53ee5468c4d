"""python -m tests.browser.serve DATABASE SEED: the real server on a free port, with dealers that are seeded.

SEED is a number, for the first of them, and the next ones follow; or a file that holds it, and whenever there
is another number in it, dealers begin from that. With `sealed` the server seals its shuffles as in earnest.

The first line it prints is its address, once it answers there. It serves until it is ended.
"""

import asyncio
import contextlib
import random
import socket
import sys
from pathlib import Path

from terminus.bots.report import Budget
from terminus.record.dealer import Dealer
from terminus.server.disk.database import open_database
from terminus.server.edge.app import create_app
from terminus.server.edge.run import new_server
from terminus.server.work import kinds

kinds.REPORT_BUDGET, kinds.TRAINING_S = Budget(games=20, seconds=5), 2.0  # nobody waits here for long


class Seeds:
    """One for each dealer."""

    def __init__(self, seed: str) -> None:
        self.seed, self.begun, self.dealers = seed, "", 0

    def dealer(self) -> Dealer:
        first = self.seed if self.seed.isdecimal() else Path(self.seed).read_text()
        if first != self.begun:
            self.begun, self.dealers = first, 0
        self.dealers += 1
        return Dealer(random.Random(int(first) + self.dealers - 1))


async def serve(database: str, seed: str) -> None:
    new_dealer = None if seed == "sealed" else Seeds(seed).dealer
    app = create_app(await open_database(database), new_dealer=new_dealer, limits={})
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    server = new_server(app, "127.0.0.1", port, 1000)
    serving = asyncio.create_task(server.serve())
    await answering(port)
    print(f"http://127.0.0.1:{port}", flush=True)
    await serving


async def answering(port: int) -> None:
    """Until somebody takes connections there."""
    for _ in range(400):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        await asyncio.sleep(0.05)


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], sys.argv[2]))
