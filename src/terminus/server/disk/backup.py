"""Writes a backup of a database, also of one that a server is using, and makes a database of a backup."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Integer, MetaData, Table, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from ...rules.errors import Sentence
from ..errors import Trouble
from .archive import Reader, Writer, new_file
from .database import known_schemas, schema_of, upgrade
from .opening import reading, writing

VERSIONS = "alembic_version"
BATCH = 500  # rows


async def back_up(given: str | None, file: Path) -> int:
    """Write every row into a new file, as they are at one moment; the number of games."""
    async with reading(given) as (connection, shown):
        schema, tables = await connection.run_sync(_described)
        if schema is None:
            raise Trouble(Sentence("there are no games in the database {database}", database=shown))
        with new_file(file) as out:
            writer = Writer(out)
            for table in tables:
                await writer.table(table.name, _rows(connection, table))
            return writer.close(schema)


def _described(connection: Connection) -> tuple[str | None, list[Table]]:
    """The schema that a database has, and its tables, those first that others refer to."""
    found = MetaData()
    found.reflect(connection)
    return schema_of(connection), [table for table in found.sorted_tables if table.name != VERSIONS]


async def _rows(connection: AsyncConnection, table: Table) -> AsyncIterator[dict[str, Any]]:
    async with connection.stream(select(table).order_by(*table.primary_key)) as found:
        async for row in found.mappings():
            yield dict(row)


async def restore(file: Path, given: str | None, replace: bool = False) -> int:
    """Make the database what the backup holds, all of it or nothing; the number of games."""
    backup = Reader(file)
    if backup.header.schema not in known_schemas():
        raise Trouble(
            Sentence("the backup {file} was written by a newer Terminus; restore it with that one", file=file)
        )
    async with writing(given) as (connection, shown):
        await connection.run_sync(_fill, backup, shown, replace)
    return sum(part.rows for part in backup.header.parts if part.name == "games")


def _fill(connection: Connection, backup: Reader, shown: str, replace: bool) -> None:
    _empty(connection, shown, replace)
    upgrade(connection, shown, backup.header.schema)
    tables = MetaData()
    tables.reflect(connection)
    for part in backup.header.parts:
        table, rows = tables.tables[part.name], backup.rows(part)
        while batch := list(islice(rows, BATCH)):
            connection.execute(insert(table), batch)
        _count_on(connection, table)
    upgrade(connection, shown)


def _empty(connection: Connection, shown: str, replace: bool) -> None:
    """Take away the tables that are there; those that hold something only if told so."""
    found = MetaData()
    found.reflect(connection)
    full = (table for table in found.sorted_tables if table.name != VERSIONS)
    if not replace and any(connection.execute(select(table).limit(1)).first() for table in full):
        raise Trouble(
            Sentence(
                "the database {database} is not empty; choose another with --database, or lose what it holds "
                "with --replace",
                database=shown,
            )
        )
    found.drop_all(connection)


def _count_on(connection: Connection, table: Table) -> None:
    """PostgreSQL numbers new rows by itself, and must go on after those that came with their numbers."""
    if connection.dialect.name != "postgresql":
        return
    for column in table.primary_key:
        if isinstance(column.type, Integer) and column.server_default is not None:
            counter = f"pg_get_serial_sequence('{table.name}', '{column.name}')"
            last = f"(select max({column.name}) from {table.name})"
            connection.execute(text(f"select setval({counter}, {last}) where {last} is not null"))
