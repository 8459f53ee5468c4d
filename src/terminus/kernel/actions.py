"""The engine's actions as the kernel numbers them, and back."""

from __future__ import annotations

from ..rules.actions import DONE, SKIP, Action, Circle, Done, Draw, Skip, Use
from ..rules.board import Board, Mask
from .words import CIRCLE, DONE_CODE, POWER_CODES, SKIP_CODE, USE

POWERS = list(POWER_CODES)


def code_of(action: Action) -> int:
    match action:
        case Draw(section):
            return section
        case Circle(station):
            return CIRCLE + station
        case Use(power):
            return USE + POWER_CODES[power]
        case Skip():
            return SKIP_CODE
        case Done():
            return DONE_CODE


def action_of(board: Board, pencil: int, stations: Mask, code: int) -> Action:
    """The action of a number, for a seat whose line in hand serves these stations."""
    if code == DONE_CODE:
        return DONE
    if code == SKIP_CODE:
        return SKIP
    if code >= USE:
        return Use(POWERS[code - USE])
    if code >= CIRCLE:
        return Circle(code - CIRCLE)
    section = board.sections[code]
    on_line = stations or 1 << board.departures[pencil]
    start = section.a if on_line >> section.a & 1 else section.b
    return Draw(code, start, section.other(start))
