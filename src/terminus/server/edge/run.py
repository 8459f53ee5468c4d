"""Starts the server and serves until it is told to stop. What keeps it from starting is a `Trouble`."""

from __future__ import annotations

import asyncio
import signal
import socket

from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.embed import Server

from ..disk.database import open_database
from ..errors import Trouble
from .addresses import lan_address
from .app import create_app
from .qr import qr_text

EVERYWHERE = "0.0.0.0"


def run(host: str = "127.0.0.1", port: int = 8000, lan: bool = False, database: str | None = None) -> None:
    """Serve until interrupted. One process serves all: a table's queue and its dealer live in it."""
    host = EVERYWHERE if lan and host == "127.0.0.1" else host
    check_address(host, port)
    asyncio.run(_serve(host, port, (lan_address() or "") if lan else None, database))


async def _serve(host: str, port: int, lan: str | None, database: str | None) -> None:
    engine = await open_database(database)
    server = Server(
        create_app(engine, lan=lan),
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        log_level=LogLevels.error,
    )
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, server.stop)
    announce(host, port, lan)
    await server.serve()


def announce(host: str, port: int, lan: str | None) -> None:
    here = "127.0.0.1" if host == EVERYWHERE else host
    print(f"Terminus is at http://{here}:{port}", flush=True)
    if lan == "":
        print("No other device can reach this machine: it has no address in a network.", flush=True)
    if lan:
        address = f"http://{lan}:{port}"
        print(f"On this network: {address}\n\n{qr_text(address)}", flush=True)


def check_address(host: str, port: int) -> None:
    """Raise `Trouble` if nothing can listen there."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error).rstrip(".")
        raise Trouble(
            f"cannot listen at {host}:{port}: {reason.lower()}; choose another with --port or --host"
        ) from None
