"""Starts the server and serves until it is told to stop. What keeps it from starting is a `Trouble`."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.embed import Server

from ...locale.spoken import t
from ...rules.errors import Sentence
from .. import journal
from ..disk.database import open_database
from ..disk.keep import read_keep
from ..errors import Trouble
from .addresses import lan_address
from .app import create_app
from .capacity import capacity, raise_limit
from .collecting import collect_hourly, collect_rarely
from .fair_share import share_fairly
from .hosts import own_names
from .limits import read_limits
from .middleware import ASGIApp
from .qr import qr_text
from .scrape import TOKEN, read_token
from .vitals import Vitals

EVERYWHERE = "0.0.0.0"
LIMITS, KEEP = "TERMINUS_LIMITS", "TERMINUS_KEEP"
SILENCE = 15  # seconds that a connection may be open without a whole request, before its first or between two
BACKLOG = 4096  # connections that wait to be accepted; the system may hold fewer


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    lan: bool = False,
    database: str | None = None,
    behind_proxy: bool = False,
    proxies: int = 1,
    host_name: Sequence[str] = (),
    limits: str | None = None,
    keep: str | None = None,
    log: journal.Kind = "plain",
) -> None:
    """Serve until interrupted, which ends the process. One serves all: tables and dealers live in it."""
    journal.set_up(log)
    host = EVERYWHERE if lan and host == "127.0.0.1" else host
    check_address(host, port)
    here = (lan_address() or "") if host == EVERYWHERE else None
    edge = {
        "lan": here,
        "hosts": own_names(host, host_name, host == EVERYWHERE),
        "proxies": max(1, proxies) if behind_proxy else 0,
        "metrics_token": read_token(os.environ.get(TOKEN, "")),
        "keep": read_keep(os.environ.get(KEEP, "") if keep is None else keep),
        "limits": read_limits(os.environ.get(LIMITS, "") if limits is None else limits),
    }
    asyncio.run(_serve(host, port, database, edge))
    # All is saved and closed. Granian's threads may still reach for the interpreter, and abort the process if
    # they find it being taken down.
    sys.stdout.flush()
    os._exit(0)


async def _serve(host: str, port: int, database: str | None, edge: Mapping[str, Any]) -> None:
    opened, room = await open_database(database), capacity(raise_limit())
    app = create_app(opened, sockets=room.sockets, **edge)
    server = new_server(app, host, port, room.requests)
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, _told_to_end, app, server)
    collect_rarely()
    announce(host, port, edge["lan"])
    fairly = asyncio.create_task(share_fairly(behind_proxy=edge["proxies"] > 0))
    hourly = asyncio.create_task(collect_hourly())
    await server.serve()
    fairly.cancel()
    hourly.cancel()


def _told_to_end(app: Vitals, server: Server) -> None:
    """Once: finish what is under way. Twice: end at once; whatever was acknowledged is on disk."""
    if app.ending():
        os._exit(1)
    ending = asyncio.ensure_future(app.end())
    ending.add_done_callback(lambda _: server.stop())  # type: ignore[no-untyped-call]


def new_server(app: ASGIApp, host: str, port: int, requests: int) -> Server:
    """Granian, set for a crowd: out of the box 128 silent connections shut everybody else out.

    HTTP/1.1 alone, because only then are connections closed that never say anything. Browsers speak HTTP/2
    over TLS only, which is a proxy's business.
    """
    return Server(
        app,
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=SILENCE * 1000),
        backlog=BACKLOG,
        backpressure=requests,
        log_level=LogLevels.error,
        log_dictconfig=journal.GRANIAN,
    )


def announce(host: str, port: int, lan: str | None) -> None:
    here = "127.0.0.1" if host == EVERYWHERE else host
    print(t("Terminus is at {address}", address=f"http://{here}:{port}"), flush=True)
    if lan == "":
        print(t("No other device can reach this machine: it has no address in a network."), flush=True)
    if lan:
        address = f"http://{lan}:{port}"
        print(f"{t('On this network: {address}', address=address)}\n\n{qr_text(address)}", flush=True)


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
            Sentence(
                "cannot listen at {address}: {why}; choose another with --port or --host",
                address=f"{host}:{port}",
                why=reason.lower(),
            )
        ) from None
