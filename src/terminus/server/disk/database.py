"""Opens the database and brings it up to date: SQLite in the user's data folder unless told, or PostgreSQL.

SQLite runs with a write-ahead log and synchronous=FULL: with NORMAL a power cut could take back what has
been acknowledged. It gets one connection, so that writers queue here and are never told it is locked.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
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

from ..errors import Trouble

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
            f"«{given}» is no database; write postgresql://user@host/name or sqlite:///file"
        ) from None
    backend = url.get_backend_name()
    if backend not in DRIVERS:
        raise Trouble(f"{backend} is no database that Terminus knows; there are sqlite and postgresql")
    return url.set(drivername=DRIVERS[backend])


async def open_database(given: str | None) -> AsyncEngine:
    """The database, ready for use; raises `Trouble` if it cannot be opened or is newer than we are."""
    url = settle(given)
    shown = url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
    try:
        engine = _engine(url)
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise Trouble(f"cannot open the database {shown}: {_reason(error)}") from None
    try:
        async with engine.connect() as connection:
            await connection.run_sync(migrate, shown)
            await connection.commit()
    except Trouble:
        await engine.dispose()
        raise
    except (SQLAlchemyError, OSError) as error:
        await engine.dispose()
        raise Trouble(f"cannot open the database {shown}: {_reason(error)}") from None
    return engine


def _engine(url: URL) -> AsyncEngine:
    if url.get_backend_name() != "sqlite":
        return create_async_engine(url, pool_pre_ping=True)
    if url.database and url.database != ":memory:":
        _probe(Path(url.database))
    engine = create_async_engine(url, pool_size=1, max_overflow=0, pool_timeout=60)
    event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    return engine


def _probe(file: Path) -> None:
    """Fail here, where no other thread is involved, if the file cannot be opened or is no database."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA schema_version")


def _set_up_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def migrate(connection: Connection, shown: str) -> None:
    """Apply the migrations that are missing; refuse a database that has some we do not know."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    found = set(MigrationContext.configure(connection).get_current_heads())
    if found - known:
        raise Trouble(
            f"the database {shown} was written by a newer Terminus; "
            "use that one, or choose another database with --database"
        )
    command.upgrade(config, "head")


def _reason(error: Exception) -> str:
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    said = cause.strerror if isinstance(cause, OSError) and cause.strerror else str(cause)
    text = said.strip().splitlines()
    return text[0].rstrip(".") if text else type(cause).__name__
