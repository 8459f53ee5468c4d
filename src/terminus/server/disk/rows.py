"""States as rows of the database, and back."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import Any

from ..table.drafts import redraft
from ..table.state import ChatLine, Draft, Game, Seat, State


def game_row(game: Game) -> dict[str, Any]:
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


def read_game(row: Any) -> Game:
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


def seat_row(game: str, number: int, seat: Seat) -> dict[str, Any]:
    return {
        "game": game,
        "seat": number,
        "kind": seat.kind,
        "name": seat.name,
        "level": seat.level,
        "person": seat.person,
        "left": seat.left,
    }


def read_seat(row: Any) -> Seat:
    return Seat(row["kind"], row["name"], row["level"], row["person"], row["left"])


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


def draft_row(game: str, seat: int, draft: Draft) -> dict[str, Any]:
    return {
        "game": game,
        "seat": seat,
        "version": draft.version,
        "turn": draft.turn,
        "actions": json.dumps(draft.actions),
    }


def with_draft(state: State, row: Any) -> State:
    """The state with a stored draft; one of an earlier turn only keeps its version."""
    assert state.table is not None
    seat, version = row["seat"], row["version"]
    empty = Draft(row["turn"], version, (), state.table.positions[seat])
    state = replace(state, drafts={**state.drafts, seat: empty})
    if row["turn"] != state.turn or not state.asks(seat):
        return state
    drafted = redraft(state, seat, json.loads(row["actions"]))
    return replace(drafted, drafts={**drafted.drafts, seat: replace(drafted.drafts[seat], version=version)})
