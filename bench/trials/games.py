"""python -m bench.trials.games: thousands of games through the real protocol, every frame of which is judged.

People on sockets play whatever they are offered, alone, with each other, with bots and before others who
watch, in every city with every module. It proves that nobody was sent a card, a secret or a field that is not
theirs to know (bench/trials/checker.py, which shares no code with the server), that every log is proven and
leads to the score shown, and that no copy with one card, one seal or one contribution changed is.
A fault is told the moment it is found, with the seed and the number of its game. With --so-far a long trial
may be played in several sittings.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import inf
from pathlib import Path
from time import monotonic

import msgspec

from ..wire import Address
from .checker import Moment, Truth, Witness, leaks
from .logs import believed_although_tampered, faults_of
from .person import Habits, Person, Told, card_of
from .report import at_once, ended, progress
from .server import Server, asked, log_from
from .table import GAMES, Played, Table

HABITS = Habits(think=(0.0, 0.0), passes=0.3, says=0.01)
PEOPLE, BOTS = (*(1,) * 16, 2, 2, 3, 4), ("easy", "medium", "hard", "expert")
LOOKS = 0.01  # how often somebody looks at view and log over HTTP before they go on
CREW = 4
STUCK = 900.0  # seconds that no game takes, however busy the machine is


class Watchful(Person):
    """Somebody who looks at the log now and then, while the table waits for them."""

    def __init__(self, *known: object) -> None:
        super().__init__(*known)  # type: ignore[arg-type]
        self.logs: list[tuple[Moment, str]] = []

    def _answer(self, options: list[str]) -> None:
        if self.rng.random() < LOOKS:
            self._thinking = True
            self.looking = asyncio.create_task(self._look_up())
        else:
            super()._answer(options)

    async def _look_up(self) -> None:
        _, view = await asked(self._where, "GET", f"/api/games/{self.game}", self.cookie)
        if self.witness is not None:
            self.witness.hear(json.dumps({"type": "view", "view": view}, separators=(",", ":")).encode())
        self.logs.append((card_of(self.view), await log_from(self._where(), self.game, self.cookie)))
        self._thinking = False
        super()._answer([option["do"] for option in self.view["answer"]["options"]])


@dataclass
class Found:
    """What a share of the games has shown."""

    games: int = 0
    frames: int = 0
    logs: int = 0  # seen before the end
    tampered: int = 0
    acknowledged: int = 0
    faults: list[str] = field(default_factory=list)
    minutes: float = 0.0

    def __add__(self, other: Found) -> Found:
        pairs = zip(vars(self).values(), vars(other).values(), strict=True)
        return Found(*(one + more for one, more in pairs))


class Share:
    """Some of the games, at a server of their own."""

    def __init__(self, server: Server, folder: Path, seed: int) -> None:
        self.server, self.folder, self.seed = server, folder, seed
        self.found, self.decks = Found(), dict[str, list[str]]()

    async def play(self, numbers: Iterator[int]) -> None:
        """One game after the other, as long as there are numbers."""
        _, boards = await asked(self._where, "GET", "/api/boards", "")
        self.decks = {board["id"]: board["deck"] for board in boards}
        rng, told = random.Random(self.seed), Told()
        table = Table(self._where, rng, told, HABITS)
        await table.meet(CREW, Watchful)
        crew = table.people
        for number in numbers:
            rng.seed(f"{self.seed} {number}")
            people = rng.choice(PEOPLE)
            table.people, table.watchers = crew[:people], crew[people:][: rng.random() < 0.1]
            bots = [
                rng.choice(BOTS) for _ in range(rng.choice((0, 0, 1, CREW - people)) if people < CREW else 0)
            ]
            well = await self._whole(table, number, bots, rng)
            self._hear(told, number)
            if not well:
                return

    async def _whole(self, table: Table, number: int, bots: list[str], rng: random.Random) -> bool:
        """Play a game; if that comes to no end, so do its people, and the others go on."""
        try:
            async with asyncio.timeout(STUCK):
                await self._game(table, number, bots, rng)
        except Exception:
            self._fault(number, f"{table.state}: {traceback.format_exc()}")
            return False
        return True

    def _hear(self, told: Told, number: int) -> None:
        """What the people of a game have to tell of it."""
        for fault in (*told.faults, *(f"refused: {why}" for why in told.refusals)):
            self._fault(number, fault)
        self.found.acknowledged += told.acknowledged
        told.acknowledged = 0
        told.faults.clear()
        told.refusals.clear()

    def _fault(self, number: int, fault: str) -> None:
        text = f"seed {self.seed}, game {number}: {fault}"
        at_once(text)
        self.found.faults.append(text)

    def _where(self) -> Address:
        return self.server.address

    async def _game(self, table: Table, number: int, bots: list[str], rng: random.Random) -> None:
        here = [*table.people, *table.watchers]
        for person in here:
            person.witness = Witness()
            assert isinstance(person, Watchful)
            person.logs.clear()
        board, modules = GAMES[number % len(GAMES)]
        game = await table.play(board, modules, bots)
        log = await log_from(self._where(), game.game, game.cookie)
        faults = [
            *self._leaks(here, log, board),
            *self._proven(game, log, rng),
            *await game.lost(self._where, log),
        ]
        for fault in faults:
            self._fault(number, f"{board} {modules} {game.game}: {fault}")
        self.found.games += 1

    def _leaks(self, here: list[Person], log: str, board: str) -> Iterator[str]:
        """What anybody was sent and should not have been."""
        truth = Truth([json.loads(line) for line in log.splitlines()])
        for person in here:
            assert isinstance(person, Watchful)
            assert person.witness is not None
            self.found.frames += sum(isinstance(told, bytes) for told in person.witness.told)
            yield from leaks(person.witness, truth, self.decks[board])
            for card, seen in person.logs:
                self.found.logs += 1
                yield from _ahead(seen, card, log)

    def _proven(self, game: Played, log: str, rng: random.Random) -> list[str]:
        file = self.folder / f"{game.game}.jsonl"
        file.write_text(log, encoding="utf-8")
        believed = believed_although_tampered(file, rng)
        self.found.tampered += 3
        faults = faults_of(file, game.totals)
        file.unlink()
        return [*believed, *faults]


def _ahead(seen: str, card: Moment, log: str) -> Iterator[str]:
    """Whether a log that was read while this card waited for its reader says more than has happened."""
    if not log.startswith(seen):
        yield "a log that was seen before the end is not how the whole one begins"
    events = [json.loads(line) for line in seen.splitlines()]
    last = max((event["round"], event["turn"]) for event in events if event["event"] == "flip")
    opened = max((event["round"] for event in events if event["event"] == "opening"), default=0)
    if last > card or opened >= card[0]:
        yield f"at {card} the log had {last} and the secret of round {opened}"


def _in_time(numbers: range, end: float) -> Iterator[int]:
    return (number for number in numbers if monotonic() < end)


async def share(numbers: range, seed: int, tables: int, seconds: float, telling: bool = False) -> Found:
    """Play these games, as many as there is time for, at several tables at once."""
    memory = Path("/dev/shm")  # the disk is another trial's
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as temporary:
        folder, begun = Path(temporary), monotonic()
        server = Server(f"sqlite:///{folder / 'games.sqlite3'}", folder / "complaints")
        await server.start()
        here, left = Share(server, folder, seed), _in_time(numbers, begun + seconds)
        try:
            playing = [asyncio.create_task(here.play(left)) for _ in range(tables)]
            while (await asyncio.wait(playing, timeout=10.0))[1] and telling:
                rate = here.found.games / (monotonic() - begun)
                done = f"{here.found.games} of {len(numbers)} games"
                progress(f"{done}, {rate:.1f} a second, {len(here.found.faults)} faults")
            await asyncio.gather(*playing)
        finally:
            await server.stop()
        if "Traceback" in server.complaints:
            here.found.faults.append(f"the server complained: {server.complaints[-2000:]}")
        return here.found


def _share(numbers: range, seed: int, tables: int, seconds: float) -> Found:
    return asyncio.run(share(numbers, seed, tables, seconds, telling=numbers.start % numbers.step == 0))


def run(numbers: range, seed: int, processes: int, tables: int, seconds: float) -> Found:
    """Play these games, shared among several servers."""
    begun = monotonic()
    shares = [numbers[number::processes] for number in range(processes)]
    with ProcessPoolExecutor(processes) as pool:
        found = sum(pool.map(partial(_share, seed=seed, tables=tables, seconds=seconds), shares), Found())
    found.minutes = (monotonic() - begun) / 60
    return found


def figures(found: Found) -> str:
    return (
        f"{found.games} games over sockets in {found.minutes:.1f} minutes: {found.frames} frames and "
        f"{found.logs} logs read meanwhile, none with a card not turned; {found.acknowledged} commands "
        "acknowledged; every log proven twice and counted as shown; "
        f"none of {found.tampered} tampered copies proven"
    )


@dataclass
class SoFar:
    """How far a trial of several sittings has come."""

    next: int = 0
    found: Found = field(default_factory=Found)

    @classmethod
    def of(cls, file: Path | None) -> SoFar:
        return msgspec.json.decode(file.read_bytes(), type=cls) if file and file.exists() else cls()

    def sitting(self, games: int) -> range:
        """The numbers of the next games."""
        return range(self.next, self.next + games)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.trials.games", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--minutes", type=float, default=inf, help="after which no more games are begun")
    parser.add_argument("--processes", type=int, default=2, help="servers, each with its people")
    parser.add_argument("--tables", type=int, default=4, help="at once at each server")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--so-far", type=Path, help="a file of what was found in earlier sittings")
    parser.add_argument("--sitting", type=int, help="games to play now, if not all")
    parser.add_argument("--results", action="store_true", help="keep it in bench/RESULTS.md")
    given = parser.parse_args()
    so_far = SoFar.of(given.so_far)
    numbers = so_far.sitting(min(given.sitting or given.games, given.games - so_far.next))
    so_far.found += run(numbers, given.seed, given.processes, given.tables, given.minutes * 60)
    so_far.next = numbers.stop
    if given.so_far:
        given.so_far.write_bytes(msgspec.json.encode(so_far))
    found, whole = so_far.found, so_far.next >= given.games
    command = f"python -m bench.trials.games --games {given.games} --seed {given.seed}"
    return ended("Games through the protocol", command, figures(found), found.faults, given.results and whole)


if __name__ == "__main__":
    sys.exit(main())
