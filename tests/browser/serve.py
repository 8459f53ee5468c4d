"""python -m tests.browser.serve DATABASE SEED: the real server on a free port, with seeded dealers.

The first line it prints is its address, once it answers there. It serves until it is ended.
"""

import asyncio
import contextlib
import itertools
import random
import socket
import sys

from terminus.record.dealer import Dealer
from terminus.server.disk.database import open_database
from terminus.server.edge.app import create_app
from terminus.server.edge.run import new_server


async def serve(database: str, seed: int) -> None:
    seeds = itertools.count(seed)
    app = create_app(await open_database(database), new_dealer=lambda: Dealer(random.Random(next(seeds))))
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
    asyncio.run(serve(sys.argv[1], int(sys.argv[2])))
