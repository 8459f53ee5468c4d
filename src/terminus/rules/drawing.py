"""Chapter 3: which sections a reach can draw on a sheet."""

from __future__ import annotations

from .actions import Draw
from .board import members
from .position import Position, Reach


def drawable(position: Position, reach: Reach) -> list[Draw]:
    """The sections that chapter 3 lets this reach draw, by number."""
    board, sheet, line = position.ruleset.board, position.sheet, position.line
    stations, blocked = line.stations, sheet.blocked
    if reach.start is not None:
        starts = 1 << reach.start
    elif not line.sections:
        starts = 1 << board.departures[position.pencil]
    else:
        starts = stations if reach.anywhere else line.ends
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


def _number(draw: Draw) -> int:
    return draw.section
