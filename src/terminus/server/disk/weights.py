"""Weights that were trained on this server, for boards of people's own: by the fingerprint of the board.

They are made by our own training alone; nobody can hand any in.
"""

from __future__ import annotations

import asyncio
import time

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from ...bots import sources
from ...bots.evaluation import name_of
from ...kernel import installed
from ...kernel.native import load
from ..complaints import Complaint
from .health import TROUBLE
from .schema import weights

LOOK = 15.0  # seconds between two looks for what others have trained
MOST = 300  # boards whose weights are kept, those trained last; each has some 3 MB
PATIENCE = 10.0  # seconds that a bot waits for weights to be fetched


class Weights:
    """As bots of this process find them (`bots/sources.py`): what there is, is known at once, and is fetched
    when it is first wanted."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._names: dict[str, str] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._looking: asyncio.Task[None] | None = None
        self._trouble = Complaint("The weights in the database cannot be reached: it is tried again")

    # -- for bots ------------------------------------------------------------------------------------

    def name(self, board_print: str) -> str | None:
        return self._names.get(board_print)

    def data(self, board_print: str) -> bytes | None:
        if self._loop is None or self._loop.is_closed():
            return None
        try:
            return asyncio.run_coroutine_threadsafe(self.read(board_print), self._loop).result(PATIENCE)
        except (*TROUBLE, TimeoutError):  # the bot plays without, and the next thought asks again
            return None

    # -- for the server ------------------------------------------------------------------------------

    async def start(self) -> None:
        """From now on bots find them; what others train is found a little later."""
        if not installed():
            return
        self._loop = asyncio.get_running_loop()
        self._looking = asyncio.create_task(self._look())
        sources.learn_from(self)

    async def close(self) -> None:
        if self._looking is not None:
            sources.forget(self)
            self._looking.cancel()
            await asyncio.wait({self._looking})

    async def refresh(self) -> None:
        """Learn which there are. Those of another format than the kernel's are as good as none."""
        if not installed():
            return
        here = select(weights.c.board_print, weights.c.name).where(weights.c.format == load().net_format)
        async with self._engine.connect() as connection:
            self._names = {row.board_print: row.name for row in await connection.execute(here)}

    async def read(self, board_print: str) -> bytes | None:
        async with self._engine.connect() as connection:
            here = select(weights.c.data).where(weights.c.board_print == board_print)
            data: bytes | None = (await connection.execute(here)).scalar()
        return data

    async def keep(self, board_print: str, data: bytes) -> str:
        """In the place of what there was for the board; their name. The oldest go."""
        name = name_of(data)
        row = {"board_print": board_print, "name": name, "format": load().net_format}
        async with self._engine.begin() as connection:
            await connection.execute(delete(weights).where(weights.c.board_print == board_print))
            await connection.execute(insert(weights).values(**row, data=data, made_at=time.time()))
            newest = select(weights.c.board_print).order_by(weights.c.made_at.desc())
            old = list((await connection.execute(newest.offset(MOST))).scalars())
            await connection.execute(delete(weights).where(weights.c.board_print.in_(old)))
        await self.refresh()
        return name

    async def _look(self) -> None:
        while True:
            try:
                await self.refresh()
            except TROUBLE as error:
                self._trouble.tell("weights", error)
            else:
                self._trouble.over("The weights in the database can be reached again")
            await asyncio.sleep(LOOK)
