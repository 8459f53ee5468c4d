"""python -m bench.load: how many tables of four a server holds, over real sockets.

Whole games by clients in processes of their own. A turn's wait is from the last confirm to the next card on
everybody's screen. CPU is the server's own, user and system, by all commands (a draft and a confirm are two);
making the tables and joining is in it, and what the clients take is told beside it. Without addresses servers
are started: one on a new SQLite file, or as many as one likes on a PostgreSQL database.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

import msgspec

from .growth import drawn
from .players import Wait, Waits
from .results import machine, write_section
from .trials.postgres import throw_away

CLIENTS = 2  # processes
SETTLING = 5.0  # seconds: people in a hurry are out of step by then
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Figures:
    """What one run showed; times in milliseconds, memory in megabytes."""

    tables: int
    pace: str
    database: str
    processes: int
    commits: float  # a second
    commands: float  # a second
    turn_p50: float
    turn_p99: float
    ack_p50: float
    ack_p99: float
    cpu: float  # a command
    cores: float
    clients: float  # cores that these take
    memory: float  # a table
    kilobytes: float  # sent for a command
    refused: int


def cpu_of(process: int) -> float:
    """Seconds of CPU so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


@dataclass(frozen=True)
class Server:
    address: str
    pid: int

    @property
    def memory(self) -> float:
        """Megabytes."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def served(database: str) -> Iterator[Server]:
    """A server that is up."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "terminus.server",
        "--port",
        str(port),
        "--database",
        database,
        "--limits",
        "off",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            if not process.stdout.readline():
                raise SystemExit("the server does not come up")
            yield Server(f"127.0.0.1:{port}", process.pid)
        finally:
            process.terminate()


@contextmanager
def clients(pace: str, tables: int, servers: Sequence[Server]) -> Iterator[list[subprocess.Popen[bytes]]]:
    shares = [tables // CLIENTS + (n < tables % CLIENTS) for n in range(CLIENTS)]
    addresses = [server.address for server in servers]
    with ExitStack() as stack:
        started = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-m", "bench.crowd", pace, str(share), *addresses],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                )
            )
            for share in shares
            if share
        ]
        for client in started:
            stack.callback(client.kill)
        yield started


def measure(tables: int, pace: str, seconds: float, kind: str, servers: Sequence[Server]) -> Figures:
    empty = sum(server.memory for server in servers)
    with clients(pace, tables, servers) as crowd:
        for client in crowd:
            if _out(client).readline() != b"begun\n":
                raise SystemExit("the clients could not begin")
        time.sleep(SETTLING)
        begun, cpu, of_clients = time.monotonic(), _cpu(servers), _cpu(crowd)
        time.sleep(seconds)
        ended, spent, of_clients = time.monotonic(), _cpu(servers) - cpu, _cpu(crowd) - of_clients
        memory = sum(server.memory for server in servers) - empty
        told = [client.communicate()[0] for client in crowd]
    waits = [msgspec.json.decode(text, type=Waits) for text in told]
    return _figures(tables, pace, kind, len(servers), waits, (begun, ended), (spent, of_clients), memory)


def _cpu(processes: Sequence[Server] | Sequence[subprocess.Popen[bytes]]) -> float:
    return sum(cpu_of(process.pid) for process in processes)


def _out(client: subprocess.Popen[bytes]) -> IO[bytes]:
    assert client.stdout is not None
    return client.stdout


def _figures(
    tables: int,
    pace: str,
    kind: str,
    processes: int,
    waits: Sequence[Waits],
    window: tuple[float, float],
    cpu: tuple[float, float],
    memory: float,
) -> Figures:
    def within(found: Sequence[Wait]) -> list[float]:
        return sorted(wait * 1000 for at, wait in found if window[0] <= at < window[1])

    acks = within([wait for one in waits for wait in one.acks])
    commits = within([wait for one in waits for wait in one.commits])
    turns = within([wait for one in waits for wait in one.turns])
    heard = sum(size for one in waits for at, size in one.heard if window[0] <= at < window[1])
    seconds = window[1] - window[0]
    return Figures(
        tables=tables,
        pace=pace,
        database=kind,
        processes=processes,
        commits=round(len(commits) / seconds, 1),
        commands=round(len(acks) / seconds, 1),
        turn_p50=_part(turns, 0.5),
        turn_p99=_part(turns, 0.99),
        ack_p50=_part(acks, 0.5),
        ack_p99=_part(acks, 0.99),
        cpu=round(cpu[0] * 1000 / max(1, len(acks)), 2),
        cores=round(cpu[0] / seconds, 2),
        clients=round(cpu[1] / seconds, 2),
        memory=round(memory / tables, 2),
        kilobytes=round(heard / 1000 / max(1, len(acks)), 2),
        refused=sum(one.refused for one in waits),
    )


