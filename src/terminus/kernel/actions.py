"""The engine's actions as the kernel numbers them, and back."""

from __future__ import annotations

from ..rules.actions import DONE, SKIP, Action, Circle, Done, Draw, Skip, Use
from ..rules.board import Board, Mask
from .codes import ACTION_CODES
from .modules import USE_CODES


def code_of(action: Action) -> int:
    match action:
        case Draw(section):
            return section
        case Circle(station):
            return ACTION_CODES["circle"] + station
        case Use(power):
            return ACTION_CODES["use"] + USE_CODES[power]
        case Skip():
            return ACTION_CODES["skip"]
        case Done():
            return ACTION_CODES["done"]


def action_of(board: Board, pencil: int, stations: Mask, code: int) -> Action:
    """The action of a number, for a seat whose line in hand serves these stations."""
    circle, use, skip, done = ACTION_CODES.values()
    if code == done:
        return DONE
    if code == skip:
        return SKIP
    if code >= use:
        return Use(USE_CODES.name(code - use))
    if code >= circle:
        return Circle(code - circle)
    section = board.sections[code]
    on_line = stations or 1 << board.departures[pencil]
    start = section.a if on_line >> section.a & 1 else section.b
    return Draw(code, start, section.other(start))
