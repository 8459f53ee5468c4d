"""Games on disk. `save` writes the difference between two states in one transaction, or nothing of it."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...record.log import write_line
from ..complaints import Complaint
from ..errors import Refused
from ..table.codes import new_code
from ..table.progress import with_result
from ..table.state import State
from .rows import (
    chat_row,
    draft_row,
    game_row,
    progress_of,
    read_chat,
    read_game,
    read_seat,
    seat_rows,
    with_draft,
)
from .schema import chat, commands, drafts, events, games, links, seats

CODE_TRIES = 20


class Conflict(Exception):
    """Somebody else has written to this game: what we hold of it is old, and nothing was written."""


@dataclass(frozen=True, slots=True)
class Saved:
    """All that is stored of a game; `keys` are the commands that were taken, with who gave them."""

    state: State
    keys: frozenset[tuple[str, str]]


class Store:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.away = Complaint("The database cannot be written to: commands are refused")

    async def create(self, state: State) -> State:
        """Write a new game; its code is changed if another game has it."""
        for _ in range(CODE_TRIES):
            try:
                async with self.engine.begin() as connection:
                    row = {**game_row(state.game), "at": time.time(), "version": state.version}
                    await connection.execute(insert(games).values(row))
                    await _write_rest(connection, State(state.game, ()), state)
                return state
            except IntegrityError:
                state = state.with_game(code=new_code())
        raise Refused("The game could not be saved. Please try again.", 503)

    async def save(self, before: State, after: State, taken: tuple[str, str] | None = None) -> State:
        """Write what changed, and the key of the command that changed it; the new state as it is now on disk.

        Raises `Conflict`, and writes nothing, if what is on disk is not `before`.
        """
        try:
            async with self.engine.begin() as connection:
                await _write_game(connection, before, after)
                if taken:
                    values = {"game": after.game.id, "person": taken[0], "key": taken[1]}
                    await connection.execute(insert(commands).values(values))
                await _write_rest(connection, before, after)
        except IntegrityError:
            raise Conflict from None
        return replace(after, version=before.version + 1)

    async def load(self, game: str) -> Saved | None:
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(games).where(games.c.id == game))).mappings().first()
            if row is None:
                return None
            sitting = await _rows(connection, seats, game, seats.c.seat)
            lines = await _rows(connection, events, game, events.c.number)
            kept = await _rows(connection, drafts, game, drafts.c.seat)
            said = await _rows(connection, chat, game, chat.c.id)
            taken = await _rows(connection, commands, game, commands.c.key)
        state = State(read_game(row), tuple(map(read_seat, sitting)), version=row["version"])
        for line in lines:
            state = state.with_event(json.loads(line["line"]))
        if state.game.phase == "over":
            state = with_result(state)
        state = replace(state, chat=tuple(read_chat(line) for line in said))
        for draft in kept:
            state = with_draft(state, draft)
        return Saved(state, frozenset((row["person"], row["key"]) for row in taken))

    async def by_code(self, code: str) -> str | None:
        async with self.engine.connect() as connection:
            found = await connection.scalar(select(games.c.id).where(games.c.code == code))
        return None if found is None else str(found)

    async def add_link(self, key: str, game: str, person: str) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(insert(links).values(key=key, game=game, person=person))

    async def link(self, key: str) -> tuple[str, str] | None:
        """The game of a link and whose seat it moves."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(links).where(links.c.key == key))).mappings().first()
        return None if row is None else (row["game"], row["person"])

    async def drop_links(self, game: str, person: str) -> None:
        """All links to a seat that is theirs no longer: none may come alive if they get it back."""
        async with self.engine.begin() as connection:
            here = (links.c.game == game) & (links.c.person == person)
            await connection.execute(delete(links).where(here))


async def _write_game(connection: AsyncConnection, before: State, after: State) -> None:
    """The game's own row, first of all: whoever finds another version there than `before` writes nothing."""
    now, old = time.time(), game_row(before.game)
    changed = {name: value for name, value in game_row(after.game).items() if value != old[name]}
    if after.table and after.number != before.number:
        changed["progress"] = json.dumps(progress_of(after.table))
    if after.game.phase == "over" != before.game.phase:
        changed |= {"finished_at": now, "players": len(after.seats)}
    here = (games.c.id == before.game.id) & (games.c.version == before.version)
    done = await connection.execute(
        update(games).where(here).values(at=now, version=before.version + 1, **changed)
    )
    if done.rowcount != 1:
        raise Conflict


async def _write_rest(connection: AsyncConnection, before: State, after: State) -> None:
    game = after.game.id
    if (after.seats, after.game.totals) != (before.seats, before.game.totals):
        await connection.execute(delete(seats).where(seats.c.game == game))
        await connection.execute(insert(seats), seat_rows(after))
    if new := after.events[before.number :]:
        numbered = enumerate(new, before.number + 1)
        rows = [{"game": game, "number": n, "line": write_line(event)} for n, event in numbered]
        await connection.execute(insert(events), rows)
    if said := after.chat[len(before.chat) :]:
        await connection.execute(insert(chat), [chat_row(game, line) for line in said])
    for seat, draft in after.drafts.items():
        if before.drafts.get(seat) != draft:
            await connection.execute(delete(drafts).where(drafts.c.game == game, drafts.c.seat == seat))
            await connection.execute(insert(drafts).values(draft_row(game, seat, draft)))


async def _rows(connection: AsyncConnection, table: Any, game: str, order: Any) -> Sequence[Any]:
    found = await connection.execute(select(table).where(table.c.game == game).order_by(order))
    return found.mappings().all()
