"""What was drawn on a sheet: the tracks of the lines, circled stations, districts that count twice.

Each line has a pattern of its own, so that colour is not needed to tell them apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import dist

from ..rules.board import Board, members
from ..rules.sheet import Sheet
from . import palette
from .geometry import Point, beside, rounded
from .ground import district, place
from .lettering import lettered
from .svg import at, element, group

GAP = 0.085
APART = 2.9  # cells between two numbers of one line
Look = dict[str, object]


@dataclass(frozen=True, slots=True)
class Pattern:
    """What runs along a line, and how wide the line itself is; each pair alone and beside another track."""

    ink: tuple[float, float]
    look: tuple[Look, Look] | None = None
    coloured: bool = False  # in the colour of the line, not in white


def _dashed(width: float, dashes: str, offset: float, cap: str = "butt") -> Look:
    return {
        "stroke_width": width,
        "stroke_dasharray": dashes,
        "stroke_dashoffset": offset,
        "stroke_linecap": cap,
    }


_BARS = _dashed(0.22, "0.06 0.17", -0.06)
_BEADS = _dashed(0.115, "0 0.23", -0.1, "round"), _dashed(0.08, "0 0.17", -0.1, "round")
_RUNGS = _dashed(0.3, "0.07 0.13", -0.05), _dashed(0.15, "0.07 0.13", -0.05)
# As on the page: none looks like double track or like the printed loop.
PATTERNS = (
    Pattern((0.21, 0.14)),
    Pattern((0.21, 0.14), (_BARS, _BARS)),
    Pattern((0.21, 0.14), _BEADS),
    Pattern((0.11, 0.06), _RUNGS, coloured=True),
)


@dataclass(frozen=True, slots=True)
class Track:
    line: int
    points: list[Point]
    narrow: bool


def ink(board: Board, sheet: Sheet) -> str:
    return group(_doubled(board, sheet), _tracks(board, sheet), _circled(board, sheet))


def tracks(board: Board, sheet: Sheet) -> list[Track]:
    """Where the ink lies: in the middle of a section, or at its side where another line runs there too."""
    found = []
    for number, line in enumerate(sheet.lines):
        for section in members(line.sections):
            path: list[Point] = [(float(x), float(y)) for x, y in board.sections[section].path]
            before = sum(other.sections >> section & 1 for other in sheet.lines[:number])
            pair = sum(other.sections >> section & 1 for other in sheet.lines) > 1
            looped = bool(board.printed >> section & 1)
            side = 2.1 if looped else 2 * before - 1 if pair else 0
            found.append(Track(number, beside(path, side * GAP) if side else path, pair or looped))
    return found


def _tracks(board: Board, sheet: Sheet) -> str:
    found = tracks(board, sheet)
    drawn = [track_drawing(board, track) for track in found]
    numbers = [_number(board, line, here, narrow) for line, here, narrow in _labels(board, sheet, found)]
    return group(*drawn, fill="none", stroke_linecap="round", stroke_linejoin="round") + group(*numbers)


def track_drawing(board: Board, track: Track) -> str:
    """One stretch of a line, in the colour and the pattern of the line."""
    colour = palette.line_colour(board, board.lines[track.line])
    pattern, path = PATTERNS[track.line % len(PATTERNS)], rounded(track.points, 0.3)
    parts = [
        element("path", d=path, stroke=palette.PAPER, stroke_width=0.2 if track.narrow else 0.32),
        element("path", d=path, stroke=colour, stroke_width=pattern.ink[track.narrow]),
    ]
    if pattern.look:
        along = colour if pattern.coloured else palette.WHITE
        parts.append(element("path", d=path, stroke=along, **pattern.look[track.narrow]))
    return "".join(parts)


def _labels(board: Board, sheet: Sheet, found: list[Track]) -> list[tuple[int, Point, bool]]:
    """Where a line's number stands on it: by each end, and along the way as often as it needs."""
    ends = [[place(board.stations[end].cell) for end in members(line.ends)] for line in sheet.lines]

    def by_end(track: Track) -> float:
        return min((dist(point, end) for end in ends[track.line] for point in track.points), default=9)

    labels: list[tuple[int, Point, bool]] = []
    for track in sorted(found, key=by_end):
        here, apart = _on_the_way(track.points), 1.2 if by_end(track) < 0.5 else APART
        if not any(line == track.line and dist(other, here) < apart for line, other, _ in labels):
            labels.append((track.line, here, track.narrow))
    return labels


def _on_the_way(points: list[Point]) -> Point:
    """On the longest straight: in the middle of a short one, of a long one before a crossing could be."""
    start, end = max(pairwise(points), key=lambda straight: dist(*straight))
    length = dist(start, end)
    share = 0.5 / length if length > 1.5 else 0.5
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _number(board: Board, line: int, here: Point, narrow: bool) -> str:
    name = board.lines[line]
    ground = {"fill": palette.line_colour(board, name), "stroke": palette.PAPER, "stroke_width": 0.045}
    text = lettered(
        str(line + 1), 0, 0.085, 0.25, palette.on_line(board, name), weight="Bold", anchor="middle"
    )
    return at(*here, element("circle", r=0.165, **ground), text, scale=0.8 if narrow else 1)


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
