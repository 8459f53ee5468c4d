"""Tables that play on through whatever a trial does to their server, and what must hold afterwards."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from ..wire import Address
from .logs import faults_of
from .person import Habits, Person, Told
from .report import progress
from .table import Played, Table, any_game, whole_log

Span = tuple[float, float]  # seconds
LEVELS = ("easy", "medium", "hard", "expert")
STUCK = 60.0  # seconds without a new card, while the server is up


class Trial:
    """People who play one game after the other until it is enough; `where` says which server they turn to."""

    def __init__(
        self, where: Callable[[], Address], seed: int, think: Span, kind: type[Person] = Person
    ) -> None:
        self.where, self.habits, self.kind = where, Habits(think), kind
        self.rng, self.told = random.Random(seed), Told()
        self.tables: list[Table] = []
        self.playing: list[asyncio.Task[None]] = []
        self.enough = asyncio.Event()

    def begin(self, people: int, bots: int) -> None:
        """So many tables of two to four people, and so many of one or two with bots."""
        crews = [(2 + n % 3, 0) for n in range(people)] + [(1 + n % 2, 1 + n % 2) for n in range(bots)]
        for crew in crews:
            table = Table(self.where, self.rng, self.told, self.habits)
            self.tables.append(table)
            self.playing.append(asyncio.create_task(self._games(table, *crew)))

    async def _games(self, table: Table, people: int, bots: int) -> None:
        await table.meet(people, self.kind)
        while not self.enough.is_set():
            levels = [self.rng.choice(LEVELS) for _ in range(bots)]
            await table.play(*any_game(self.rng), levels)

    @property
    def games(self) -> int:
        """That were played to their end."""
        return sum(len(table.played) for table in self.tables)

    @property
    def so_far(self) -> str:
        return f"{self.told.acknowledged} acknowledged, {self.games} games over, {len(self.told.faults)} lost"

    async def finish(self) -> None:
        """Everybody plays what they have begun to its end; a table without news is stuck."""
        self.enough.set()
        while any(not task.done() for task in self.playing):
            await asyncio.wait(self.playing, timeout=5.0)
            still = [table for table, task in zip(self.tables, self.playing, strict=True) if not task.done()]
            if still and monotonic() - max(table.news for table in still) > STUCK:
                self.told.faults += [f"stuck: {table.people[0].game} ({table.state})" for table in still]
                break
        for task in self.playing:
            task.cancel()
        for outcome in await asyncio.gather(*self.playing, return_exceptions=True):
            if isinstance(outcome, Exception):
                self.told.faults.append(repr(outcome))

    async def check(self, folder: Path) -> None:
        """Every game that was played, from its log."""
        played = [game for table in self.tables for game in table.played]
        for number, game in enumerate(played):
            progress(f"checking {number + 1} of {len(played)} games")
            self.told.faults += await self._lost(game, folder)

    async def _lost(self, game: Played, folder: Path) -> list[str]:
        log = await whole_log(self.where, game)
        file = folder / f"{game.game}.jsonl"
        file.write_text(log, encoding="utf-8")
        return await game.lost(self.where, log) + faults_of(file, game.totals)

    @property
    def faults(self) -> list[str]:
        return [*self.told.faults, *(f"refused: {why} ({n})" for why, n in self.told.refusals.items())]

    def __str__(self) -> str:
        told = self.told
        return (
            f"{told.acknowledged} commands acknowledged, {told.repeated} sent again, {told.losses} "
            f"connections lost, {self.games} games played to their end, proven and counted"
        )
