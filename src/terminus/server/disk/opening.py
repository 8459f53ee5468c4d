"""A database opened by a command and not by a server: to read one moment of it, or to write it alone."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from ...rules.errors import Sentence
from ..errors import Trouble
from .database import begin_alone, connect_to, known_schemas, reason, schema_of, settle, shown_as

OTHERS = text(
    "select count(*) from pg_stat_activity where datname = current_database() "
    "and pid <> pg_backend_pid() and backend_type = 'client backend'"
)


LOOKS, PAUSE = 10, 0.2  # how often, and seconds between


@asynccontextmanager
async def reading(given: str | None) -> AsyncIterator[tuple[AsyncConnection, str]]:
    """As the database is at one moment, and what it is called; a server may be using it."""
    url = settle(given)
    shown = shown_as(url)
    _must_exist(url)
    with _in_words(url):
        engine = create_async_engine(url, hide_parameters=True)
        try:
            async with engine.connect() as connection:
                await _hold_still(connection)
                yield connection, shown
        finally:
            await engine.dispose()


def _must_exist(url: URL) -> None:
    """SQLite would make one."""
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise Trouble(Sentence("there is no database {database}", database=shown_as(url)))


async def _hold_still(connection: AsyncConnection) -> None:
    if connection.dialect.name == "sqlite":  # its driver begins no transaction for what only reads
        await connection.exec_driver_sql("BEGIN")
    else:
        await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


@asynccontextmanager
async def writing(given: str | None) -> AsyncIterator[tuple[AsyncConnection, str]]:
    """All or nothing of what is written, while no server uses the database."""
    url = settle(given)
    shown = shown_as(url)
    with _in_words(url):
        database = connect_to(url, answering=None)
        try:
            if database.lock:
                database.lock.take(shown)
            async with database.engine.connect() as connection:
                await _nobody_else(connection, shown)
                await connection.run_sync(begin_alone)
                yield connection, shown
                await connection.commit()
        finally:
            await database.close()


async def _nobody_else(connection: AsyncConnection, shown: str) -> None:
    """A server that was just stopped may still be letting go; one that starts waits until we are done."""
    if connection.dialect.name == "sqlite":
        return
    for _ in range(LOOKS):
        if not await connection.scalar(OTHERS):
            return
        await connection.rollback()  # what is going on is told anew in each transaction
        await asyncio.sleep(PAUSE)
    raise Trouble(
        Sentence("somebody is using the database {database}; stop every Terminus that does", database=shown)
    )


@contextmanager
def _in_words(url: URL) -> Iterator[None]:
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise Trouble(
            Sentence("cannot open the database {database}: {why}", database=shown_as(url), why=reason(error))
        ) from None


def check_newest(connection: Connection, shown: str) -> None:
    """Raises `Trouble` if we cannot read this database as it is."""
    found = schema_of(connection)
    if found == known_schemas()[0]:
        return
    if found in known_schemas():
        raise Trouble(
            Sentence(
                "the database {database} is from an older Terminus; start the server once, which brings it "
                "up to date",
                database=shown,
            )
        )
    raise Trouble(
        Sentence("the database {database} holds no games that this Terminus can read", database=shown)
    )
