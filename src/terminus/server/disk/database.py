"""Opens the database for us alone and brings it up to date: SQLite in the user's data folder, or PostgreSQL.

SQLite runs with a write-ahead log and synchronous=FULL: with NORMAL a power cut could take back what has
been acknowledged. It gets one connection, so that writers queue here and are never told it is locked.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ...rules.errors import Sentence
from ..errors import Trouble
from .lock import AdvisoryLock, FileLock, Lock

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
MIGRATIONS = Path(__file__).parent / "migrations"


def default_url() -> URL:
    folder = Path(platformdirs.user_data_dir("terminus", appauthor=False))
    return URL.create("sqlite", database=str(folder / "games.sqlite3"))


def settle(given: str | None) -> URL:
    """The address of the database with the driver that we use for it."""
    try:
        url = make_url(given) if given else default_url()
    except ArgumentError:
        raise Trouble(
            Sentence(
                "«{given}» is no database; write postgresql://user@host/name or sqlite:///file", given=given
            )
        ) from None
    backend = url.get_backend_name()
    if backend not in DRIVERS:
        raise Trouble(
            Sentence(
                "{backend} is no database that Terminus knows; there are sqlite and postgresql",
                backend=backend,
            )
        )
    if backend == "sqlite" and url.database in (None, "", ":memory:"):
        raise Trouble(
            Sentence(
                "«{given}» names no file, and games must outlast the server; write sqlite:///file",
                given=given,
            )
        )
    return url.set(drivername=DRIVERS[backend])


@dataclass(frozen=True, slots=True)
class Database:
    """An open database that is ours alone until it is closed."""

    engine: AsyncEngine
    lock: Lock

    async def close(self) -> None:
        await self.lock.release()
        await self.engine.dispose()


async def open_database(given: str | None) -> Database:
    """The database, ready for use; raises `Trouble` if it cannot be, is newer than we are, or another's."""
    url = settle(given)
    shown = url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
    try:
        database = _database(url)
        try:
            await database.lock.take(shown)
            async with database.engine.connect() as connection:
                await connection.run_sync(migrate, shown)
                await connection.commit()
        except BaseException:
            await database.close()
            raise
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise Trouble(
            Sentence("cannot open the database {database}: {why}", database=shown, why=_reason(error))
        ) from None
    return database


def _database(url: URL) -> Database:
    if url.get_backend_name() != "sqlite":
        engine = create_async_engine(url, pool_pre_ping=True)
        return Database(engine, AdvisoryLock(engine))
    file = Path(url.database or "").resolve()
    _probe(file)
    engine = create_async_engine(url, pool_size=1, max_overflow=0, pool_timeout=60)
    event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    event.listen(engine.sync_engine, "commit", _unless_replaced(file))
    return Database(engine, FileLock(file))


def _probe(file: Path) -> None:
    """Fail here, where no other thread is involved, if the file cannot be opened or is no database."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA schema_version")


def _unless_replaced(file: Path) -> Callable[[Connection], None]:
    """A check before each commit: a deleted file would take what it is given, and be gone when we are."""

    def identity() -> tuple[int, int] | None:
        try:
            found = file.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    opened = identity()

    def check(_: Connection) -> None:
        if identity() != opened:
            raise FileNotFoundError(
                f"{file} was deleted or replaced while the server was running; start it anew"
            )

    return check


def _set_up_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def migrate(connection: Connection, shown: str) -> None:
    """Apply the migrations that are missing, all or none; refuse a database that has some we do not know."""
    if connection.dialect.name == "sqlite":  # its driver begins no transaction for what changes tables
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    found = set(MigrationContext.configure(connection).get_current_heads())
    if found - known:
        raise Trouble(
            Sentence(
                "the database {database} was written by a newer Terminus; use that one, or choose another "
                "database with --database",
                database=shown,
            )
        )
    command.upgrade(config, "head")


def _reason(error: Exception) -> str:
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    said = cause.strerror if isinstance(cause, OSError) and cause.strerror else str(cause)
    text = said.strip().splitlines()
    return text[0].rstrip(".") if text else type(cause).__name__
