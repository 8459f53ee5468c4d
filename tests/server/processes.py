"""The real thing, as its user starts it: `python -m terminus.server` in a process of its own."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

COMMAND = [sys.executable, "-m", "terminus.server"]


@contextmanager
def process(
    port: int, database: str | None = None, *, files: int | None = None, **environment: str
) -> Iterator["subprocess.Popen[str]"]:
    """A server that is up and limits nobody, as tests are faster than people; `files` it may have open."""
    command = [*COMMAND, "--port", str(port), *(["--database", database] if database else [])]
    if files:
        command = ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *command]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TERMINUS_LIMITS": "off", **environment},
    ) as server:
        try:
            wait_for(f"http://127.0.0.1:{port}", server)
            yield server
        finally:
            server.kill()


def wait_for(address: str, server: "subprocess.Popen[str]") -> None:
    """Until it answers."""
    for _ in range(300):
        assert server.poll() is None, server.stderr and server.stderr.read()
        try:
            httpx.get(f"{address}/api/levels", verify=False)  # no time for what TLS would need
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the server does not come up")


def start(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Start a server that does not come up; what it said."""
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=30)


def fill_the_disk(server: "subprocess.Popen[str]", full: bool) -> None:
    """No file of that process may grow: what it is told is what a full disk tells it."""
    most = 1 if full else resource.RLIM_INFINITY
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


@contextmanager
def program(source: str, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """Python that runs beside the test and does not outlive it."""
    command = [sys.executable, "-c", source, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            yield running
        finally:
            running.kill()
