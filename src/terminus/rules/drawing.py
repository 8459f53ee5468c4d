"""Chapter 3: which sections a reach can draw on a sheet."""

from __future__ import annotations

from .actions import Draw
from .board import Mask, members
from .position import Position, Reach


def drawable(position: Position, reach: Reach) -> list[Draw]:
    """The sections that chapter 3 lets this reach draw, by number."""
    board, sheet, line = position.ruleset.board, position.sheet, position.line
    stations, blocked = line.stations, sheet.blocked
    starts = starts_of(position, reach)
    open_again = sheet.drawn & ~sheet.doubled & ~line.sections if reach.alongside else 0
    found = []
    for start in members(starts):
        for ray in board.rays[start]:
            section, target = ray.section, ray.target
            if stations >> target & 1 or not board.stations[target].symbols & reach.symbols:
                continue
            if blocked >> section & 1 and not (
                open_again >> section & 1 and not board.sections[section].passes
            ):
                continue
            if reach.only is None or reach.only == section:
                found.append(Draw(section, start, target))
    found.sort(key=_number)
    return found


def starts_of(position: Position, reach: Reach) -> Mask:
    """The stations that a section may start at (R3.2, R3.8)."""
    line = position.line
    if reach.start is not None:
        return 1 << reach.start
    if not line.sections:
        return 1 << position.ruleset.board.departures[position.pencil]
    return line.stations if reach.anywhere else line.ends


def _number(draw: Draw) -> int:
    return draw.section
