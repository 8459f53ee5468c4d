"""A seat's draft of a turn, from command to command. The engine says what may follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...record.dealer import Dealer
from ...record.draft import Draft
from ...record.log import turn_event
from ...rules.errors import Illegal
from ...rules.table import commit as table_commit
from ...rules.table import take_back as table_take_back
from ..errors import Refused
from .progress import go_on, playing
from .state import KeptDraft, State


def draft_of(state: State, seat: int) -> KeptDraft:
    """The seat's draft of the turn on the table; an empty one if it has not begun."""
    kept = state.drafts.get(seat)
    if kept is not None and kept.turn == state.turn:
        return kept
    return KeptDraft(state.turn, kept.version if kept else 0, Draft.of(playing(state).positions[seat]))


def step_on(state: State, seat: int, action: str) -> State:
    """One action more."""
    kept = draft_of(state, seat)
    return _with_draft(state, seat, kept, _then(kept.draft.say, action))


def instead(state: State, seat: int, action: str) -> State:
    """This in place of the section drawn last: either it stands, or the draft is what it was."""
    kept = draft_of(state, seat)
    return _with_draft(state, seat, kept, _then(kept.draft.instead, action))


def undo(state: State, seat: int) -> State:
    """One action less; nothing is done to an empty draft."""
    kept = draft_of(state, seat)
    return _with_draft(state, seat, kept, kept.draft.undo()) if kept.draft.actions else state


def redraft(state: State, seat: int, actions: Sequence[str]) -> State:
    """The draft with these actions instead of the ones it has."""
    kept = draft_of(state, seat)
    if list(actions) == kept.draft.said:
        return state
    draft = Draft.of(playing(state).positions[seat])
    for action in actions:
        draft = _then(draft.say, action)
    return _with_draft(state, seat, kept, draft)


def commit(state: State, seat: int, dealer: Dealer) -> State:
    """The draft becomes the seat's answer; with the last one the game goes on."""
    return go_on(confirm(state, seat), dealer)


def confirm(state: State, seat: int) -> State:
    """The table has the seat's answer, the log not yet."""
    kept, table = draft_of(state, seat), playing(state)
    if not kept.draft.ready:
        raise Refused("This turn is not complete: the power that you use still has a section to draw.")
    finished, do = kept.draft.hand_in()
    answer = replace(kept, version=kept.version + 1, confirmed=turn_event(table, seat, do))
    return replace(state, table=table_commit(table, seat, finished)).with_draft(seat, answer)


def take_back(state: State, seat: int) -> State:
    """The seat is asked again, and its draft is as it was."""
    kept = state.drafts[seat]
    table = table_take_back(playing(state), seat, kept.draft.positions[0])
    return replace(state, table=table).with_draft(
        seat, replace(kept, version=kept.version + 1, confirmed=None)
    )


def _then(take: Callable[[str], Draft], text: str) -> Draft:
    try:
        return take(text)
    except Illegal as error:
        raise Refused("{action} is not possible now ({rule}).", action=text[:40], rule=error.rule) from None


def _with_draft(state: State, seat: int, kept: KeptDraft, draft: Draft) -> State:
    return state.with_draft(seat, KeptDraft(state.turn, kept.version + 1, draft))
