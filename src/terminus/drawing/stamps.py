"""The stamps of a city's districts: printed faintly, inked once earned; as far from ink as can be."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import dist

from ..rules.board import Board
from ..rules.mechanics.stamps import Stamps
from ..rules.ruleset import Ruleset
from ..rules.sheet import Sheet
from . import palette
from .geometry import Point, seal
from .ground import place
from .lettering import lettered
from .svg import at, element, group

OFFSETS = (-0.34, -0.17, 0.0, 0.17, 0.34)
ENOUGH = 0.3  # for an inked stamp; beyond that the middle of the district is better
STATION = 0.2  # a station takes more room than a section does


def stamps(board: Board, sheet: Sheet) -> str:
    known = (mechanic for mechanic in Ruleset.of(board).mechanics if isinstance(mechanic, Stamps))
    return "".join(_drawn(board, mechanic, mechanic.stamped(board, sheet)) for mechanic in known)


def _drawn(board: Board, mechanic: Stamps, earned: list[str]) -> str:
    return "".join(
        at(*_freest(board, letter), _inked(points) if letter in earned else _printed(points))
        for letter, points in mechanic.values.items()
    )


def _printed(points: int) -> str:
    edge = element(
        "path", d=seal(0.15, 10), fill=palette.PAPER, stroke=palette.PRINTED_STRONG, stroke_width=0.02
    )
    return edge + lettered(str(points), 0, 0.062, 0.18, palette.SOFT, weight="Bold", anchor="middle")


def _inked(points: int) -> str:
    ring = {"stroke": palette.BAD}
    return group(
        element("path", d=seal(0.26), fill=palette.PAPER, stroke_width=0.045, **ring),
        element("circle", r=0.19, fill="none", stroke_width=0.02, **ring),
        lettered(str(points), 0, 0.09, 0.25, palette.BAD, weight="Bold", anchor="middle"),
        transform="rotate(-14)",
    )


@cache
def _freest(board: Board, letter: str) -> Point:
    """Inside the district, as far from stations and sections as a stamp needs, and near its middle."""
    cells = [(x, y) for y, row in enumerate(board.grid) for x, here in enumerate(row) if here == letter]
    middle = sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)
    places = [(x + dx, y + dy) for x, y in cells for dy in OFFSETS for dx in OFFSETS]
    return max(places, key=lambda one: 20 * min(ENOUGH, _clearance(board, one)) - dist(one, middle))


def _clearance(board: Board, point: Point) -> float:
    """How far a point is from whatever a line may be drawn over."""
    stations = (dist(point, place(cell)) - STATION for station in board.stations for cell in station.cells)
    straights = (straight for section in board.sections for straight in pairwise(section.path))
    return min(*stations, *(_to_straight(point, *straight) for straight in straights))


def _to_straight(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy or 1)
    share = max(0.0, min(1.0, along))
    return dist(point, (start[0] + share * dx, start[1] + share * dy))
