"""Whether the database takes what it is given.

While it does not, it is away, and tables wait: nothing is acknowledged, nothing forgotten, and whoever
asked hears when it goes on. One task tries until then; nobody else has to.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from sqlalchemy import delete, insert, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from ..complaints import Complaint, faults
from ..errors import Refused
from ..metrics import Metrics
from .news import CHANNEL, notify
from .schema import deals, games
from .sqlite_file import SqliteFile

AGAIN = 1.0  # seconds between two tries while it is away
LOOK = 2.0  # seconds between two looks at SQLite's file while all is well
SLOW = 3.0  # seconds after which what has not been answered is doubted
TRY = 6.0  # seconds that one try may take
TRIAL = "a trial, gone before anybody sees it"
BULK = "x" * 32_000  # no less than a command writes: a disk that is nearly full must not look good
TROUBLE = (SQLAlchemyError, OSError)  # what a database raises
T = TypeVar("T")


class Away(Refused):
    """The database is away: what was asked for can be asked for again as it is."""

    outcome = "later"

    def __init__(self) -> None:
        super().__init__("The server cannot save just now. Nothing is lost; it goes on by itself.", 503)


class Health:
    def __init__(
        self, engine: AsyncEngine, file: SqliteFile | None = None, metrics: Metrics | None = None
    ) -> None:
        self._engine, self._file, self.metrics = engine, file, metrics or Metrics()
        self.away = False
        self.hear: Callable[[bool], None] = lambda well: None  # called when it goes away, and when it is back
        self._complaint = Complaint("The database cannot be used: tables wait, and go on when it can")
        self._trying: asyncio.Task[Exception | None] | None = None
        self._tasks: set[asyncio.Future[Any]] = set()

    async def written(self, where: str, write: Callable[[], Awaitable[T]]) -> T:
        """Write; raises `Away` if the database cannot."""
        return await self.asked(where, self.metrics.committing(write))

    async def asked(self, where: str, ask: Callable[[], Awaitable[T]]) -> T:
        """Something that a table cannot go on without; raises `Away` if the database does not give it. What
        fails although it could is tried once more."""
        if self.away:
            self._complaint.tell(where)
            raise Away
        for _ in range(2):
            try:
                return await self._awaited(where, ask)
            except TROUBLE as error:
                if await self._ails(where, error):
                    raise Away from None
                wrong = error
        faults.tell(f"A change could not be saved: {where}", wrong)
        raise Refused("The game could not be saved. Please try again.", 503)

    def doubt(self, where: str, error: Exception) -> None:
        """A request has failed: it may be the database, or a fault of ours."""

        async def found_out() -> None:
            if not await self._ails(where, error):
                faults.tell(where, error)

        self._begin(found_out())

    def suspect(self, where: str, error: Exception) -> None:
        """It may be away, or only slow: one try settles it."""

        async def found_out() -> None:
            await self._ails(where, error)

        if not self.away:
            self._begin(found_out())

    def watch(self) -> None:
        """Notice by itself when SQLite's file goes away."""
        if self._file is not None:
            self._begin(self._watch(self._file))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # -- how it is found out ---------------------------------------------------------------------

    async def _awaited(self, where: str, ask: Callable[[], Awaitable[T]]) -> T:
        """However long it takes; but others hear of it before, if nothing else is answered either."""
        slow = TimeoutError(f"no answer within {SLOW:g} s")
        timer = asyncio.get_running_loop().call_later(SLOW, self.suspect, where, slow)
        try:
            return await ask()
        finally:
            timer.cancel()

    async def _ails(self, where: str, error: Exception) -> bool:
        """Whether it is the database that fails; then it is away from now on."""
        if not self.away and await self._trouble() is None:
            return False
        self._complaint.tell(where, error)
        if not self.away:
            self.away = True
            self._begin(self._return())
            self.hear(False)
        return True

    async def _trouble(self) -> Exception | None:
        """What keeps the database from writing; many who ask at once are one try."""
        if self._trying is None or self._trying.done():
            self._trying = asyncio.create_task(self._tried())
        return await asyncio.shield(self._trying)

    async def _tried(self) -> Exception | None:
        """What does not answer is given up, and not waited for: to close what hangs takes its time, too."""
        trying = asyncio.create_task(self._try())
        self._tasks.add(trying)
        trying.add_done_callback(self._tasks.discard)
        await asyncio.wait({trying}, timeout=TRY)
        if trying.done():
            return trying.result()
        trying.cancel()
        return TimeoutError(f"a trial was not answered within {TRY:g} s")

    async def _try(self) -> Exception | None:
        row = {"name": TRIAL, "board": "", "modules": "[]", "deal": BULK}
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(deals).values(row))
                await connection.execute(delete(deals).where(deals.c.name == TRIAL))
                await connection.execute(update(games).where(games.c.id == TRIAL[:16]).values(at=0))
                await notify(connection, CHANNEL, "")  # nobody can make anything of it
        except Exception as error:  # whatever it is: nothing can be written
            return error
        return None

    async def _return(self) -> None:
        while self.away:
            await asyncio.sleep(AGAIN)
            with contextlib.suppress(Exception):  # then the next try
                await self._mend()
            self.away = await self._trouble() is not None
        self._complaint.over("The database can be used again")
        self.hear(True)

    async def _mend(self) -> None:
        if self._file is not None and self._file.deleted:
            await self._file.put_back(self._engine)

    async def _watch(self, file: SqliteFile) -> None:
        while True:
            await asyncio.sleep(LOOK)
            try:
                file.look()
            except Exception as error:
                await self._ails("nobody has asked yet", error)

    def _begin(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
