"""Writes of different games that come at the same time are one transaction: one wait for the disk, not many.

Each names the version that it follows; one that comes too late is left out, and the others are not harmed.
If the transaction fails by what was written, each is tried by itself: nobody pays for another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import bindparam, select
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .health import TROUBLE
from .schema import games
from .writing import Statement, perform

MOST = 64  # in one transaction
VERSIONS = (
    select(games.c.id, games.c.version)
    .where(games.c.id.in_(bindparam("games", expanding=True)))
    .order_by(games.c.id)  # two servers lock rows in one order
    .with_for_update()
)


class Conflict(Exception):
    """Somebody else has written to this game: what we hold of it is old, and nothing was written."""


class Write(NamedTuple):
    game: str
    follows: int  # the version that it was made from
    statements: list[Statement]


class Waiting(NamedTuple):
    write: Write
    done: asyncio.Future[None]

    def tell(self, error: BaseException | None) -> None:
        if self.done.done():  # whoever waited is gone
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class Together:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: list[Waiting] = []
        self._writing: asyncio.Task[None] | None = None

    async def write(self, write: Write) -> None:
        """On disk when it returns. Raises `Conflict`, and nothing of it is written, if it came too late."""
        waiting = Waiting(write, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        await waiting.done

    async def _write(self) -> None:
        while self._waiting:
            group = self._next()
            error = await self._settled(group)
            if error is not None and len(group) > 1 and not _of_everybody(error):
                for one in group:
                    one.tell(await self._settled([one]))
            elif error is not None:
                for one in group:
                    one.tell(error)

    def _next(self) -> list[Waiting]:
        """Who comes next, one of each game."""
        group: dict[str, Waiting] = {}
        for one in self._waiting:
            if len(group) < MOST:
                group.setdefault(one.write.game, one)
        chosen = list(group.values())
        self._waiting = [one for one in self._waiting if group.get(one.write.game) is not one]
        return chosen

    async def _settled(self, group: Sequence[Waiting]) -> Exception | None:
        """Why nothing of it was written; otherwise each has been told what became of theirs."""
        try:
            async with self._engine.begin() as connection:
                late = await _written([one.write for one in group], connection)
        except IntegrityError as error:
            return error if len(group) > 1 else Conflict()
        except Exception as error:
            return error
        for one in group:
            one.tell(Conflict() if one.write in late else None)
        return None


async def _written(writes: Sequence[Write], connection: AsyncConnection) -> list[Write]:
    """Write all but those that come too late, which are returned."""
    if connection.dialect.name == "sqlite":  # its driver would begin only after we have looked
        await connection.exec_driver_sql("BEGIN IMMEDIATE")
    found = await connection.execute(VERSIONS, {"games": [write.game for write in writes]})
    versions = {row.id: row.version for row in found}
    good = [write for write in writes if versions.get(write.game) == write.follows]
    await perform(connection, [statement for write in good for statement in write.statements])
    return [write for write in writes if write not in good]


def _of_everybody(error: Exception) -> bool:
    """Whether it is the database that fails, and not what it was given."""
    if isinstance(error, DBAPIError):
        return isinstance(error, OperationalError | InterfaceError) or error.connection_invalidated
    return isinstance(error, TROUBLE)