def _part(found: Sequence[float], part: float) -> float:
    """So many of them waited no longer than this."""
    return round(found[min(len(found) - 1, int(len(found) * part))], 1) if found else 0.0


HEAD = (
    "| tables | pace | database | processes | commits/s | commands/s | turn p50 / p99 ms | ack p50 / p99 ms "
    "| CPU ms a command | cores | clients' cores | MB a table | kB sent a command |\n" + "|---" * 13 + "|"
)


def row(f: Figures) -> str:
    waits = f"{f.turn_p50} / {f.turn_p99} | {f.ack_p50} / {f.ack_p99}"
    rates = f"{f.commits} | {f.commands}"
    return (
        f"| {f.tables} | {f.pace} | {f.database} | {f.processes} | {rates} | {waits} "
        f"| {f.cpu} | {f.cores} | {f.clients} | {f.memory} | {f.kilobytes} |"
    )


def section(runs: Sequence[Figures]) -> str:
    about = (
        f"{datetime.now(tz=UTC).date()}; {machine()}, {os.cpu_count()} cores shared with the clients; "
        "`python -m bench.load`. Tables of four\npeople, whole games; "
        "a turn is from the last confirm to everybody's next card."
    )
    return "\n".join(["## A crowd", "", about, "", HEAD, *map(row, runs)])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--tables", default="10,50,100", help="how many, for a run each")
    parser.add_argument("--pace", choices=("hurry", "fast"), default="hurry")
    parser.add_argument("--seconds", type=float, default=30.0, help="that are measured")
    parser.add_argument("--processes", type=int, default=1, help="servers to start")
    parser.add_argument("--database", help="for these servers, if not a new SQLite file")
    parser.add_argument("--servers", help="HOST:PORT=PID,…: servers that run already")
    parser.add_argument("--whole", action="store_true", help="the whole series: half an hour")
    parser.add_argument("--json", type=Path, help="where the figures go")
    parser.add_argument("--plot", type=Path, help="where a picture (SVG) of how it grows goes")
    parser.add_argument("--results", action="store_true", help="write them into bench/RESULTS.md")
    given = parser.parse_args()
    print(HEAD)
    if given.whole:
        runs = whole(given.seconds)
    else:
        runs = [_run(int(tables), given) for tables in given.tables.split(",")]
    if given.json:
        given.json.write_text(json.dumps([asdict(figures) for figures in runs], indent=1) + "\n")
    if given.plot:
        given.plot.write_text(drawn([asdict(figures) for figures in runs]), encoding="utf-8")
    if given.results:
        write_section(section(runs))


SERIES = [  # pace, database, processes, tables
    ("hurry", "SQLite", 1, (10, 50, 100, 200, 300, 420)),
    ("fast", "SQLite", 1, (10, 50)),
    ("hurry", "PostgreSQL", 1, (100, 300, 420)),
    ("hurry", "PostgreSQL", 2, (50, 100, 200, 300, 420, 500)),
    ("fast", "PostgreSQL", 2, (50,)),
]


def whole(seconds: float) -> list[Figures]:
    """All that there is to know, each run on a database of its own; PostgreSQL waits for the disk too."""
    runs = []
    with throw_away(durable=True) as postgres, tempfile.TemporaryDirectory() as folder:
        for pace, kind, processes, several in SERIES:
            for tables in several:
                file = f"sqlite:///{folder}/{pace}-{tables}.sqlite3"
                database = file if kind == "SQLite" else postgres.new_database()
                with ExitStack() as stack:
                    servers = [stack.enter_context(served(database)) for _ in range(processes)]
                    runs.append(measure(tables, pace, seconds, kind, servers))
                print(row(runs[-1]), flush=True)
    return runs


def _run(tables: int, given: argparse.Namespace) -> Figures:
    with ExitStack() as stack:
        if given.servers:
            pairs = [server.split("=") for server in given.servers.split(",")]
            servers = [Server(address, int(pid)) for address, pid in pairs]
            kind = given.database or "?"
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            database = given.database or f"sqlite:///{folder}/games.sqlite3"
            servers = [stack.enter_context(served(database)) for _ in range(given.processes)]
            kind = database
        kind = "PostgreSQL" if kind.startswith("postgres") else "SQLite"
        figures = measure(tables, given.pace, given.seconds, kind, servers)
    print(row(figures), flush=True)
    return figures


if __name__ == "__main__":
    main()
