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

from ..record.log import write_line
from .drafts import redraft
from .errors import Refused
from .state import ChatLine, Draft, Game, Seat, State
from .tables import chat, commands, drafts, events, games, links, seats

CODE_TRIES = 20


class Conflict(Exception):
    """Somebody else has written to this game: what we hold of it is old."""


@dataclass(frozen=True, slots=True)
class Saved:
    """All that is stored of a game; `keys` are the commands that were taken, with who gave them."""

    state: State
    keys: frozenset[tuple[str, str]]


class Store:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def create(self, state: State) -> State:
        """Write a new game; its code is changed if another game has it."""
        from .codes import new_code

        for _ in range(CODE_TRIES):
            try:
                async with self.engine.begin() as connection:
                    await connection.execute(insert(games).values(_game_row(state.game)))
                    await _write(connection, State(state.game, ()), state)
                return state
            except IntegrityError:
                state = state.with_game(code=new_code())
        raise Refused("The game could not be saved. Please try again.", 503)

    async def save(self, before: State, after: State, taken: tuple[str, str] | None = None) -> None:
        """Write what changed, and the key of the command that changed it; raises `Conflict`."""
        try:
            async with self.engine.begin() as connection:
                if taken:
                    values = {"game": after.game.id, "person": taken[0], "key": taken[1]}
                    await connection.execute(insert(commands).values(values))
                await _write(connection, before, after)
        except IntegrityError:
            raise Conflict from None

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
        state = State(_game(row), tuple(_seat(seat) for seat in sitting))
        for line in lines:
            state = state.with_event(json.loads(line["line"]))
        state = replace(state, chat=tuple(_chat_line(line) for line in said))
        for draft in kept:
            state = _with_draft(state, draft)
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

    async def drop_link(self, key: str) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(delete(links).where(links.c.key == key))


async def _write(connection: AsyncConnection, before: State, after: State) -> None:
    game = after.game.id
    row = {**_game_row(after.game), "at": time.time()}
    await connection.execute(update(games).where(games.c.id == game).values(row))
    if after.seats != before.seats:
        await connection.execute(delete(seats).where(seats.c.game == game))
        await connection.execute(insert(seats), [_seat_row(game, n, s) for n, s in enumerate(after.seats)])
    if new := after.events[before.number :]:
        numbered = enumerate(new, before.number + 1)
        rows = [{"game": game, "number": n, "line": write_line(event)} for n, event in numbered]
        await connection.execute(insert(events), rows)
    if said := after.chat[len(before.chat) :]:
        await connection.execute(insert(chat), [_chat_row(game, line) for line in said])
    for seat, draft in after.drafts.items():
        if before.drafts.get(seat) != draft:
            await connection.execute(delete(drafts).where(drafts.c.game == game, drafts.c.seat == seat))
            await connection.execute(insert(drafts).values(_draft_row(game, seat, draft)))


async def _rows(connection: AsyncConnection, table: Any, game: str, order: Any) -> Sequence[Any]:
    found = await connection.execute(select(table).where(table.c.game == game).order_by(order))
    return found.mappings().all()


def _game_row(game: Game) -> dict[str, Any]:
    result = {"totals": game.totals, "winners": game.winners} if game.phase == "over" else None
    return {
        "id": game.id,
        "code": game.code,
        "board": game.board,
        "modules": json.dumps(game.modules),
        "clock": game.clock,
        "stand_in": game.stand_in,
        "phase": game.phase,
        "rematch": game.rematch,
        "result": json.dumps(result) if result else None,
        "at": time.time(),
    }


def _game(row: Any) -> Game:
    result = json.loads(row["result"]) if row["result"] else {"totals": (), "winners": ()}
    return Game(
        row["id"],
        row["code"],
        row["board"],
        tuple(json.loads(row["modules"])),
        row["clock"],
        row["stand_in"],
        row["phase"],
        row["rematch"],
        tuple(result["totals"]),
        tuple(result["winners"]),
    )


def _seat_row(game: str, number: int, seat: Seat) -> dict[str, Any]:
    return {
        "game": game,
        "seat": number,
        "kind": seat.kind,
        "name": seat.name,
        "level": seat.level,
        "person": seat.person,
        "left": seat.left,
    }


def _seat(row: Any) -> Seat:
    return Seat(row["kind"], row["name"], row["level"], row["person"], row["left"])


def _chat_row(game: str, line: ChatLine) -> dict[str, Any]:
    return {
        "game": game,
        "seat": line.seat,
        "name": line.name,
        "text": line.text,
        "reaction": line.reaction,
        "at": line.at,
    }


def _chat_line(row: Any) -> ChatLine:
    return ChatLine(row["seat"], row["name"], row["text"], row["reaction"], row["at"])


def _draft_row(game: str, seat: int, draft: Draft) -> dict[str, Any]:
    return {
        "game": game,
        "seat": seat,
        "version": draft.version,
        "turn": draft.turn,
        "actions": json.dumps(draft.actions),
    }


def _with_draft(state: State, row: Any) -> State:
    """The state with a stored draft; one of an earlier turn only keeps its version."""
    assert state.table is not None
    seat, version = row["seat"], row["version"]
    empty = Draft(row["turn"], version, (), state.table.positions[seat])
    state = replace(state, drafts={**state.drafts, seat: empty})
    if row["turn"] != state.turn or not state.asks(seat):
        return state
    drafted = redraft(state, seat, json.loads(row["actions"]))
    return replace(drafted, drafts={**drafted.drafts, seat: replace(drafted.drafts[seat], version=version)})
