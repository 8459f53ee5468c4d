"""What people have told us about themselves."""

from __future__ import annotations

import contextlib
import time

import msgspec
from sqlalchemy import insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .health import TROUBLE
from .keep import DAY
from .schema import people

NOTE = text(
    "INSERT INTO people (id, name, language, seen_at) VALUES (:person, '', '', :now) "
    "ON CONFLICT (id) DO NOTHING"
)


class Person(msgspec.Struct, frozen=True):
    """Both may be empty: of whoever has told us nothing, but has something here."""

    name: str
    language: str


async def note(connection: AsyncConnection, person: str) -> None:
    """Somebody has something here: from now on it is known when they were here last."""
    await connection.execute(NOTE, {"person": person, "now": time.time()})


class People:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def find(self, person: str) -> Person | None:
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(people).where(people.c.id == person))).mappings().first()
        if row and row["seen_at"] < time.time() - DAY:
            with contextlib.suppress(*TROUBLE):  # another time will do
                await self._here(person)
        return None if row is None else Person(row["name"], row["language"])

    async def _here(self, person: str) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(update(people).where(people.c.id == person).values(seen_at=time.time()))

    async def keep(self, person: str, known: Person) -> None:
        values = {"name": known.name, "language": known.language, "seen_at": time.time()}
        with contextlib.suppress(IntegrityError):  # known already, perhaps since a moment ago
            async with self.engine.begin() as connection:
                await connection.execute(insert(people).values(id=person, **values))
            return
        async with self.engine.begin() as connection:
            await connection.execute(update(people).where(people.c.id == person).values(values))
