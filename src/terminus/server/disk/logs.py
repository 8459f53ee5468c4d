"""All games as logs, out of a database and into one: what was played, and never what is still to come.

A log ends with what lies on the table. What is imported are games that are over: they replay and show, belong
to nobody, and one that is there already is known by what was played in it.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ...record.log import fold, is_counted, read, write_line
from ...rules.errors import BadLog, Sentence
from ...rules.table import Table
from ..table.codes import new_code, new_id
from ..table.progress import with_result
from ..table.state import Game, Seat, State
from ..table.text import NAME_LENGTH, clean
from .boards import write_board
from .rows import game_row, seat_rows
from .schema import events, games, seats

Log = Sequence[Mapping[str, Any]]


def played(log: Iterable[Mapping[str, Any]]) -> str:
    """What was played, as a text that is the same for the same game; how it ended follows from it."""
    seen = hashlib.sha256()
    for event in log:
        if event["event"] != "end":
            seen.update(json.dumps(event, sort_keys=True).encode())
    return seen.hexdigest()


async def stored(connection: AsyncConnection, phase: str | None = None) -> AsyncIterator[tuple[str, Log]]:
    """The board and the log of every game that has begun, or only of those in one phase."""
    query = select(games.c.id, games.c.board).order_by(games.c.at, games.c.id)
    query = query if phase is None else query.where(games.c.phase == phase)
    for game, board in (await connection.execute(query)).all():
        lines = select(events.c.line).where(events.c.game == game).order_by(events.c.number)
        log = [json.loads(line) for line in (await connection.execute(lines)).scalars()]
        if log:
            yield board, log


def read_log(lines: Iterable[bytes]) -> State | None:
    """The game of a log, ready to be stored; None if it is not over. What breaks a rule is a `BadLog`."""
    log = [event for _, event in read(lines)]
    table = fold(enumerate(log, 1))
    try:
        "".join(map(write_line, log)).encode()
    except UnicodeEncodeError:
        raise BadLog(1, Sentence("this log has signs that are no text")) from None
    return _over(table, log) if table.over else None


def _over(table: Table, log: Log) -> State:
    """Whoever played is a name: nobody here."""
    sat = tuple(Seat("person", clean(name, NAME_LENGTH)) for name in table.seats)
    rules = table.ruleset
    game = Game(new_id(), new_code(), rules.board.id, rules.modules, phase="over")
    seals = tuple(str(event.get("seal")) for event in log if event["event"] == "seal")
    game = replace(game, uncounted="paper" if is_counted(log) else None, seals=seals)
    return with_result(State(game, sat, tuple(log), table))


async def keep(connection: AsyncConnection, new: Sequence[State]) -> list[State | None]:
    """Write the games that are not there yet; for each the game as it was written, or None."""
    known = {played(log) async for _, log in stored(connection, "over")}
    kept: list[State | None] = []
    for state in new:
        what = played(state.events)
        kept.append(None if what in known else state)
        if what not in known:
            known.add(what)
            await _write(connection, state)
    return kept


async def _write(connection: AsyncConnection, state: State) -> None:
    now, game = time.time(), state.game.id
    if state.city.city is not None:
        await write_board(connection, state.city)
    row = {**game_row(state.game), "at": now, "version": 0, "finished_at": now, "players": len(state.seats)}
    await connection.execute(insert(games).values(row))
    await connection.execute(insert(seats), seat_rows(state))
    lines = [
        {"game": game, "number": n, "line": write_line(event)} for n, event in enumerate(state.events, 1)
    ]
    await connection.execute(insert(events), lines)
