"""What a change of a game writes, as statements; none of them asks anything."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Executable, bindparam, delete, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ...record.log import write_line
from ..table.keys import Key, needless_before
from ..table.state import CHAT_KEPT, ChatLine, Game, State
from .news import CHANNEL, NOTIFY, Wrote, write
from .rows import chat_row, draft_row, game_row, progress_of, seat_rows
from .schema import chat, commands, events, games, links, seats

GAME = update(games).where(games.c.id == bindparam("of_game"))
UNSEAT = delete(seats).where(seats.c.game == bindparam("of_game"))
UNLINK = delete(links).where(
    links.c.game == bindparam("of_game"), links.c.person == bindparam("of_person")
)  # to a seat that is theirs no longer: none may come alive if they get it back
SEAT, EVENT, SAY, TAKE = insert(seats), insert(events), insert(chat), insert(commands)
SHOWN_NO_MORE = (
    select(chat.c.id)
    .where(chat.c.game == bindparam("of_game"))
    .order_by(chat.c.id.desc())
    .offset(CHAT_KEPT)
    .limit(1)
    .scalar_subquery()
)  # the newest of those lines
HUSH = delete(chat).where(chat.c.game == bindparam("of_game"), chat.c.id <= SHOWN_NO_MORE)
DRAFT = text(
    "INSERT INTO drafts (game, seat, version, turn, actions, confirmed) "
    "VALUES (:game, :seat, :version, :turn, :actions, :confirmed) ON CONFLICT (game, seat) DO UPDATE "
    "SET version = excluded.version, turn = excluded.turn, actions = excluded.actions, "
    "confirmed = excluded.confirmed"
)
FORGET = delete(commands).where(
    commands.c.game == bindparam("of_game"), commands.c.number < bindparam("needless_before")
)
DROP = delete(commands).where(
    commands.c.game == bindparam("of_game"),
    commands.c.person == bindparam("of_person"),
    commands.c.key == bindparam("of_key"),
)
KINDS = (
    GAME,
    UNSEAT,
    UNLINK,
    SEAT,
    EVENT,
    SAY,
    HUSH,
    DRAFT,
    FORGET,
    DROP,
    TAKE,
    NOTIFY,
)  # in the order in which they are done

Row = Mapping[str, Any]


class Statement(NamedTuple):
    """One of the kinds, to be done with each of the rows."""

    sql: Executable
    rows: Sequence[Row]


async def perform(connection: AsyncConnection, statements: Iterable[Statement]) -> None:
    """All of them, however many games they are about: what is alike together."""
    together: dict[tuple[int, tuple[str, ...]], list[Row]] = {}
    for sql, rows in statements:
        together.setdefault((KINDS.index(sql), tuple(rows[0])), []).extend(rows)
    for (kind, _), rows in sorted(together.items(), key=lambda item: item[0]):
        await connection.execute(KINDS[kind], rows)


def written(
    before: State, after: State, taken: Key | None = None, surplus: Iterable[Key] = ()
) -> list[Statement]:
    """The difference between two states, and the key of the command that made it; the surplus is dropped."""
    return [_game(before, after), *written_rest(before, after), *_keys(before, after, taken, surplus)]


def _game(before: State, after: State) -> Statement:
    now, changed = time.time(), _changed(before.game, after.game)
    if after.table and after.number != before.number:
        changed["progress"] = json.dumps(progress_of(after.table))
    if after.game.phase == "over" != before.game.phase:
        changed |= {"finished_at": now, "players": len(after.seats)}
    return Statement(GAME, [{"of_game": before.game.id, "at": now, "version": before.version + 1, **changed}])


def _changed(before: Game, after: Game) -> dict[str, Any]:
    if after is before:  # as nearly always
        return {}
    old = game_row(before)
    return {name: value for name, value in game_row(after).items() if value != old[name]}


def written_rest(before: State, after: State) -> Iterator[Statement]:
    """All but the game's own row."""
    game = after.game.id
    if (after.seats, after.game.totals) != (before.seats, before.game.totals):
        yield Statement(UNSEAT, [{"of_game": game}])
        yield Statement(SEAT, seat_rows(after))
    if gone := _people(before) - _people(after):
        yield Statement(UNLINK, [{"of_game": game, "of_person": person} for person in sorted(gone)])
    if new := after.events[before.number :]:
        numbered = enumerate(new, before.number + 1)
        yield Statement(EVENT, [{"game": game, "number": n, "line": write_line(e)} for n, e in numbered])
    if said := _said(before, after):
        yield Statement(SAY, [chat_row(game, line) for line in said])
        if len(after.chat) == CHAT_KEPT:  # there may be more of them on disk
            yield Statement(HUSH, [{"of_game": game}])
    drafted = [seat for seat, draft in after.drafts.items() if before.drafts.get(seat) != draft]
    if drafted:
        yield Statement(DRAFT, [draft_row(game, seat, after.drafts[seat]) for seat in drafted])


def _people(state: State) -> set[str]:
    return {seat.person for seat in state.seats if seat.person}


def _said(before: State, after: State) -> tuple[ChatLine, ...]:
    """The lines after the last one that was there before; of those the oldest may be gone."""
    last = before.chat[-1] if before.chat else None
    places = (place for place in range(len(after.chat), 0, -1) if after.chat[place - 1] is last)
    return after.chat[next(places, 0) :]


def _keys(before: State, after: State, taken: Key | None, surplus: Iterable[Key]) -> Iterator[Statement]:
    game = after.game.id
    if gone := [{"of_game": game, "of_person": person, "of_key": key} for person, key in surplus]:
        yield Statement(DROP, gone)
    if first := needless_before(before, after):
        yield Statement(FORGET, [{"of_game": game, "needless_before": first}])
    if taken:
        person, key = taken
        yield Statement(TAKE, [{"game": game, "person": person, "key": key, "number": before.number}])


def told(news: Wrote) -> Statement:
    """Told to all servers if and when the transaction is committed."""
    return Statement(NOTIFY, [{"channel": CHANNEL, "said": write(news)}])
