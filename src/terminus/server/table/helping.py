"""Help at a table where somebody plays alone: off until it is asked for, and a game that had it says so."""

from __future__ import annotations

from ..errors import Refused
from .progress import playing
from .state import State

HELP = "help"  # an event that no rule knows: readers of logs pass it over


def is_helped(state: State) -> bool:
    return any(event["event"] == HELP for event in state.events)


def with_help(state: State, seat: int) -> State:
    """From now on there is help, and no best counts the game; refused in company and in lessons."""
    if state.game.phase != "playing":
        raise Refused("There is help only while a game is on.")
    if len(state.seats) > 1:
        raise Refused("There is no help where others play, bots too.", 403)
    if state.lesson is not None:
        raise Refused("This game began as a lesson, which helps by itself.")
    if is_helped(state):
        return state
    table = playing(state)
    helped = state.with_event({"event": HELP, "round": table.round, "turn": table.turn, "seat": seat})
    return helped.with_game(uncounted=state.game.uncounted or "helped")
