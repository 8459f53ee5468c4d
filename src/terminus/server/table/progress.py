"""How a game goes on: the dealer turns cards, seats answer, and nobody is asked who could only pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...record.dealer import Dealer
from ...record.draft import Draft
from ...record.log import end_event, turn_event
from ...record.scores import score_file
from ...rules.actions import DONE
from ...rules.play import allowed
from ...rules.ruleset import Ruleset
from ...rules.table import Table
from .names import names_for_log
from .sealing import hearing, opened, published
from .state import Event, State


def begin(state: State, dealer: Dealer, said: Mapping[str, Any] | None = None) -> State:
    """Deal. Seats that stayed open are gone. What else is `said` of the game stands in its start event."""
    state = replace(state, seats=tuple(seat for seat in state.seats if seat.kind != "open"))
    ruleset, dealer = Ruleset.of(state.city, state.game.modules), hearing(state, dealer)
    event = {**dealer.start(ruleset, names_for_log(state.seats)), **(said or {})}
    return go_on(published(state.with_game(phase="playing").with_event(event), dealer), dealer)


def answer(state: State, seat: int, do: Sequence[str], dealer: Dealer, why: str | None = None) -> State:
    """A seat's finished answer into the log; `why` says who gave it if no person did."""
    return go_on(_answered(state, seat, do, why), dealer)


def _answered(state: State, seat: int, do: Sequence[str], why: str | None) -> State:
    event = turn_event(playing(state), seat, do)
    return state.with_event({**event, "auto": why} if why else event)


def go_on(state: State, dealer: Dealer) -> State:
    """Turn cards until somebody has something to decide, or the game is over. What was confirmed can be taken
    back until then, and becomes events now."""
    if all(playing(state).answered):
        state = _written_down(state)
    dealer = hearing(state, dealer)
    while (event := dealer.next_event(playing(state := opened(state, dealer)))) is not None:
        state = state.with_event(event)
        for seat, position in enumerate(playing(state).positions):
            if state.asks(seat) and allowed(position) == (DONE,) and not state.taught:
                state = _answered(state, seat, [], "nothing")
    table = playing(state)
    return _end(state, table) if table.over and state.game.phase == "playing" else state


def _written_down(state: State) -> State:
    """The answers that were confirmed, in the log; their drafts are done with."""
    kept = {seat: draft for seat, draft in state.drafts.items() if draft.confirmed is not None}
    events = (draft.confirmed for draft in kept.values() if draft.confirmed is not None)
    done = {
        seat: replace(draft, draft=Draft.of(draft.draft.positions[0]), confirmed=None)
        for seat, draft in kept.items()
    }
    return replace(state, events=(*state.events, *events), drafts={**state.drafts, **done})


def over_with(state: State, events: Iterable[Event]) -> State:
    """The game that these events are, which is over then."""
    state = state.with_events(events)
    return _end(state, playing(state))


def _end(state: State, table: Table) -> State:
    return with_result(state.with_event(end_event(table)).with_game(phase="over"))


def with_result(state: State) -> State:
    """A game that is over with how it ended, as its log has it."""
    found = score_file(playing(state))
    totals = tuple(seat["total"] for seat in found["seats"])
    return state.with_game(totals=totals, winners=tuple(found["winners"]))


def playing(state: State) -> Table:
    assert state.table is not None
    return state.table
