"""A seat's draft of a turn: private, edited freely until it is committed. The engine says what may follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...record.dealer import Dealer
from ...record.notation import parse
from ...record.readings import texts
from ...rules.actions import DONE
from ...rules.errors import Illegal
from ...rules.play import allowed, apply
from ...rules.position import Position
from ..errors import Refused
from .progress import answer, playing
from .state import Draft, State


def draft_of(state: State, seat: int) -> Draft:
    """The seat's draft of the turn on the table; an empty one if it has not begun."""
    kept = state.drafts.get(seat)
    if kept is not None and kept.turn == state.turn:
        return kept
    return Draft(state.turn, kept.version if kept else 0, (), playing(state).positions[seat])


def step_on(state: State, seat: int, action: str) -> State:
    """One action more."""
    draft = draft_of(state, seat)
    return _drafted(state, seat, (*draft.actions, action), _then(draft.position, action))


def undo(state: State, seat: int) -> State:
    """One action less; nothing is done to an empty draft."""
    return redraft(state, seat, draft_of(state, seat).actions[:-1])


def redraft(state: State, seat: int, actions: Sequence[str]) -> State:
    """The draft with these actions instead of the ones it has."""
    if tuple(actions) == draft_of(state, seat).actions:
        return state
    position = playing(state).positions[seat]
    for action in actions:
        position = _then(position, action)
    return _drafted(state, seat, tuple(actions), position)


def commit(state: State, seat: int, dealer: Dealer) -> State:
    """The draft becomes the seat's answer."""
    draft = draft_of(state, seat)
    if DONE not in allowed(draft.position):
        raise Refused("This turn is not complete: the power that you use still has a section to draw.")
    start = playing(state).positions[seat]
    actions = [parse(start.ruleset.board, text) for text in draft.actions]
    spent = replace(state, drafts={**state.drafts, seat: replace(draft, actions=(), position=start)})
    return answer(spent, seat, texts(start, [*actions, DONE]), dealer)


def _then(position: Position, text: str) -> Position:
    try:
        action = parse(position.ruleset.board, text)
        if action == DONE:
            raise Illegal("R2.5", "a draft is ended by committing it")
        return apply(position, action)
    except Illegal as error:
        raise Refused("{action} is not possible now ({rule}).", action=text[:40], rule=error.rule) from None


def _drafted(state: State, seat: int, actions: tuple[str, ...], position: Position) -> State:
    version = draft_of(state, seat).version + 1
    draft = Draft(state.turn, version, actions, position)
    return replace(state, drafts={**state.drafts, seat: draft})
