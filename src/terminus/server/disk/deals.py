"""Settled deals on disk, by name. Their order is read by the dealer of a room and by nobody else."""

from __future__ import annotations

import json

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from ...record.dealer import SettledDealer
from ...record.deals import Deal, deal_file, read_deal
from ...rules.errors import BadSetup, Sentence
from ...rules.ruleset import Ruleset
from ...rules.table import Table
from .schema import deals

NAME_LENGTH = 64  # as the column has it


class Deals:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def keep(self, name: str, ruleset: Ruleset, deal: Deal) -> None:
        """Keep a deal of these rules; a name that is taken or none, or what is no deal, is a `BadSetup`."""
        if not 1 <= len(name) <= NAME_LENGTH:
            raise BadSetup(
                Sentence(
                    "a deal's name has 1 to {most} characters, this one {count}",
                    most=NAME_LENGTH,
                    count=len(name),
                )
            )
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
            raise BadSetup(Sentence("there is a deal called «{name}» already", name=name)) from None

    async def dealer(self, name: str, ruleset: Ruleset, table: Table | None = None) -> SettledDealer:
        """Who deals it; a `BadSetup` if there is none of that name for these rules, or if the table, as far
        as it has come, was dealt another."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(deals).where(deals.c.name == name))).mappings().first()
        if row is None:
            raise BadSetup(Sentence("there is no deal called «{name}»", name=name))
        rules = (row["board"], *json.loads(row["modules"]))
        if rules != (ruleset.board.id, *ruleset.modules):
            raise BadSetup(
                Sentence("the deal «{name}» is one of {rules}", name=name, rules=" + ".join(rules))
            )
        deal = _read(ruleset, row["deal"])
        if table is not None and deal.decks[table.round - 1][: len(table.turned)] != table.turned:
            raise BadSetup(
                Sentence("the deal «{name}» has been changed: the table was dealt other cards", name=name)
            )
        return SettledDealer(deal)


def _read(ruleset: Ruleset, text: str) -> Deal:
    try:
        data = json.loads(text)
    except ValueError:
        raise BadSetup(Sentence("this is no deal, nor anything else in JSON")) from None
    return read_deal(ruleset, data)
