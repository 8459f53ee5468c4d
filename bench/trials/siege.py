"""python -m bench.trials.siege: ten tables of four play on while others do the server no good.

It proves that slow readers, machines that stand still or are gone, a thousand connections that say nothing,
hundreds that ask over HTTP and take no answer, a hundred tables of three experts and people who make tables
without end, one after the other and all at once, leave the others' p99 from the last confirm of a turn to
everybody's next card under 150 ms, and the server's memory bounded. The server has its everyday limits;
everybody comes from an address of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from ..wire import Address
from .besieging import NOT_HERE
from .person import Habits, Told
from .report import ended, progress
from .server import Server
from .table import Table, any_game

STRANGERS = {
    "slow": 200,
    "frozen": 200,
    "gone": 200,
    "silent": 1000,
    "slow_http": 300,
    "experts": 100,
    "makers": 1,
}
SAID = {
    "nobody": "nobody else",
    "slow": "{} who never read",
    "frozen": "{} whose machine stands still",
    "gone": "{} whose machine was gone without a word",
    "silent": "{} connections that say nothing",
    "slow_http": "{} who ask for much over HTTP and take none of it",
    "experts": "{} tables of three experts",
    "makers": "{} who make tables as fast as they can",
    "all": "all of these",
}
Plan = dict[str, dict[str, int]]  # by name how many strangers of which kinds
MEMORY = 400.0  # megabytes that all of it together may cost
STUCK = 30.0  # seconds without a new card


@dataclass(frozen=True)
class Phase:
    """What one kind of strangers did to the others."""

    name: str
    turns: tuple[float, ...]  # milliseconds, in order
    memory: float

    def part(self, part: float) -> float:
        return self.turns[min(len(self.turns) - 1, int(len(self.turns) * part))] if self.turns else 0.0

    def __str__(self) -> str:
        waits = f"{self.part(0.5):.0f} / {self.part(0.99):.0f} ms"
        return f"{self.name} p50 / p99 {waits} of {len(self.turns)} turns, {self.memory:.0f} MB"


class Siege:
    def __init__(self, server: Server, seed: int, habits: Habits) -> None:
        self.server, self.rng, self.told, self.habits = server, random.Random(seed), Told(), habits
        self.tables: list[Table] = []

    def begin(self, number: int) -> asyncio.Task[None]:
        """Four people from an address of their own, who play until they are stopped."""
        home = Address(self.server.address.host, self.server.address.port, f"127.0.1.{1 + number}")
        table = Table(lambda: home, self.rng, self.told, self.habits)
        self.tables.append(table)
        return asyncio.create_task(self._games(table))

    async def _games(self, table: Table) -> None:
        await table.meet(4)
        while True:
            await table.play(*any_game(self.rng), [])

    async def phase(self, kinds: dict[str, int], name: str, seconds: float) -> Phase:
        """How long turns take while these are there."""
        games = [table.people[0].game for table in self.tables]
        with ExitStack() as stack:
            for kind, total in kinds.items():
                strangers = stack.enter_context(besieging(kind, total, self.server.address, games))
                said = (await asyncio.to_thread(_line, strangers)).strip()
                if said == NOT_HERE:
                    name += f" ({kind}: {said})"
                elif said != "ready":
                    self.told.faults.append(f"{kind} could not begin")
            begun = monotonic()
            await asyncio.sleep(seconds)
            await self._all_went_on(begun)
            waits = sorted(wait * 1000 for at, wait in self.told.turns if at >= begun)
            found = Phase(name, tuple(waits), self.server.memory)
        progress(str(found))
        return found

    async def _all_went_on(self, since: float) -> None:
        """Until every table has seen a new card since then."""
        until = monotonic() + STUCK
        while still := [table for table in self.tables if table.news < since]:
            if monotonic() > until:
                self.told.faults += [f"stuck: {table.people[0].game}" for table in still]
                return
            await asyncio.sleep(0.05)


@contextmanager
def besieging(kind: str, total: int, at: Address, games: Sequence[str]) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "bench.trials.besieging", kind, str(total), str(at), *games]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as strangers:
        try:
            yield strangers
        finally:
            strangers.kill()  # one that stands still too


def _line(strangers: subprocess.Popen[str]) -> str:
    assert strangers.stdout is not None
    return strangers.stdout.readline()


async def run(
    tables: int, seconds: float, seed: int, most: float, plan: Plan, habits: Habits
) -> tuple[str, list[str]]:
    """What the trial showed, and what was wrong."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        server = Server(f"sqlite:///{folder / 'games.sqlite3'}", folder / "complaints", limits="")
        await server.start()
        siege = Siege(server, seed, habits)
        playing = [siege.begin(number) for number in range(tables)]
        try:
            for table in siege.tables:
                await table.begun.wait()
            phases = [
                await siege.phase(kinds, SAID[name].format(*kinds.values()), seconds)
                for name, kinds in plan.items()
            ]
            faults = _faults(siege, phases, playing, most)
        finally:
            for task in playing:
                task.cancel()
            await server.kill()
        if "Traceback" in server.complaints:
            faults.append(f"the server complained: {server.complaints[-2000:]}")
        return f"{tables} tables of four beside " + "; ".join(map(str, phases)), faults


def _faults(
    siege: Siege, phases: Sequence[Phase], playing: Sequence[asyncio.Task[None]], most: float
) -> list[str]:
    faults = [*siege.told.faults, *(f"refused: {why} ({n})" for why, n in siege.told.refusals.items())]
    faults += [f"a table ended: {task.exception()!r}" for task in playing if task.done()]
    faults += [f"too slow: {phase}" for phase in phases if phase.part(0.99) > most]
    if phases[-1].memory > phases[0].memory + MEMORY:
        faults.append(f"too much memory: {phases[0].memory:.0f} MB became {phases[-1].memory:.0f} MB")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.trials.siege", description=__doc__)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each kind of strangers")
    parser.add_argument("--most", type=float, default=150.0, help="milliseconds that a p99 may take")
    parser.add_argument("--only", nargs="*", choices=STRANGERS, default=list(STRANGERS))
    parser.add_argument(
        "--share", type=float, default=1.0, help="of the strangers, for a machine that is small"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", action="store_true", help="keep it in bench/RESULTS.md")
    given = parser.parse_args()
    strangers = {kind: max(1, int(STRANGERS[kind] * given.share)) for kind in given.only}
    habits = Habits(think=(0.5, 2.0), says=0.0, wavers=0.0)
    each = {kind: {kind: total} for kind, total in strangers.items()}
    plan = {"nobody": {}, **each, "all": strangers}
    outcome = asyncio.run(run(given.tables, given.seconds, given.seed, given.most, plan, habits))
    command = f"python -m bench.trials.siege --seconds {given.seconds:g} --seed {given.seed}"
    return ended("Besieged", command, *outcome, given.results)


if __name__ == "__main__":
    sys.exit(main())
