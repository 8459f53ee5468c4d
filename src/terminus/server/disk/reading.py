"""Games from disk: whole, or only what another server has written since we read or wrote them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...boards import is_own
from ...rules.table import take_back
from ..table.progress import with_result
from ..table.state import CHAT_KEPT, State
from .boards import read_board
from .rows import read_chat, read_game, read_seat, with_draft
from .schema import chat, drafts, events, games, seats


@asynccontextmanager
async def moment(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """The database as of one moment, whatever others write meanwhile."""
    async with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection


async def read_state(connection: AsyncConnection, game: str, held: State | None = None) -> State | None:
    """The game as it is on disk, if there is one; `held` is what we have of it, and stays if it is that."""
    row = (await connection.execute(select(games).where(games.c.id == game))).mappings().first()
    if row is None or (held is not None and row["version"] == held.version):
        return held
    state = held or State(read_game(row), ())

    async def rows(query: Select[Any]) -> list[Any]:
        return list((await connection.execute(query)).mappings())

    sitting = await rows(select(seats).where(seats.c.game == game).order_by(seats.c.seat))
    later = (events.c.game == game) & (events.c.number > state.number)
    lines = await rows(select(events).where(later).order_by(events.c.number))
    kept = await rows(select(drafts).where(drafts.c.game == game).order_by(drafts.c.seat))
    said = await rows(select(chat).where(chat.c.game == game).order_by(chat.c.id.desc()).limit(CHAT_KEPT))
    game_now, seats_now = read_game(row), tuple(map(read_seat, sitting))
    own = state.own if state.own and state.own.id == game_now.board else None
    if own is None and not (state.events or lines) and is_own(game_now.board):
        own = await read_board(connection, game_now.board)
    chat_now = tuple(map(read_chat, reversed(said)))
    state = replace(
        state,
        game=state.game if state.game == game_now else game_now,
        seats=state.seats if state.seats == seats_now else seats_now,
        chat=state.chat if state.chat == chat_now else chat_now,
        version=row["version"],
        own=own,
    )
    return _with_log(state, [json.loads(line["line"]) for line in lines], kept)


def _with_log(state: State, later: list[Any], kept: list[Any]) -> State:
    new = [row for row in kept if not _known(state, row)]
    if later or any(row["confirmed"] or state.confirmed(row["seat"]) for row in new):
        state, new = _as_logged(state), kept
    for event in later:
        state = state.with_event(event)
    if state.game.phase == "over":
        state = with_result(state)
    for draft in new:
        state = with_draft(state, draft)
    return state


def _known(state: State, row: Any) -> bool:
    held = state.drafts.get(row["seat"])
    return held is not None and held.version == row["version"]


def _as_logged(state: State) -> State:
    """Without drafts, and without the answers that only they hold."""
    table = state.table
    for seat, kept in state.drafts.items():
        if table is not None and kept.confirmed is not None:
            table = take_back(table, seat, kept.draft.positions[0])
    return replace(state, table=table, drafts={})
