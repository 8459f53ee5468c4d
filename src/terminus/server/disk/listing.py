"""The games that somebody has, and their best ones: for the home page. Few queries, however many games."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...rules.score import solo_penalty
from ..shown.boards import Best
from ..shown.summaries import GameRecord, Summary, SummarySeat, Told
from ..table.state import SEATS
from .schema import boards, drafts, events, games, put_away, seats

PAGE = 60  # games
OWN = boards.c.id == games.c.board  # boards that do not ship; CITY is the name of one
CITY = boards.c.name.label("city")
KIND = case((games.c.players == 1, "solo"), else_="table").label("kind")


class Listing:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def games_of(self, person: str, page: int = 0) -> tuple[list[Summary], bool]:
        """A page of their games, the one that moved last first; and whether there are more."""
        async with self.engine.connect() as connection:
            rows = (await connection.execute(_page_of(person, page))).mappings().all()
            tables = [list(table) for _, table in groupby(rows, lambda row: row["id"])]
            shown = tables[:PAGE]
            waiting = await _waiting(connection, [table[0] for table in shown])
        return [_summary(table, table[0]["id"] in waiting) for table in shown], len(tables) > PAGE

    async def about(self, game: str) -> Told | None:
        """A game in a few words: what a link to it may say."""
        query = select(games.c.id, games.c.board, games.c.phase, games.c.modules, CITY, seats)
        query = (
            query.join_from(seats, games)
            .outerjoin(boards, OWN)
            .where(games.c.id == game)
            .order_by(seats.c.seat)
        )
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return _told(rows) if rows else None

    async def record(self, person: str, game: str) -> GameRecord | None:
        """How this game of theirs compares with those before it; None if it is none, or is not over."""
        query = select(games, KIND, seats.c.total).join_from(seats, games)
        mine = query.where(seats.c.person == person, games.c.id == game, games.c.phase == "over")
        async with self.engine.connect() as connection:
            row = (await connection.execute(mine)).mappings().one_or_none()
        if row is None:
            return None
        before = (await self.bests(person, row["finished_at"])).get(row["board"], {}).get(row["kind"])
        counted = _counted(row, row["total"], row["kind"] == "solo")
        return GameRecord(
            counted, before.total if before else None, row["lesson"] is None and row["uncounted"] is None
        )

    async def bests(self, person: str, before: float | None = None) -> dict[str, dict[str, Best]]:
        """By board: the best that counted, alone (`solo`) and with others (`table`); of all games, or of
        those that were over `before` then."""
        order = (seats.c.total.desc(), games.c.finished_at)
        alike = (games.c.board, KIND, games.c.modules)  # among these the highest total counts most
        rank = func.row_number().over(partition_by=alike, order_by=order).label("rank")
        query = select(games.c.id, *alike, seats.c.total, rank).join_from(seats, games)
        known = (
            *_listed(person),
            games.c.uncounted.is_(None),
            games.c.phase == "over",
            seats.c.total.is_not(None),
        )
        in_time = () if before is None else (games.c.finished_at < before,)
        ranked = query.where(*known, *in_time).subquery()
        async with self.engine.connect() as connection:
            rows = (await connection.execute(select(ranked).where(ranked.c.rank == 1))).mappings().all()
        found: dict[str, dict[str, Best]] = {}
        for row in rows:
            best = Best(_counted(row, row["total"], row["kind"] == "solo"), row["id"])
            kinds = found.setdefault(row["board"], {})
            kinds[row["kind"]] = max(kinds.get(row["kind"], best), best, key=lambda one: one.total)
        return found

    async def lessons(self, person: str) -> dict[str, tuple[str, int]]:
        """Their games that began as a lesson and are not over, the newest of each: its id, and how long its
        log is."""
        query = select(games.c.lesson, games.c.id, func.max(events.c.number)).join_from(seats, games)
        query = query.join(events, events.c.game == games.c.id).group_by(
            games.c.lesson, games.c.id, games.c.at
        )
        mine = (seats.c.person == person, games.c.lesson.is_not(None), games.c.phase == "playing")
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query.where(*mine).order_by(games.c.at))).all()
        return {lesson: (game, number) for lesson, game, number in rows}


def _listed(person: str) -> tuple[Any, Any]:
    """The seats of their games but for lessons."""
    return seats.c.person == person, games.c.lesson.is_(None)


def _page_of(person: str, page: int) -> Any:
    """A row for each seat of a page's games, and of one game more."""
    shelved = (put_away.c.game == games.c.id) & (put_away.c.person == person)
    mine = select(games, CITY, seats.c.seat.label("me"), put_away.c.person.label("put_away"))
    mine = (
        mine.join_from(seats, games)
        .outerjoin(boards, OWN)
        .outerjoin(put_away, shelved)
        .where(*_listed(person))
    )
    newest = mine.order_by(games.c.at.desc(), games.c.id).limit(PAGE + 1).offset(page * PAGE).subquery()
    seat = (seats.c.seat, seats.c.name, seats.c.kind, seats.c.total, seats.c.won)
    mine_too = (drafts.c.game == newest.c.id) & (drafts.c.seat == newest.c.me)
    query = select(newest, drafts.c.confirmed, *seat).join(seats, seats.c.game == newest.c.id)
    query = query.outerjoin(drafts, mine_too)
    return query.order_by(newest.c.at.desc(), newest.c.id, seats.c.seat)


