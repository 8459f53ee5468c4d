"""How a lesson begins: what comes before it is on the sheet already."""

from __future__ import annotations

from ...record.dealer import Dealer
from .progress import answer, begin
from .state import State


def begin_lesson(state: State, dealer: Dealer) -> State:
    """Deal, and play whatever is done before the first turn that is taught."""
    assert state.lesson is not None
    before = state.lesson.turns[: state.lesson.first]
    state = begin(state, dealer)
    for turn in before:
        state = answer(state, 0, turn.do, dealer)
    return state
