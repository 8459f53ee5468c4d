"""Games that somebody has put away: they are in nobody's way, and nothing of them is lost."""

from __future__ import annotations

import contextlib

from sqlalchemy import delete, insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from .schema import put_away


class Shelf:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def keep(self, person: str, game: str, away: bool) -> None:
        """Put away, or not any more; once or twice is the same."""
        here = (put_away.c.person == person) & (put_away.c.game == game)
        with contextlib.suppress(IntegrityError):  # put away by another tab at the same moment
            async with self.engine.begin() as connection:
                await connection.execute(delete(put_away).where(here))
                if away:
                    await connection.execute(insert(put_away).values(person=person, game=game))
