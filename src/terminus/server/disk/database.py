"""Opens the database and brings it up to date: SQLite in the user's data folder, for us alone, or PostgreSQL.

SQLite runs with a write-ahead log and synchronous=FULL: with NORMAL a power cut could take back what has
been acknowledged. It gets one connection, so that writers queue here and are never told it is locked.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ...rules.errors import Sentence
from ..errors import Trouble
from .lock import FileLock
from .sqlite_file import SqliteFile

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
CONNECTING = 5  # seconds that PostgreSQL may take to answer at all, or it counts as away
ANSWERING = 10  # seconds for what somebody waits for; what takes long has an engine of its own
PATIENTLY = 600  # seconds for that; bringing a database up to date takes what it takes
MIGRATING = 0x7465726D  # the lock of whoever does so, in PostgreSQL: "term"
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


def shown_as(url: URL) -> str:
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)


@dataclass(frozen=True, slots=True)
class Database:
    """An open database. SQLite is ours alone until it is closed; PostgreSQL may have many servers."""

    engine: AsyncEngine
    patient: AsyncEngine  # the same for what takes long and nobody waits for
    lock: FileLock | None = None  # of SQLite
    file: SqliteFile | None = None  # of SQLite

    async def close(self) -> None:
        if self.lock:
            self.lock.release()
        await self.engine.dispose()
        await self.patient.dispose()


async def open_database(given: str | None) -> Database:
    """The database, ready for use; raises `Trouble` if it cannot be, is newer than we are, or another's."""
    url = settle(given)
    shown = shown_as(url)
    try:
        database = connect_to(url)
        try:
            if database.lock:
                database.lock.take(shown)
            await _bring_up_to_date(url, database, shown)
        except BaseException:
            await database.close()
            raise
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise Trouble(
            Sentence("cannot open the database {database}: {why}", database=shown, why=reason(error))
        ) from None
    return database


async def _bring_up_to_date(url: URL, database: Database, shown: str) -> None:
    patient = database if database.lock else connect_to(url, answering=None)
    try:
        async with patient.engine.connect() as connection:
            await connection.run_sync(migrate, shown)
            await connection.commit()
            if patient is not database:  # from now on there is always one: `restore` sees that we are here
                async with database.engine.connect():
                    pass
    finally:
        if patient is not database:
            await patient.close()


def connect_to(url: URL, answering: float | None = ANSWERING) -> Database:
    if url.get_backend_name() != "sqlite":
        return Database(_to_postgres(url, answering), _to_postgres(url, PATIENTLY))
    file = Path(url.database or "").resolve()
    _probe(file)
    engine = create_async_engine(url, pool_size=1, max_overflow=0, pool_timeout=60, hide_parameters=True)
    kept = SqliteFile(file)
    event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    event.listen(engine.sync_engine, "connect", kept.opened)
    event.listen(engine.sync_engine, "commit", kept.check)
    return Database(engine, engine, FileLock(file), kept)


def _to_postgres(url: URL, answering: float | None) -> AsyncEngine:
    """Of its connections that was used last comes first: when some answer no more, those that do go round."""
    waits = {"timeout": CONNECTING, "command_timeout": answering}
    return create_async_engine(
        url, pool_pre_ping=True, pool_use_lifo=True, connect_args=waits, hide_parameters=True
    )


def _probe(file: Path) -> None:
    """Fail here, where no other thread is involved, if the file cannot be opened or is no database."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA schema_version")


def _set_up_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=2000"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def migrate(connection: Connection, shown: str) -> None:
    """Apply the migrations that are missing, all or none; refuse a database that has some we do not know."""
    begin_alone(connection)
    upgrade(connection, shown)


def begin_alone(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":  # its driver begins no transaction for what changes tables
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:  # another server may be starting too
        connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": MIGRATING})


def upgrade(connection: Connection, shown: str, schema: str = "head") -> None:
    found = schema_of(connection)
    if found is not None and found not in known_schemas():
        raise Trouble(
            Sentence(
                "the database {database} was written by a newer Terminus; use that one, or choose another "
                "database with --database",
                database=shown,
            )
        )
    config = _migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, schema)


def known_schemas() -> list[str]:
    """The newest first."""
    return [script.revision for script in ScriptDirectory.from_config(_migrations()).walk_revisions()]


def schema_of(connection: Connection) -> str | None:
    """The schema that a database has; None for one that is none of ours, or empty."""
    return MigrationContext.configure(connection).get_current_revision()


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def reason(error: Exception) -> str:
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    said = cause.strerror if isinstance(cause, OSError) and cause.strerror else str(cause)
    text = said.strip().splitlines()
    return text[0].rstrip(".") if text else type(cause).__name__
