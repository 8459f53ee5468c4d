"""Boards of people's own, by the name that their content gives them.

They never change, so whoever has a game has its board: once it has begun its log carries it, and before that
it stands here. A board is somebody's while it lies on their shelf; whoever knows its name can play it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...boards import BOARDS, board, is_own, own_board
from ...boards.own import named_board
from ...rules.board import Board
from ..errors import Refused
from ..table.lobby import City
from .keep import DAY
from .people import note
from .schema import boards, shelved

SHELF = 100  # boards that one person may have
PUBLISHED = 50  # that are shown to everybody, the newest


class KeptBoard(msgspec.Struct):
    """A board in a list."""

    id: str
    name: str
    made_at: float


async def read_board(connection: AsyncConnection, board_id: str) -> Board | None:
    """A board that is kept here; None if there is none."""
    text = await connection.scalar(select(boards.c.document).where(boards.c.id == board_id))
    return None if text is None else named_board(board_id, json.loads(text))


async def write_board(connection: AsyncConnection, made: Board) -> None:
    """Keep a board; one that is there already stays as it is, and is as good as new."""
    now = time.time()
    seen = update(boards).where(boards.c.id == made.id).values(seen_at=now)
    if (await connection.execute(seen)).rowcount:
        return
    text = json.dumps(made.city, ensure_ascii=False)
    row = {"id": made.id, "name": made.name, "document": text, "published": False}
    await connection.execute(insert(boards).values(**row, made_at=now, seen_at=now))


async def publish(connection: AsyncConnection, board_id: str, shown: bool) -> bool:
    """Show a board to everybody, or no longer; whether there is such a board."""
    here = update(boards).where(boards.c.id == board_id)
    return (await connection.execute(here.values(published=shown))).rowcount > 0


class Boards:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._one_at_a_time = asyncio.Lock()  # to be made: a large one takes half a second of a thread

    async def find(self, board_id: str) -> Board:
        """The board with this name, one's own or one that ships; refuses if there is none."""
        if board_id in BOARDS:
            return board(board_id)
        text = await self._text(board_id) if is_own(board_id) else None
        if text is None:
            raise Refused("There is no city {board}.", 404, board=board_id[:40])
        async with self._one_at_a_time:
            return await asyncio.to_thread(named_board, board_id, json.loads(text))

    async def _text(self, board_id: str) -> str | None:
        async with self.engine.connect() as connection:
            return await connection.scalar(select(boards.c.document).where(boards.c.id == board_id))

    async def to_play(self, board_id: str) -> City:
        """What a new game is asked for: somebody's own board, which is not cleared away now until the game is
        written; any other name as it is, for the lobby to judge."""
        if not is_own(board_id):
            return board_id
        found = await self.find(board_id)
        stale = (boards.c.id == board_id) & (boards.c.seen_at < time.time() - DAY)
        async with self.engine.begin() as connection:
            await connection.execute(update(boards).where(stale).values(seen_at=time.time()))
        return found

    async def make(self, document: Mapping[str, Any]) -> Board:
        """The board of a document; raises `BadBoard` with every fault found."""
        async with self._one_at_a_time:
            return await asyncio.to_thread(own_board, document)

    async def remember(self, made: Board) -> None:
        """Keep a board for a while, on nobody's shelf."""
        with contextlib.suppress(IntegrityError):  # somebody else makes the same one at this moment
            async with self.engine.begin() as connection:
                await write_board(connection, made)

    async def keep(self, person: str, made: Board) -> None:
        """Keep a board and put it on their shelf; once or twice is the same."""
        await self.remember(made)
        async with self.engine.begin() as connection:
            await note(connection, person)
            mine = shelved.c.person == person
            await connection.execute(delete(shelved).where(mine, shelved.c.board == made.id))
            if (await connection.scalar(select(func.count()).where(mine)) or 0) >= SHELF:
                raise Refused("You have {most} cities. Take one off your shelf first.", most=SHELF)
            await connection.execute(insert(shelved).values(person=person, board=made.id, at=time.time()))

    async def take_off(self, person: str, board_id: str) -> None:
        """Off their shelf; games on it and links to it stay."""
        here = (shelved.c.person == person) & (shelved.c.board == board_id)
        async with self.engine.begin() as connection:
            await connection.execute(delete(shelved).where(here))

    async def mine(self, person: str) -> list[KeptBoard]:
        """What lies on their shelf, the newest first."""
        query = select(boards.c.id, boards.c.name, shelved.c.at).join_from(shelved, boards)
        return await self._list(query.where(shelved.c.person == person).order_by(shelved.c.at.desc()))

    async def published(self) -> list[KeptBoard]:
        """What whoever runs the server shows to everybody."""
        query = select(boards.c.id, boards.c.name, boards.c.made_at).where(boards.c.published)
        return await self._list(query.order_by(boards.c.made_at.desc(), boards.c.id).limit(PUBLISHED))

    async def _list(self, query: Any) -> list[KeptBoard]:
        async with self.engine.connect() as connection:
            rows: Sequence[Any] = (await connection.execute(query)).all()
        return [KeptBoard(*row) for row in rows]
