"""A real `terminus serve` in a process of its own, which can be killed and started again; and requests that
do not give up while it is away."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec

from ..wire import Address, request

TERMINUS = str(Path(sys.executable).with_name("terminus"))
Where = Callable[[], Address]
MEMORY = 300.0  # megabytes that no trial of what it is sent may cost
PATIENCE = 60.0  # seconds until a server counts as gone for good


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """At one port for good; what it complains of goes to a file."""

    def __init__(self, database: str, log: Path, limits: str = "off") -> None:
        self.address = Address("127.0.0.1", free_port())
        self._log = log
        options = ["--port", str(self.address.port), "--database", database, "--limits", limits]
        self._command = [TERMINUS, "serve", *options]
        self.process: subprocess.Popen[str] | None = None

    async def start(self) -> None:
        """Until it answers."""
        await asyncio.to_thread(self._begin)
        await asked(lambda: self.address, "GET", "/api/levels", "")

    def _begin(self) -> None:
        with self._log.open("a") as log:
            self.process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=log, text=True)

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    @property
    def memory(self) -> float:
        """Megabytes that it has in use."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    @property
    def most_memory(self) -> float:
        """Megabytes that it had in use when it had most."""
        found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{self.pid}/status").read_text())
        assert found is not None
        return int(found[1]) / 1e3

    async def kill(self) -> None:
        """As a power cut would: nothing is finished."""
        assert self.process is not None
        self.process.kill()
        await asyncio.to_thread(self.process.wait)

    async def stop(self) -> int:
        """As its owner would; the exit code."""
        assert self.process is not None
        self.process.terminate()
        return await asyncio.to_thread(self.process.wait, PATIENCE)

    @property
    def complaints(self) -> str:
        return self._log.read_text() if self._log.exists() else ""

    def faults(self, code: int, before: float, most: float) -> list[str]:
        """What it has to answer for that ended with this code, and had these megabytes before and at most."""
        found = {
            f"the server ended with {code}": code != 0,
            f"the server complained: {self.complaints[-2000:]}": "Traceback" in self.complaints,
            f"too much memory: {before:.0f} MB became {most:.0f} MB": most > before + MEMORY,
        }
        return [fault for fault, wrong in found.items() if wrong]


async def asked(where: Where, method: str, path: str, cookie: str, data: object = None) -> tuple[str, Any]:
    """An answer over HTTP, however long the server is away; another may answer meanwhile."""
    given_up = monotonic() + PATIENCE
    while True:
        try:
            return await asyncio.wait_for(request(where(), method, path, cookie, data), PATIENCE)
        except (OSError, msgspec.DecodeError, TimeoutError):
            if monotonic() > given_up:
                raise
            await asyncio.sleep(0.05)


async def cookie_from(where: Where) -> str:
    """A new person's identity."""
    head, _ = await asked(where, "GET", "/api/me", "")
    line = next(line for line in head.splitlines() if line.lower().startswith("set-cookie"))
    return line.split(": ", 1)[1].split(";")[0]


async def log_from(at: Address, game: str, cookie: str) -> str:
    """A game's log, as it is downloaded."""
    reader, writer = await asyncio.open_connection(at.host, at.port)
    path = f"/api/games/{game}/log"
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\nCookie: {cookie}\r\n\r\n".encode()
    )
    top, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    if b" 200 " not in top[:14]:
        raise OSError(f"{path}: {top[:60]!r}")
    return body.decode()
