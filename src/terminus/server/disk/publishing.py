"""`terminus board publish`: which boards of people's own a server shows to everybody."""

from __future__ import annotations

from ...rules.board import Board
from .boards import publish, write_board
from .database import upgrade
from .opening import writing


async def publish_in(given: str | None, board_id: str, made: Board | None, shown: bool) -> bool:
    """Show a board or no longer, and keep it first if it is `made` from a file; whether there is one."""
    async with writing(given) as (connection, database):
        await connection.run_sync(upgrade, database)
        if made is not None and made.city is not None:
            await write_board(connection, made)
        return await publish(connection, board_id, shown)
