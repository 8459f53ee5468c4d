"""An exercise as a table: somebody sits at it alone, and the cards of one turn lie there.

Nothing of it is kept: the answer so far comes with every question. So two tabs, a restart and two servers
are all the same, and whatever draws a turn at a table draws it here.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import unreadable
from .commands import Command, given
from .drafts import instead, redraft, step_on, undo
from .state import Event, Game, Seat, State

LONGEST = 40  # steps of an answer, and letters of each


def posed(log: Sequence[Event], person: str) -> State:
    """The table of an exercise, whose log is that of one seat until the cards lie there."""
    game = Game("", "", str(log[0]["board"]), tuple(log[0].get("modules", ())), phase="playing")
    return State(game, (Seat("person", person=person),)).with_events(log)


def drafted(state: State, actions: Sequence[str]) -> State:
    """With this answer so far; refuses what cannot be drawn."""
    if len(actions) > LONGEST or any(len(action) > LONGEST for action in actions):
        raise unreadable()
    return redraft(state, 0, actions)


def stepped(state: State, command: Command) -> State:
    """One step more, another in place of the last, or one less."""
    match given(command):
        case {"draft": str(action), **more} if not more:
            return step_on(state, 0, action)
        case {"instead": str(action), **more} if not more:
            return instead(state, 0, action)
        case {"undo": True, **more} if not more:
            return undo(state, 0)
    raise unreadable()
