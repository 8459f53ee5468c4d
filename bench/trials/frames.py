"""python -m bench.trials.frames: a hundred thousand frames that no page sends, while people play.

Some who play send each command more than once, old ones again, in another order, and between them whatever
bench/trials/noise.py knows; strangers do the same at their tables, with other people's commands too. It
proves that the server has nothing to complain of and answers in the words of docs/protocol.md alone, that
everybody's moves are acknowledged in time and stand in the log exactly once, that every log is proven and
leads to the score that was shown, and that memory is bounded. A share meets the everyday limits.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import sys
import tempfile
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic

from ..wire import Address, Json, Wire
from .besieging import stranger
from .noise import WAYS, Way, mixed, refused
from .person import Person
from .places import FRAMES, VIEW
from .report import ended, progress
from .server import Server, cookie_from
from .trial import Span, Trial

SLOW = 10.0  # seconds that nothing may take
VISIT = 90.0  # seconds that a stranger's frames may take, all together
HALF_OPEN = 200  # sockets that are left as they are
CROWD = 20  # strangers at once
WAIT = 2.0  # seconds until a socket that may be of no use any more is given up
FIELDS = {
    **{name: set(places) for name, places in FRAMES.items()},
    "change": {"type", "base", "view"},
    "why": {"type", "about", "reason"},
}
LIMITED = 0.1  # of all frames, at a server with limits


def unheard_of(data: bytes) -> Iterator[str]:
    """What is wrong with a frame of the server."""
    try:
        frame = json.loads(data)
    except ValueError:
        yield f"no JSON: {data[:200]!r}"
        return
    kind = frame.get("type") if isinstance(frame, dict) else None
    if kind not in FIELDS or frame.keys() != FIELDS[kind]:
        yield f"no frame of the protocol: {data[:200]!r}"
    elif kind == "view" and frame["view"].keys() != VIEW.keys():
        yield f"no view: {frame['view'].keys() ^ VIEW.keys()}"
    elif kind == "refused" and frame["error"].keys() != {"message", "values"}:
        yield f"no error: {frame['error']}"


def people(trials: Sequence[Trial]) -> list[Person]:
    return [person for trial in trials for table in trial.tables for person in table.people]


def shouted(trials: Sequence[Trial]) -> int:
    """Frames of players that were not to be sent."""
    return sum(person.shouted for person in people(trials) if isinstance(person, Shouter))


class Shouter(Person):
    """Plays as everybody does, and sends all that is not to be sent between."""

    def begin(self, game: str) -> None:
        super().begin(game)
        self.asked = deque[Json](maxlen=60)
        self.shouted = getattr(self, "shouted", 0)

    def _hear(self, data: bytes) -> None:
        self.told.faults += unheard_of(data)
        super()._hear(data)

    def _refused(self, frame: Json) -> None:
        if frame["key"] in self.pending:
            super()._refused(frame)

    def _send(self, frame: Json) -> None:
        super()._send(frame)
        if self._wire is None:
            return
        again = [frame, *(self.rng.choices(self.asked, k=self.rng.randrange(4)) if self.asked else ())]
        if frame["type"] == "command":
            self.asked.append(frame)
        noise = [json.dumps(asked).encode() for asked in again] + [refused(self.rng), refused(self.rng)]
        for data in mixed(noise, self.rng):
            self.shouted += 1
            self._wire.write(data)
        if self.rng.random() < 0.03:
            self._break_off(self._wire)

    def _break_off(self, wire: Wire) -> None:
        self.shouted += 1
        wire.write(self.rng.choice(WAYS).make(refused(self.rng), self.rng))
        asyncio.get_running_loop().call_later(WAIT, wire.vanish)


@dataclass
class Strangers:
    """They have no seat anywhere, and come from addresses of their own."""

    server: Server
    tables: list[Trial]
    rng: random.Random
    frames: int
    sent: int = 0
    sockets: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    left: deque[Wire] = field(default_factory=partial(deque, maxlen=HALF_OPEN))

    async def come(self) -> None:
        await asyncio.gather(*(self._one(number) for number in range(CROWD)))
        for wire in self.left:
            wire.vanish()

    async def _one(self, number: int) -> None:
        here = stranger(self.server.address, number)
        cookie = await cookie_from(lambda: here)
        while self.sent + shouted(self.tables) < self.frames:
            try:
                await asyncio.wait_for(self._visit(here, cookie), VISIT)
            except TimeoutError:
                self.faults.append("a stranger's visit did not end")
            except OSError:  # refused
                await asyncio.sleep(0.05)

    async def _visit(self, here: Address, cookie: str) -> None:
        """Some frames that leave the socket open, then some bytes that end it."""
        person, lost = self.rng.choice(people(self.tables)), asyncio.Event()
        game = person.game if self.rng.random() < 0.95 else self.rng.choice(("nowhere", "%00", "x" * 3000))
        news = asyncio.Event()

        def hear(data: bytes) -> None:
            news.set()
            self._hear(data)

        def end() -> None:
            lost.set()
            news.set()

        wire = await Wire.to(here, f"/api/games/{game}/socket", cookie, hear, end)
        frames = mixed([self._payload(person) for _ in range(self.rng.randint(1, 12))], self.rng)
        way = self.rng.choice(WAYS)
        for data in (*frames, way.make(refused(self.rng), self.rng)):
            wire.write(data)
        self.sent, self.sockets = self.sent + len(frames) + 1, self.sockets + 1
        await self._leave(wire, way, lost, news)

    async def _leave(self, wire: Wire, way: Way, lost: asyncio.Event, news: asyncio.Event) -> None:
        """Before the end each frame is answered, which takes as long as the machine is busy."""
        if way.closes:
            with contextlib.suppress(TimeoutError):
                while not lost.is_set():
                    news.clear()
                    await asyncio.wait_for(news.wait(), SLOW)
            if not lost.is_set():
                self.faults.append(f"{way.make.__name__}: the socket was not closed")
        elif self.rng.random() < 0.3:
            if len(self.left) == HALF_OPEN:
                self.left[0].vanish()
            self.left.append(wire)
            return
        wire.vanish() if self.rng.random() < 0.5 else wire.close()

    def _payload(self, person: Person) -> bytes:
        """Something hopeless, or what one of the players has said, perhaps with something else to do."""
        asked = list(person.asked) if isinstance(person, Shouter) else []
        if not asked or self.rng.random() < 0.4:
            return refused(self.rng)
        frame = self.rng.choice(asked)
        if self.rng.random() < 0.5:
            name = self.rng.choice(("commit", "undo", "leave", "back", "start", "take_back"))
            frame = {**frame, "key": "x", "do": {name: True} if self.rng.random() < 0.8 else {"say": "hm"}}
        return json.dumps(frame).encode()

    def _hear(self, data: bytes) -> None:
        self.faults += unheard_of(data)
        self.answers[data[:20].decode("ascii", "replace")] += 1
        if b'"ack"' in data[:20]:
            self.faults.append(f"a stranger's command was taken: {data[:200]!r}")


async def besieged(
    limits: str, frames: int, tables: int, seed: int, think: Span, folder: Path
) -> tuple[str, list[str]]:
    """What so many frames did to a server, and what was wrong. Without limits half of the players shout."""
    server = Server(f"sqlite:///{folder / 'games.sqlite3'}", folder / "complaints", limits)
    await server.start()
    home = Address(server.address.host, server.address.port, "127.0.1.1")
    kinds = (Person,) if limits != "off" else (Person, Shouter)
    trials = [Trial(lambda: home, seed + n, think, kind) for n, kind in enumerate(kinds)]
    strangers = Strangers(server, trials, random.Random(seed), frames)
    try:
        begun, first = monotonic(), server.memory
        await _play(trials, tables, strangers)
        seconds, most = monotonic() - begun, server.most_memory
        for trial in trials:
            await trial.finish()
            await trial.check(folder)
    finally:
        code = await server.stop()
    faults = [*strangers.faults, *(fault for trial in trials for fault in trial.faults)]
    faults += [*server.faults(code, first, most), *_slow(trials)]
    return _figures(strangers, trials, seconds, first, most), faults


async def _play(trials: list[Trial], tables: int, strangers: Strangers) -> None:
    """Until all frames are sent."""
    for trial in trials:
        trial.begin(tables, tables)
    for table in (table for trial in trials for table in trial.tables):
        await table.begun.wait()
    coming = asyncio.create_task(strangers.come())
    while not (await asyncio.wait([coming], timeout=10.0))[0]:
        sent = f"{strangers.sent + shouted(trials)} of {strangers.frames} frames"
        played = "; ".join(trial.so_far for trial in trials)
        progress(f"{sent}, {strangers.server.memory:.0f} MB; {played}")
    await coming


def _slow(trials: list[Trial]) -> list[str]:
    waits = [wait for trial in trials for _, wait in trial.told.turns if wait > SLOW]
    return [f"a turn took {wait:.1f} s" for wait in waits]


def _figures(strangers: Strangers, trials: list[Trial], seconds: float, first: float, most: float) -> str:
    waits = sorted(wait for trial in trials for _, wait in trial.told.turns)
    p99 = waits[int(len(waits) * 0.99)] * 1000 if waits else 0.0
    more, played = shouted(trials), "; ".join(map(str, trials))
    return (
        f"{strangers.sent} frames of strangers through {strangers.sockets} sockets"
        f"{f' and {more} of players' if more else ''} in {seconds:.0f} s, "
        f"{strangers.answers.total()} answers, {first:.0f} MB became {most:.0f} MB at most, "
        f"turns p99 {p99:.0f} ms; beside them {played}"
    )


async def run(
    frames: int, tables: int, seed: int, think: Span, limited: float = LIMITED
) -> tuple[str, list[str]]:
    """What the trial showed, and what was wrong."""
    with tempfile.TemporaryDirectory() as temporary:
        shares = {"off": int(frames * (1 - limited)), "": int(frames * limited)}
        figures, faults = list[str](), list[str]()
        for limits, share in shares.items():
            if share:
                folder = Path(temporary) / f"limits {limits}"
                folder.mkdir()
                pace = think if limits else (0.5, 1.5)
                said, wrong = await besieged(limits, share, tables, seed, pace, folder)
                figures.append(f"{'without limits' if limits else 'with the everyday limits'} {said}")
                faults += wrong
    return "; ".join(figures), faults


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.trials.frames", description=__doc__)
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--tables", type=int, default=2, help="of each kind of players")
    parser.add_argument("--think", type=float, nargs=2, default=(0.0, 0.4), help="seconds for each step")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", action="store_true", help="keep it in bench/RESULTS.md")
    given = parser.parse_args()
    outcome = asyncio.run(run(given.frames, given.tables, given.seed, tuple(given.think)))
    command = f"python -m bench.trials.frames --frames {given.frames} --seed {given.seed}"
    return ended("Frames that no page sends", command, *outcome, given.results)


if __name__ == "__main__":
    sys.exit(main())
