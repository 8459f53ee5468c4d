"""A game event by event, for the replay: the table after each of them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...record.log import EVENTS
from ...record.sheets import EVENT as SHEETS
from ...rules.table import ROUNDS, Table
from ..table.state import Event, State
from .shapes import ScoreView, SheetView, View
from .sheets import score_view, sheet_view
from .views import is_last_turn, to_go, turns


class Step(msgspec.Struct):
    event: str
    round: int
    turn: int
    seat: int | None
    cards: list[str]
    opened: dict[str, str]
    do: list[str]
    sheets: list[SheetView]
    scores: list[ScoreView]
    turned: list[list[str]]
    remaining: list[str]
    to_go: dict[str, int]
    last_turn: bool


class Replay(msgspec.Struct):
    view: View
    steps: list[Step]


def steps(state: State) -> list[Step]:
    found: list[Step] = []
    folded = State(state.game, state.seats)
    sheets: list[SheetView] = []
    scores: list[ScoreView] = []
    for event in state.events:
        if event["event"] not in EVENTS:
            continue
        before, folded = folded.table, folded.with_event(event)
        table = folded.table
        assert table is not None
        if event["event"] in ("start", "turn", SHEETS):
            sheets, scores = _renewed(table, event, sheets, scores)
        found.append(_step(event, before, table, sheets, scores))
    return found


def _renewed(
    table: Table, event: Event, sheets: Sequence[SheetView], scores: Sequence[ScoreView]
) -> tuple[list[SheetView], list[ScoreView]]:
    """Only the seat that has drawn has another sheet than before."""
    drawn = {event["seat"]} if event["event"] == "turn" else set(range(len(table.seats)))
    positions = list(enumerate(table.positions))
    return (
        [sheet_view(p) if n in drawn else sheets[n] for n, p in positions],
        [score_view(p) if n in drawn else scores[n] for n, p in positions],
    )


def _opened(event: Event, table: Table) -> dict[str, str]:
    """What opened the round, if the event did."""
    opened = next((m for m in table.ruleset.mechanics if m.opening and m.opening == event["event"]), None)
    return dict(table.opened[opened.name][-1]) if opened else {}


def _step(
    event: Event, before: Table | None, table: Table, sheets: list[SheetView], scores: list[ScoreView]
) -> Step:
    """A round's last answer is still shown with the cards that it answered."""
    shown = before if event["event"] == "turn" and before is not None else table
    return Step(
        event=event["event"],
        round=min(event.get("round", shown.round), ROUNDS),
        turn=event.get("turn", shown.turn),
        seat=event.get("seat"),
        cards=list(event.get("cards", [])),
        opened=_opened(event, table),
        do=list(event.get("do", [])),
        sheets=sheets,
        scores=scores,
        turned=turns(shown.turned),
        remaining=list(shown.remaining),
        to_go=to_go(shown),
        last_turn=is_last_turn(shown),
    )
