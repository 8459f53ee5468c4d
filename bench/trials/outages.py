"""python -m bench.trials.outages: servers and databases fail under load, and nothing acknowledged is lost.

Two servers on one PostgreSQL, everybody at whichever they come to: one of them is killed with -9, again and
again, and the tables go on at the other. Then PostgreSQL is stopped for ten seconds, and then it stands still
for thirty without going away, of which everybody must hear soon. Last (as root), a server on SQLite whose
file may only be read. Tables must go on by themselves, games be played to their end and their logs be proven,
and the servers must say once what was wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from time import monotonic

from .postgres import Postgres, throw_away
from .report import ended, progress
from .server import Server
from .trial import STUCK, Span, Trial

GONE, BACK = "The database cannot be used", "The database can be used again"
MOST_SAID = 20_000  # characters that one time of trouble may take in a log
MOST_TRACEBACKS = 4
TOLD = 15.0  # seconds within which people hear that nothing can be saved


@dataclass
class Outage:
    """What one kind of trouble did."""

    name: str
    waits: list[float] = field(default_factory=list)  # seconds until a table went on
    warned: list[float] = field(default_factory=list)  # seconds until somebody heard of it

    def __str__(self) -> str:
        waits = self.waits or [0.0]
        warned = f", people heard of it within {max(self.warned):.1f} s" if self.warned else ""
        return f"{self.name}{warned}, tables went on after {median(waits):.1f} s (at most {max(waits):.1f} s)"


async def until_all_go_on(trial: Trial, outage: Outage, since: float, tables: Sequence[object]) -> None:
    """Until everybody at these tables has seen a new card; one that nobody sees is a fault."""
    waiting = {id(table): table for table in trial.tables if table in tables}
    while waiting and monotonic() < since + STUCK:
        for number, table in list(waiting.items()):
            if table.went_on > since:
                outage.waits.append(table.went_on - since)
                del waiting[number]
        await asyncio.sleep(0.02)
    trial.told.faults += [f"{outage.name}: {table.people[0].game} is stuck" for table in waiting.values()]


async def kill_one(trial: Trial, servers: Sequence[Server], times: int, pause: Span) -> Outage:
    """One of the servers, so often; whoever was there, and whoever it asked bots for, goes on at another."""
    outage = Outage(f"{times} times one of {len(servers)} servers was killed")
    for number in range(times):
        await asyncio.sleep(trial.rng.uniform(*pause))
        victim = trial.rng.choice(servers)
        there = [
            table for table in trial.tables if any(person.at == victim.address for person in table.people)
        ]
        since = monotonic()
        await victim.kill()
        await until_all_go_on(trial, outage, since, there)
        await victim.start()
        progress(f"killed {number + 1} of {times}: {trial.so_far}")
    return outage


async def away(
    trial: Trial, name: str, seconds: float, go: Callable[[], None], come: Callable[[], None]
) -> Outage:
    """Something that everybody needs is away for some seconds; waits count from when it is back."""
    outage = Outage(name)
    people = [person for table in trial.tables for person in table.people if person.connected]
    await asyncio.to_thread(go)
    since = monotonic()
    await asyncio.sleep(seconds)
    there = [person for person in people if not person.over.is_set()]
    if seconds > TOLD:
        outage.warned = [person.warned_at - since for person in there if person.warned_at > since]
        late = len(there) - sum(waited <= TOLD for waited in outage.warned)
        trial.told.faults += [f"{name}: {late} of {len(there)} people did not hear of it in time"] * (
            late > 0
        )
    await asyncio.to_thread(come)
    await until_all_go_on(trial, outage, monotonic(), trial.tables)
    progress(f"{outage}: {trial.so_far}")
    return outage


def told_once(server: Server, times: int) -> list[str]:
    """What a server's log says too often, or not at all."""
    said = server.complaints
    gone, back = said.count(GONE), said.count(BACK)
    wrong = []
    if gone > times or gone != back:  # a server that nobody needed may not have noticed
        wrong.append(f"{times} outages were told {gone} times, and {back} times that they were over")
    if len(said) > MOST_SAID * times or said.count("Traceback") > MOST_TRACEBACKS * times:
        wrong.append(f"the log has {len(said)} characters and {said.count('Traceback')} tracebacks")
    return [f"{fault}: {said[:1500]}" for fault in wrong]


