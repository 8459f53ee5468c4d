"""One process has a database: two would each hold tables in memory that the other changes.

Whoever opens it takes a lock first, before anything is read or migrated, and keeps it until the end. The
system lets go of it when a process dies, however that happens, so there is never one to be cleared away.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import socket
import time
from datetime import datetime
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...rules.errors import Sentence
from ..complaints import Complaint
from ..errors import Trouble

KEY = 0x7465726D  # the number of our lock among those that a PostgreSQL database may have: "term"
STARTING = Sentence("it has just been started")
PATIENCE = 3.0  # seconds: a server that was just stopped may still be letting go
LOOK = 5.0  # seconds between two looks whether the connection that holds the lock is still there


def whoami() -> str:
    return f"process {os.getpid()} on {socket.gethostname()[:40]}"


def _taken(shown: str, holder: str) -> Trouble:
    return Trouble(
        Sentence(
            "another Terminus has the database {database} open: {holder}; stop that one, or choose another "
            "database with --database",
            database=shown,
            holder=holder,
        )
    )


class FileLock:
    """For SQLite: a locked file beside the database, which says who has it. It stays there, unlocked."""

    def __init__(self, database: Path) -> None:
        self.path = database.with_name(f"{database.name}-lock")
        self._file: int | None = None

    async def take(self, shown: str) -> None:
        file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(file, 200).decode(errors="replace").strip()
            os.close(file)
            raise _taken(shown, holder or STARTING) from None
        since = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M")
        os.ftruncate(file, 0)
        os.write(file, f"{whoami()}, since {since}\n".encode())
        self._file = file

    async def release(self) -> None:
        if self._file is not None:
            os.ftruncate(self._file, 0)
            os.close(self._file)
            self._file = None


NAME = text("select set_config('application_name', :name, false)")
HOLDER = text(
    "select a.application_name, a.backend_start from pg_locks l join pg_stat_activity a on a.pid = l.pid "
    "where l.locktype = 'advisory' and l.objid = :key and l.granted "
    "and l.database = (select oid from pg_database where datname = current_database())"
)


class AdvisoryLock:
    """For PostgreSQL: a lock that a connection holds, which is kept open for it and for nothing else."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._lost = Complaint("The lock on the database is lost")

    async def take(self, shown: str) -> None:
        until = time.monotonic() + PATIENCE
        while (holder := await self._try()) is not None:
            if time.monotonic() > until:
                raise _taken(shown, holder)
            await asyncio.sleep(0.1)
        self._keeping = asyncio.create_task(self._keep())

    async def _try(self) -> str | None:
        """Take the lock; who has it, if somebody else does."""
        connection = await self._engine.connect()
        try:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            if await connection.scalar(text("select pg_try_advisory_lock(:key)"), {"key": KEY}):
                await connection.execute(NAME, {"name": f"Terminus, {whoami()}"})
                self._connection = connection
                return None
            row = (await connection.execute(HOLDER, {"key": KEY})).first()
            return f"{row[0]}, since {row[1].astimezone():%Y-%m-%d %H:%M}" if row else STARTING
        finally:
            if self._connection is not connection:
                await connection.close()

    async def _keep(self) -> None:
        """Notice when the connection goes, as it does when the database is started anew, and lock again."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                if self._connection is not None:
                    await self._connection.scalar(text("select 1"))
                elif (holder := await self._try()) is not None:
                    self._lost.tell(f"{holder} has it: one of the two must stop")
            except (SQLAlchemyError, OSError):
                await self._drop()

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError, OSError):
                await connection.invalidate()
                await connection.close()

    async def release(self) -> None:
        if self._keeping is not None:
            self._keeping.cancel()
        await self._drop()


Lock = FileLock | AdvisoryLock