def _counted(game: Any, total: int, alone: bool) -> int:
    """What a total counts: alone there is something to take off (R7.8)."""
    return total - solo_penalty(len(json.loads(game["modules"]))) if alone else total


def _summary(rows: Sequence[Any], my_turn: bool) -> Summary:
    game, mine = rows[0], rows[rows[0]["me"]]
    known = (row["total"] for row in rows)
    totals = [None if total is None else _counted(game, total, len(rows) == 1) for total in known]
    at = json.loads(game["progress"]) if game["progress"] and game["phase"] == "playing" else None
    return Summary(
        game=game["id"],
        board=game["board"],
        city=game["city"],
        modules=json.loads(game["modules"]),
        phase=game["phase"],
        seats=[SummarySeat(row["name"], row["kind"], total) for row, total in zip(rows, totals, strict=True)],
        me=game["me"],
        my_turn=my_turn,
        code=game["code"],
        at=game["at"],
        round=at and at["round"],
        points=at and at["points"][game["me"]],
        put_away=game["put_away"] is not None and game["phase"] != "over",
        won=mine["won"],
        total=totals[game["me"]],
        uncounted=game["uncounted"],
    )


async def _waiting(connection: AsyncConnection, rows: Sequence[Any]) -> set[str]:
    """Which of these games wait for the seat `me`: the end of each log knows, and what it has confirmed."""
    mine = {row["id"]: row["me"] for row in rows if row["phase"] == "playing" and not row["confirmed"]}
    if not mine:
        return set()
    last = select(events.c.game, func.max(events.c.number).label("last")).where(events.c.game.in_(mine))
    ends = last.group_by(events.c.game).subquery()
    query = select(events.c.game, events.c.line).join(ends, ends.c.game == events.c.game)
    tail = query.where(events.c.number > ends.c.last - SEATS).order_by(events.c.game, events.c.number.desc())
    found = (await connection.execute(tail)).all()
    logs = groupby(found, lambda row: row[0])
    return {game for game, log in logs if _waits_for(mine[game], (line for _, line in log))}


def _told(rows: Sequence[Any]) -> Told:
    first = rows[0]
    people = tuple(row["name"] for row in rows if row["kind"] == "person" and row["name"])
    best = next((row for row in rows if row["won"]), None)
    points = _counted(first, best["total"], len(rows) == 1) if best else 0
    won = (best["seat"], best["name"], points) if best else None
    return Told(first["id"], first["board"], first["city"], first["phase"], people, won)


def _waits_for(seat: int, lines: Iterable[str]) -> bool:
    """Whether the log, read from its end, has no answer of this seat to the last flip yet."""
    for line in lines:
        event = json.loads(line)
        if event["event"] == "flip":
            return True
        if event["event"] == "turn" and event["seat"] == seat:
            return False
    return True