async def on_postgres(
    kills: int,
    people: int,
    bots: int,
    seed: int,
    pause: Span,
    think: Span,
    seconds: float,
    frozen: float,
    folder: Path,
) -> tuple[list[Outage], Trial, list[str]]:
    """Two servers on one database."""
    with throw_away() as postgres:
        url = postgres.new_database()
        servers = [Server(url, folder / f"complaints{n}") for n in range(2)]
        await asyncio.gather(*(server.start() for server in servers))
        chance = random.Random(seed)
        trial = Trial(lambda: chance.choice(servers).address, seed, think)
        try:
            trial.begin(people, bots)
            outages = [await kill_one(trial, servers, kills, pause)]
            outages += [await _without(trial, postgres, seconds)]
            stands = f"PostgreSQL stood still for {frozen:g} s"
            outages += [await away(trial, stands, frozen, postgres.freeze, postgres.thaw)]
            await trial.finish()
            await trial.check(folder)
        finally:
            codes = [await server.stop() for server in servers]
        faults = [fault for server in servers for fault in told_once(server, len(outages) - 1)]
        if not any(GONE in server.complaints for server in servers):
            faults.append("nobody said that the database was away")
        return outages, trial, [*faults, *(f"a server ended with {code}" for code in codes if code)]


async def _without(trial: Trial, postgres: Postgres, seconds: float) -> Outage:
    return await away(
        trial, f"PostgreSQL was stopped for {seconds:g} s", seconds, postgres.stop, postgres.go_on
    )


def only_read(folder: Path, so: bool) -> None:
    """Not even root may write these files."""
    files = [str(folder / f"games.sqlite3{part}") for part in ("", "-wal")]
    subprocess.run(["chattr", "+i" if so else "-i", *files], check=True, capture_output=True)


async def on_sqlite(
    people: int, bots: int, seed: int, think: Span, seconds: float, folder: Path
) -> tuple[list[Outage], Trial, list[str]]:
    """One server, whose files may only be read for a while."""
    server = Server(f"sqlite:///{folder / 'games.sqlite3'}", folder / "complaints")
    await server.start()
    trial = Trial(lambda: server.address, seed, think)
    try:
        trial.begin(people, bots)
        for table in trial.tables:
            await table.begun.wait()
        name = f"SQLite's file could only be read for {seconds:g} s"
        outages = [
            await away(
                trial, name, seconds, partial(only_read, folder, True), partial(only_read, folder, False)
            )
        ]
        await trial.finish()
        await trial.check(folder)
    finally:
        code = await server.stop()
    return outages, trial, [*told_once(server, 1), *([f"the server ended with {code}"] if code else [])]


async def run(
    kills: int, people: int, bots: int, seed: int, pause: Span, think: Span, seconds: float, frozen: float
) -> tuple[str, list[str]]:
    """What the trial showed, and what was wrong."""
    said, faults = [], list[str]()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        parts: list[Awaitable[tuple[list[Outage], Trial, list[str]]]] = [
            on_postgres(kills, people, bots, seed, pause, think, seconds, frozen, folder)
        ]
        if os.geteuid() == 0:  # others cannot forbid themselves to write what they have open
            parts.append(on_sqlite(people, bots, seed, think, seconds, folder))
        for part in parts:
            outages, trial, wrong = await part
            said.append("; ".join([*map(str, outages), str(trial)]))
            faults += [*trial.faults, *wrong]
    return f"{people} tables of people and {bots} with bots: " + "; ".join(said), faults


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.trials.outages", description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--people", type=int, default=12, help="tables of two to four people")
    parser.add_argument("--bots", type=int, default=6, help="tables of one or two people with bots")
    parser.add_argument("--pause", type=float, nargs=2, default=(0.5, 4.0), help="seconds between kills")
    parser.add_argument("--think", type=float, nargs=2, default=(0.0, 0.2), help="seconds for each step")
    parser.add_argument("--seconds", type=float, default=10.0, help="that a database is away")
    parser.add_argument("--frozen", type=float, default=30.0, help="seconds that PostgreSQL stands still")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", action="store_true", help="keep it in bench/RESULTS.md")
    given = parser.parse_args()
    spans = tuple(given.pause), tuple(given.think)
    seconds = given.seconds, given.frozen
    outcome = asyncio.run(run(given.kills, given.people, given.bots, given.seed, *spans, *seconds))
    command = f"python -m bench.trials.outages --kills {given.kills} --seed {given.seed}"
    return ended("Servers and databases that fail", command, *outcome, given.results)


if __name__ == "__main__":
    sys.exit(main())
