"""Games as whoever works on them needs them: tables folded from the events in the database."""

from __future__ import annotations

import json
from collections import OrderedDict

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from ...record.log import EVENTS, Event, step
from ...rules.table import Table
from ..disk.schema import events

KEPT = 500  # games; their next turns are folded on from there


class Games:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._kept: OrderedDict[str, tuple[int, Table]] = OrderedDict()

    async def table(self, game: str, number: int) -> Table:
        """As it is after so many events; raises `LookupError` if there are none."""
        known, table = self._kept.pop(game, (0, None))
        if known > number:
            known, table = 0, None
        for line in await self._lines(game, known, number):
            event = json.loads(line)
            table = step(table, event) if event["event"] in EVENTS else table
        if table is None:
            raise LookupError(f"there is no game {game}")
        self._kept[game] = number, table
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return table

    async def log(self, game: str) -> list[Event]:
        """All of its events; raises `LookupError` if there are none."""
        lines = await self._lines(game)
        if not lines:
            raise LookupError(f"there is no game {game}")
        return [json.loads(line) for line in lines]

    async def _lines(self, game: str, after: int = 0, last: int | None = None) -> list[str]:
        here = (events.c.game == game) & (events.c.number > after)
        here = here if last is None else here & (events.c.number <= last)
        query = select(events.c.line).where(here).order_by(events.c.number)
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())
