"""Conducted games on disk, by their code. Each is written whole once; then only how far it has come."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import ColumnElement, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from ..errors import Refused
from ..shown.conducts import Conduct
from ..table.codes import new_code
from .schema import conducts
from .store import CODE_TRIES


@dataclass(frozen=True, slots=True)
class Conducted:
    """A conducted game and how far it was turned."""

    code: str
    key: str  # hashed
    conduct: Conduct
    names: tuple[str, ...]
    step: int
    next: str | None
    version: int


class Conducts:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def keep(self, conduct: Conduct, key: str, names: Sequence[str]) -> str:
        """Keep a new one; its code."""
        packed = zlib.compress(msgspec.json.encode(conduct))
        row = {"key": key, "conduct": packed, "names": json.dumps(names), "step": 0, "version": 0}
        for _ in range(CODE_TRIES):
            code = new_code()
            try:
                async with self.engine.begin() as connection:
                    await connection.execute(insert(conducts).values(code=code, at=time.time(), **row))
                return code
            except IntegrityError:
                continue
        raise Refused("The game could not be saved. Please try again.", 503)

    async def find(self, code: str) -> Conducted | None:
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(conducts).where(conducts.c.code == code))).first()
        if row is None:
            return None
        conduct = msgspec.json.decode(zlib.decompress(row.conduct), type=Conduct)
        names = tuple(json.loads(row.names))
        return Conducted(row.code, row.key, conduct, names, row.step, row.next, row.version)

    async def turn(self, code: str, step: int, names: Sequence[str] | None, then: str | None) -> None:
        """Note how far it was turned; other names and the game after it only where they are given."""
        more = {"names": json.dumps(names)} if names is not None else {}
        more |= {"next": then} if then is not None else {}
        here: ColumnElement[bool] = conducts.c.code == code
        written = {"step": step, "at": time.time(), "version": conducts.c.version + 1, **more}
        async with self.engine.begin() as connection:
            await connection.execute(update(conducts).where(here).values(written))

    async def version(self, code: str) -> int | None:
        return (await self.versions([code])).get(code)

    async def versions(self, codes: Iterable[str]) -> dict[str, int]:
        """How often each was written, by code."""
        asked = select(conducts.c.code, conducts.c.version).where(conducts.c.code.in_(list(codes)))
        async with self.engine.connect() as connection:
            return {row.code: row.version for row in await connection.execute(asked)}
