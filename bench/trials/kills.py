"""python -m bench.trials.kills: a server is killed with -9 at random moments under load, and started again.

It proves that nothing which was acknowledged is ever lost: people at tables of one to four, with and without
bots, remember every acknowledgement; drafts, confirmed turns, contributions and chat must all be there again,
every table must be played to its end, and every log must be proven and lead to the score that was shown.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import monotonic

from .report import ended, progress
from .server import Server
from .trial import Span, Trial


async def kill(server: Server, trial: Trial, times: int, pause: Span) -> list[float]:
    """So often; the seconds until it answered again."""
    away = []
    for number in range(times):
        await asyncio.sleep(trial.rng.uniform(*pause))
        await server.kill()
        begun = monotonic()
        await server.start()
        away.append(monotonic() - begun)
        progress(f"killed {number + 1} of {times}: {trial.so_far}")
    return away


async def run(
    kills: int, people: int, bots: int, seed: int, pause: Span, think: Span
) -> tuple[str, list[str]]:
    """What the trial showed, and what was wrong."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        server = Server(f"sqlite:///{folder / 'games.sqlite3'}", folder / "complaints")
        await server.start()
        trial = Trial(lambda: server.address, seed, think)
        try:
            trial.begin(people, bots)
            away = await kill(server, trial, kills, pause)
            await trial.finish()
            await trial.check(folder)
        finally:
            code = await server.stop()
        again = f"up again after {median(away):.1f} s (at most {max(away):.1f} s)"
        figures = f"{kills} times kill -9, {people} tables of people and {bots} with bots: {trial}; {again}"
        return figures, [*trial.faults, *_complaints(code, server.complaints)]


def _complaints(code: int, said: str) -> list[str]:
    ended_badly = [f"the server ended with {code}"] if code else []
    return ended_badly + ([f"the server complained: {said[-2000:]}"] if "Traceback" in said else [])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.trials.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--people", type=int, default=12, help="tables of two to four people")
    parser.add_argument("--bots", type=int, default=6, help="tables of one or two people with bots")
    parser.add_argument("--pause", type=float, nargs=2, default=(0.2, 4.0), help="seconds between kills")
    parser.add_argument("--think", type=float, nargs=2, default=(0.0, 0.2), help="seconds for each step")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", action="store_true", help="keep it in bench/RESULTS.md")
    given = parser.parse_args()
    spans = tuple(given.pause), tuple(given.think)
    figures, faults = asyncio.run(run(given.kills, given.people, given.bots, given.seed, *spans))
    command = f"python -m bench.trials.kills --kills {given.kills} --seed {given.seed}"
    return ended("Killed under load", command, figures, faults, given.results)


if __name__ == "__main__":
    sys.exit(main())
