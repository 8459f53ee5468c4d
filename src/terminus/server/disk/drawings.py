"""What people draw: boards in the making, with versions to go back to. Only who drew one ever sees it.

A drawing is saved against the version that it was made from, so of two tabs the second is told. What is saved
goes into the latest version that is kept for as long as that is new, and into one of its own after that.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, RowMapping, and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..errors import Refused
from .keep import DAY
from .people import note
from .schema import drawing_versions, drawings

MOST = 60  # drawings of a person; so many that were thrown away are kept beside them
THROWN_AWAY = 30 * DAY  # for so long it can be taken back
ONE_VERSION = 120.0  # seconds whose changes are one version
MOST_VERSIONS = 40  # of a drawing
KEPT_BYTES = 2_000_000  # of all versions of a person; the oldest go first


@dataclass(frozen=True, slots=True)
class Drawing:
    id: str
    version: int
    at: float
    document: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Listed:
    """One of a list, with whatever stands in the place of its name."""

    id: str
    version: int
    at: float
    name: Any


class Named(msgspec.Struct):
    """As much as a list reads of a document: all of sixty large ones would keep everybody waiting."""

    name: Any = None


@dataclass(frozen=True, slots=True)
class Version:
    version: int
    at: float


class Conflict(Exception):
    """It was saved meanwhile by another tab; `latest` is what is there, None if it is gone."""

    def __init__(self, latest: Drawing | None) -> None:
        super().__init__()
        self.latest = latest


class Drawings:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def all(self, person: str) -> list[Listed]:
        """Those that were not thrown away, the latest first."""
        there = and_(drawings.c.person == person, drawings.c.removed_at.is_(None))
        async with self.engine.connect() as connection:
            rows = await connection.execute(select(drawings).where(there).order_by(drawings.c.at.desc()))
            return [Listed(row.id, row.version, row.at, _named(row.document).name) for row in rows]

    async def find(self, person: str, drawing: str) -> Drawing | None:
        async with self.engine.connect() as connection:
            return await _find(connection, person, drawing)

    async def save(self, person: str, drawing: str, version: int, text: str, apart: bool = False) -> int:
        """The version it is now; `Conflict` if it was not made from the one that is there, 0 being none yet.
        `apart` leaves the versions that are kept as they are, and adds one."""
        try:
            async with self.engine.begin() as connection:
                await note(connection, person)
                await self._write(connection, person, drawing, version, text)
                await _keep_version(connection, person, drawing, version + 1, text, apart)
        except IntegrityError:  # begun in two tabs at once
            raise Conflict(await self.find(person, drawing)) from None
        return version + 1

    async def _write(
        self, connection: AsyncConnection, person: str, drawing: str, version: int, text: str
    ) -> None:
        values = {"version": version + 1, "document": text, "at": time.time(), "removed_at": None}
        here = and_(_is(drawings, person, drawing), drawings.c.version == version)
        if (await connection.execute(update(drawings).where(here).values(values))).rowcount:
            return
        if (latest := await _find(connection, person, drawing)) is not None:
            raise Conflict(latest)
        await _make_room(connection, person)  # a new one, or one that was cleared away meanwhile
        await connection.execute(insert(drawings).values(person=person, id=drawing, **values))

    async def throw_away(self, person: str, drawing: str, away: bool) -> None:
        """Or take it back; once or twice is the same."""
        removed = time.time() if away else None
        async with self.engine.begin() as connection:
            here = _is(drawings, person, drawing)
            await connection.execute(update(drawings).where(here).values(removed_at=removed))

    async def versions(self, person: str, drawing: str) -> list[Version]:
        """The latest first."""
        rows = select(drawing_versions.c.version, drawing_versions.c.at)
        here = rows.where(_is(drawing_versions, person, drawing)).order_by(drawing_versions.c.version.desc())
        async with self.engine.connect() as connection:
            return [Version(row.version, row.at) for row in await connection.execute(here)]

    async def version(self, person: str, drawing: str, version: int) -> Drawing | None:
        here = and_(_is(drawing_versions, person, drawing), drawing_versions.c.version == version)
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(drawing_versions).where(here))).mappings().first()
        return None if row is None else _drawing(row)


_named = msgspec.json.Decoder(Named).decode


def _is(table: Any, person: str, drawing: str) -> ColumnElement[bool]:
    return and_(table.c.person == person, table.c.id == drawing)


def _drawing(row: RowMapping) -> Drawing:
    return Drawing(row["id"], row["version"], row["at"], json.loads(row["document"]))


async def _find(connection: AsyncConnection, person: str, drawing: str) -> Drawing | None:
    row = (
        (await connection.execute(select(drawings).where(_is(drawings, person, drawing)))).mappings().first()
    )
    return None if row is None else _drawing(row)


async def _make_room(connection: AsyncConnection, person: str) -> None:
    """What was thrown away goes for good once it is old, or there is too much of it."""
    mine = drawings.c.person == person
    thrown = select(drawings.c.id, drawings.c.removed_at).where(mine, drawings.c.removed_at.is_not(None))
    found = (await connection.execute(thrown.order_by(drawings.c.removed_at.desc()))).all()
    old = time.time() - THROWN_AWAY
    gone = [row.id for place, row in enumerate(found) if place >= MOST or row.removed_at < old]
    await remove(connection, [(person, drawing) for drawing in gone])
    there = select(func.count()).where(mine, drawings.c.removed_at.is_(None))
    if (await connection.scalar(there) or 0) >= MOST:
        raise Refused("You have {count} drawings. Throw one away to begin another.", count=MOST)


async def remove(connection: AsyncConnection, gone: Sequence[tuple[str, str]]) -> None:
    """Nothing of these drawings, each a person and an id, stays."""
    for person, drawing in gone:
        for table in (drawing_versions, drawings):
            await connection.execute(delete(table).where(_is(table, person, drawing)))


async def _keep_version(
    connection: AsyncConnection, person: str, drawing: str, version: int, text: str, apart: bool
) -> None:
    now = time.time()
    here = _is(drawing_versions, person, drawing)
    latest = select(drawing_versions.c.version, drawing_versions.c.begun_at).where(here)
    last = (await connection.execute(latest.order_by(drawing_versions.c.version.desc()).limit(1))).first()
    if last is not None and not apart and last.begun_at > now - ONE_VERSION:
        same = and_(here, drawing_versions.c.version == last.version)
        values = {"version": version, "at": now, "document": text}
        await connection.execute(update(drawing_versions).where(same).values(values))
        return
    row = {"person": person, "id": drawing, "version": version, "begun_at": now, "at": now, "document": text}
    await connection.execute(insert(drawing_versions).values(row))
    await _forget_oldest(connection, person, drawing)


async def _forget_oldest(connection: AsyncConnection, person: str, drawing: str) -> None:
    table = drawing_versions
    size = func.length(table.c.document)
    kept = (
        select(table.c.id, table.c.version, size).where(table.c.person == person).order_by(table.c.at.desc())
    )
    total, of_this = 0, 0
    for name, version, length in (await connection.execute(kept)).all():
        total += length
        of_this += name == drawing
        if total > KEPT_BYTES or (name == drawing and of_this > MOST_VERSIONS):
            here = and_(_is(table, person, name), table.c.version == version)
            await connection.execute(delete(table).where(here))
