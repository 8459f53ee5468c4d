"""python -m tests.browser.serve DATABASE SEED: the real server on a free port, with seeded dealers.

The first line it prints is its address. It serves until it is ended.
"""

import asyncio
import itertools
import random
import socket
import sys

from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.embed import Server

from terminus.record.dealer import Dealer
from terminus.server.disk.database import open_database
from terminus.server.edge.app import create_app


async def serve(database: str, seed: int) -> None:
    seeds = itertools.count(seed)
    app = create_app(await open_database(database), new_dealer=lambda: Dealer(random.Random(next(seeds))))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    server = Server(app, address="127.0.0.1", port=port, interface=Interfaces.ASGI, log_level=LogLevels.error)
    print(f"http://127.0.0.1:{port}", flush=True)
    await server.serve()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], int(sys.argv[2])))
