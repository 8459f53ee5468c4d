"""What was drawn on a sheet: the tracks of the lines, circled stations, districts that count twice.

Each line has a pattern of its own, so that colour is not needed to tell them apart.
"""

from __future__ import annotations

from ..rules.board import Board, members
from ..rules.sheet import Sheet
from . import palette
from .geometry import Point, beside, rounded
from .ground import district, place
from .svg import element, group

GAP = 0.085
# What is drawn in white along each line: nothing, a line, dashes, dots.
PATTERNS: tuple[dict[str, object] | None, ...] = (
    None,
    {"stroke_width": 0.05},
    {"stroke_width": 0.05, "stroke_dasharray": "0.16 0.2", "stroke_linecap": "butt"},
    {"stroke_width": 0.08, "stroke_dasharray": "0 0.24"},
)


def ink(board: Board, sheet: Sheet) -> str:
    return group(_doubled(board, sheet), _tracks(board, sheet), _circled(board, sheet))


def _tracks(board: Board, sheet: Sheet) -> str:
    found = []
    for number, line in enumerate(sheet.lines):
        for section in members(line.sections):
            path, narrow = _path(board, sheet, section, number)
            found.append(_track(board, number, path, narrow))
    return group(*found, fill="none", stroke_linecap="round", stroke_linejoin="round")


def _path(board: Board, sheet: Sheet, section: int, number: int) -> tuple[str, bool]:
    """Where a line runs on a section: in the middle, or on its side where another runs there too."""
    path: list[Point] = [(float(x), float(y)) for x, y in board.sections[section].path]
    before = sum(line.sections >> section & 1 for line in sheet.lines[:number])
    others = sum(line.sections >> section & 1 for line in sheet.lines) > 1
    if board.printed >> section & 1:
        return rounded(beside(path, 2.1 * GAP), 0.3), True
    return rounded(beside(path, (2 * before - 1) * GAP) if others else path, 0.3), others


def _track(board: Board, number: int, path: str, narrow: bool) -> str:
    colour = palette.line_colour(board, board.lines[number])
    case, width = (0.2, 0.14) if narrow else (0.3, 0.2)
    parts = [
        element("path", d=path, stroke=palette.PAPER, stroke_width=case, opacity=0.75),
        element("path", d=path, stroke=colour, stroke_width=width),
    ]
    if pattern := PATTERNS[number % len(PATTERNS)]:
        parts.append(element("path", d=path, stroke=palette.WHITE, **pattern))
    return "".join(parts)


def _circled(board: Board, sheet: Sheet) -> str:
    rings = []
    for number, line in enumerate(sheet.lines):
        colour = palette.line_colour(board, board.lines[number])
        for station in members(line.circled):
            x, y = place(board.stations[station].cell)
            rings += [
                element("circle", cx=x, cy=y, r=0.41, stroke=palette.PAPER, stroke_width=0.14),
                element(
                    "circle",
                    cx=x,
                    cy=y,
                    r=0.38 + number * 0.025,
                    stroke=colour,
                    stroke_width=0.055,
                    stroke_dasharray="0.14 0.06",
                ),
            ]
    return group(*rings, fill="none") if rings else ""


def _doubled(board: Board, sheet: Sheet) -> str:
    edges = []
    for number, line in enumerate(sheet.lines):
        colour = palette.line_colour(board, board.lines[number])
        for one in members(line.doubled):
            path = district(board, board.districts[one], 0.06 + number * 0.035)
            look = {"stroke": colour, "stroke_width": 0.06, "stroke_dasharray": "0.24 0.1"}
            edges.append(element("path", d=path, **look))
    return group(*edges, fill="none") if edges else ""
