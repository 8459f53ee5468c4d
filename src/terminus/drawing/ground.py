"""What is printed on the paper before anybody draws: districts, river, sections, loop, crossings."""

from __future__ import annotations

from ..boards.geometry import cell_point
from ..rules.board import Board
from . import palette
from .geometry import Point, outlines, rounded, smooth, straight, tints
from .svg import at, element, group

HEADINGS: dict[str, Point] = {"h": (1, 0), "v": (0, 1), "\\": (0.71, 0.71), "/": (0.71, -0.71)}
RIM = 0.21


def place(cell: str) -> Point:
    found = cell_point(cell)
    assert found is not None, cell
    return float(found[0]), float(found[1])


def ground(board: Board) -> str:
    return group(_districts(board), _river(board), _sections(board), _loop(board))


def district(board: Board, letter: str, inset: float = 0.02) -> str:
    """The outline of a district, as a path."""
    return "".join(rounded(loop, 0.2, True) for loop in outlines(board.grid, letter, inset))


def crossings(board: Board) -> str:
    """Aerial crossings: where one section may pass in each of two directions."""
    look = {"fill": "none", "stroke": palette.PRINTED_STRONG, "stroke_width": 0.05, "stroke_linecap": "round"}
    found = [
        at(*place(cell), *_crossing(ways)) for cell, ways in board.scenery.get("aerial_crossings", {}).items()
    ]
    return group(*found, **look) if found else ""


def _crossing(ways: str) -> list[str]:
    halo = element("circle", r=RIM, stroke=palette.PAPER, stroke_width=0.1)
    ticks = [
        element("path", d=straight([(side * x * reach, side * y * reach) for reach in (RIM, RIM + 0.09)]))
        for x, y in (HEADINGS[way] for way in ways)
        for side in (-1, 1)
    ]
    return [halo, element("circle", r=RIM), *ticks]


def _districts(board: Board) -> str:
    central = None if board.central_district is None else board.districts[board.central_district]
    found = []
    for letter, tint in tints(board.grid).items():
        fill = palette.TINT_CENTRAL if letter == central else palette.TINTS[tint % len(palette.TINTS)]
        found.append(element("path", d=district(board, letter), fill=fill))
    return group(*found, stroke=palette.BORDER, stroke_width=0.045)


def _river(board: Board) -> str:
    course = (board.scenery.get("river") or {}).get("course")
    if not course:
        return ""
    path = smooth([(float(x), float(y)) for x, y in course])
    edge = element("rect", x=-0.5, y=-0.5, width=len(board.grid[0]), height=len(board.grid))
    return element("clipPath", edge, id="edge") + group(
        element("path", d=path, stroke=palette.PAPER, stroke_width=0.48),
        element("path", d=path, stroke=palette.RIVER, stroke_width=0.4),
        fill="none",
        clip_path="url(#edge)",
    )


def _sections(board: Board) -> str:
    paths = [straight(section.path) for section in board.sections if "loop" not in section.tags]
    look = {"fill": "none", "stroke": palette.PRINTED, "stroke_width": 0.035, "stroke_linecap": "round"}
    return element("path", d="".join(paths), **look)


def _loop(board: Board) -> str:
    loop = board.scenery.get("loop")
    if not loop:
        return ""
    ring = rounded([place(cell) for cell in loop["path"]], 0.3, True)
    return group(
        element("path", d=ring, stroke=palette.loop_colour(loop.get("colour")), stroke_width=0.25),
        element("path", d=ring, stroke=palette.PAPER, stroke_width=0.16, stroke_dasharray=0.3),
        fill="none",
        stroke_linejoin="round",
    )
