"""States as rows of the database, and back."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from ...record.draft import Draft
from ...rules.score import total
from ...rules.table import ROUNDS, Table, scores
from ..errors import Refused
from ..table.drafts import confirm, redraft
from ..table.state import ChatLine, Game, KeptDraft, Seat, State


def game_row(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "code": game.code,
        "board": game.board,
        "modules": json.dumps(game.modules),
        "clock": game.clock,
        "stand_in": game.stand_in,
        "phase": game.phase,
        "rematch": game.rematch,
        "deal": game.deal,
        "lesson": game.lesson,
        "seals": json.dumps(game.seals) if game.seals else None,
        "uncounted": game.uncounted,
    }


def progress_of(table: Table) -> dict[str, Any]:
    """How far a game has come, for lists."""
    return {"round": min(table.round, ROUNDS), "points": [total(items) for items in scores(table)]}


def read_game(row: Any) -> Game:
    """A game from its row; how it ended is known from its log."""
    return Game(
        row["id"],
        row["code"],
        row["board"],
        tuple(json.loads(row["modules"])),
        row["clock"],
        row["stand_in"],
        row["phase"],
        row["rematch"],
        deal=row["deal"],
        lesson=row["lesson"],
        seals=tuple(json.loads(row["seals"] or "[]")),
        uncounted=row["uncounted"],
    )


def seat_rows(state: State) -> list[dict[str, Any]]:
    game = state.game
    return [
        {
            "game": game.id,
            "seat": number,
            "kind": seat.kind,
            "name": seat.name,
            "level": seat.level,
            "person": seat.person,
            "left": seat.left,
            "total": game.totals[number] if game.totals else None,
            "won": number in game.winners if game.totals else None,
            "contributions": json.dumps(seat.contributions) if seat.contributions else None,
        }
        for number, seat in enumerate(state.seats)
    ]


def read_seat(row: Any) -> Seat:
    given = {int(number): value for number, value in json.loads(row["contributions"] or "{}").items()}
    return Seat(row["kind"], row["name"], row["level"], row["person"], row["left"], given)


def chat_row(game: str, line: ChatLine) -> dict[str, Any]:
    return {
        "game": game,
        "seat": line.seat,
        "name": line.name,
        "text": line.text,
        "reaction": line.reaction,
        "at": line.at,
    }


def read_chat(row: Any) -> ChatLine:
    return ChatLine(row["seat"], row["name"], row["text"], row["reaction"], row["at"])


def draft_row(game: str, seat: int, kept: KeptDraft) -> dict[str, Any]:
    return {
        "game": game,
        "seat": seat,
        "version": kept.version,
        "turn": kept.turn,
        "actions": json.dumps(kept.draft.said),
        "confirmed": kept.confirmed is not None,
    }


def with_draft(state: State, row: Any) -> State:
    """The state with a stored draft, confirmed or not; one of an earlier turn, or one that the rules no
    longer allow, only keeps its version."""
    assert state.table is not None
    seat, version = row["seat"], row["version"]
    empty = KeptDraft(row["turn"], version, Draft.of(state.table.positions[seat]))
    state = state.with_draft(seat, empty)
    if row["turn"] != state.turn or not state.asks(seat):
        return state
    try:
        drafted = redraft(state, seat, json.loads(row["actions"]))
        drafted = confirm(drafted, seat) if row["confirmed"] else drafted
    except Refused:
        return state
    return drafted.with_draft(seat, replace(drafted.drafts[seat], version=version))
