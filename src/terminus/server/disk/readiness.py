"""Whether games can be written here: the database answers, and its schema is the one that we know best."""

from __future__ import annotations

import asyncio

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from .database import known_schemas
from .health import TROUBLE, Health

PATIENCE = 2.0  # seconds
SCHEMA = text("SELECT version_num FROM alembic_version")


class Readiness:
    def __init__(self, engine: AsyncEngine, health: Health) -> None:
        self._engine, self._health = engine, health
        self._schema = known_schemas()[0]

    async def trouble(self) -> str | None:
        """What keeps this server from its games, in words for whoever runs it."""
        if self._health.away:
            return "the database cannot be used"
        try:
            async with asyncio.timeout(PATIENCE), self._engine.connect() as connection:
                found = str((await connection.execute(SCHEMA)).scalar_one())
        except TROUBLE:
            return "the database does not answer"
        return None if found == self._schema else "the database has another schema than this version knows"
