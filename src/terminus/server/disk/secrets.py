"""The secrets of sealed shuffles on disk. The dealer of a room reads them, and nobody else."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...record.sealed import SealedDealer
from ...rules.errors import BadSetup, Sentence
from .schema import secrets


class Secrets:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def dealer(self, game: str, seals: Sequence[str]) -> SealedDealer:
        """Who deals a sealed game; a `BadSetup` if its secrets are not the ones that were sealed."""
        here = select(secrets.c.secret).where(secrets.c.game == game).order_by(secrets.c.round)
        async with self.engine.connect() as connection:
            found = list((await connection.execute(here)).scalars())
        dealer = SealedDealer(game, found)
        if dealer.seals != tuple(seals):
            raise BadSetup(Sentence("the secrets of this game are missing or were changed"))
        return dealer


async def write_secrets(connection: AsyncConnection, game: str, found: Sequence[str]) -> None:
    """With the game itself, in its transaction."""
    rows = [{"game": game, "round": number, "secret": secret} for number, secret in enumerate(found)]
    if rows:
        await connection.execute(insert(secrets), rows)
