"""Settled deals on disk, by name. Their order is read by the dealer of a room and by nobody else."""

from __future__ import annotations

import json

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from ...record.dealer import SettledDealer
from ...record.deals import Deal, deal_file, read_deal
from ...rules.errors import BadSetup
from ...rules.ruleset import Ruleset
from .schema import deals


class Deals:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def keep(self, name: str, ruleset: Ruleset, deal: Deal) -> None:
        """Keep a deal of these rules; a name that is taken, or what is no deal of them, is a `BadSetup`."""
        data = deal_file(deal)
        read_deal(ruleset, data)
        row = {
            "name": name,
            "board": ruleset.board.id,
            "modules": json.dumps(ruleset.modules),
            "deal": json.dumps(data),
        }
        try:
            async with self.engine.begin() as connection:
                await connection.execute(insert(deals).values(row))
        except IntegrityError:
            raise BadSetup(f"there is a deal called «{name}» already") from None

    async def dealer(self, name: str, ruleset: Ruleset) -> SettledDealer:
        """Who deals it; a `BadSetup` if there is none of that name for these rules."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(deals).where(deals.c.name == name))).mappings().first()
        if row is None:
            raise BadSetup(f"there is no deal called «{name}»")
        rules = (row["board"], *json.loads(row["modules"]))
        if rules != (ruleset.board.id, *ruleset.modules):
            raise BadSetup(f"the deal «{name}» is one of {' + '.join(rules)}")
        return SettledDealer(read_deal(ruleset, json.loads(row["deal"])))
