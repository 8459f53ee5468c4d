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
MOST_CELLS = 40  # of a district that are looked at, the central ones
NEAR = 1.1  # cells: what is farther from the middle of a cell is in nobody's way in it
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
    central = sorted(cells, key=lambda cell: dist(cell, middle))[:MOST_CELLS]
    places = [place for cell in sorted(central, key=cells.index) for place in _places(board, cell)]
    return max(places, key=lambda one: 20 * min(ENOUGH, one[1]) - dist(one[0], middle))[0]


@cache
def _printed_on(board: Board) -> tuple[list[Point], list[tuple[Point, Point]]]:
    """The stations and the straights of the sections of a board."""
    spots = [place(cell) for station in board.stations for cell in station.cells]
    return spots, [straight for section in board.sections for straight in pairwise(section.path)]


def _places(board: Board, cell: tuple[int, int]) -> list[tuple[Point, float]]:
    """Where a stamp may stand in a cell, each with how far that is from whatever a line may be drawn over."""
    spots, straights = _printed_on(board)
    stations = [spot for spot in spots if dist(spot, cell) < NEAR]
    straights = [ends for ends in straights if _to_straight(cell, *ends) < NEAR]
    found = []
    for dy in OFFSETS:
        for dx in OFFSETS:
            point = cell[0] + dx, cell[1] + dy
            far = [dist(point, spot) - STATION for spot in stations]
            far += [_to_straight(point, *ends) for ends in straights]
            found.append((point, min(far, default=ENOUGH)))
    return found


def _to_straight(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy or 1)
    share = max(0.0, min(1.0, along))
    return dist(point, (start[0] + share * dx, start[1] + share * dy))
