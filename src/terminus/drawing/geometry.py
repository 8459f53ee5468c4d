"""Paths in cells: round corners, curves through points, outlines of districts, a track beside another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, hypot, pi, sin

from .svg import number as n

Point = tuple[float, float]
Outline = list[Point]


def straight(points: Sequence[Point]) -> str:
    return "".join(f"{'L' if i else 'M'}{n(x)} {n(y)}" for i, (x, y) in enumerate(points))


def rounded(points: Sequence[Point], radius: float, closed: bool = False) -> str:
    """A polyline whose corners are rounded; `closed` joins the last point to the first."""
    parts: list[str] = []
    for i, (x, y) in enumerate(points):
        letter = "L" if parts else "M"
        if not closed and i in (0, len(points) - 1):
            parts.append(f"{letter}{n(x)} {n(y)}")
            continue
        (ax, ay), (bx, by) = (_towards((x, y), points[(i + step) % len(points)], radius) for step in (-1, 1))
        parts.append(f"{letter}{n(ax)} {n(ay)}Q{n(x)} {n(y)} {n(bx)} {n(by)}")
    return "".join(parts) + ("Z" if closed else "")


def smooth(points: Sequence[Point]) -> str:
    """A curve through all the points (Catmull–Rom)."""
    path = straight(points[:1])
    for i in range(len(points) - 1):
        p, q, r, s = (points[max(0, min(len(points) - 1, i + step))] for step in (-1, 0, 1, 2))
        one = (q[0] + (r[0] - p[0]) / 6, q[1] + (r[1] - p[1]) / 6)
        two = (r[0] - (s[0] - q[0]) / 6, r[1] - (s[1] - q[1]) / 6)
        path += "C" + " ".join(map(n, (*one, *two, *r)))
    return path


def beside(points: Sequence[Point], distance: float) -> list[Point]:
    """The polyline moved sideways, to its right."""
    moved: list[Point] = []
    for i, here in enumerate(points):
        one = _normal(points[i - 1], here) if i else None
        two = _normal(here, points[i + 1]) if i + 1 < len(points) else None
        ways = [way for way in (one, two) if way] or [(0.0, 0.0)]
        x, y = ways[0][0] + ways[-1][0], ways[0][1] + ways[-1][1]
        share = 2 * distance / (x * x + y * y or 1)
        moved.append((here[0] + x * share, here[1] + y * share))
    return moved


def outlines(grid: Sequence[str], letter: str, inset: float) -> list[Outline]:
    """The outlines of all cells that bear a letter, each a closed polygon, drawn a little inwards."""
    following = dict(_edges(grid, letter))
    found = []
    while following:
        found.append(_inwards(_corners(_traced(following)), inset))
    return found


def tints(grid: Sequence[str]) -> dict[str, int]:
    """Districts that touch never share a tint: each gets the first that is free."""
    near: dict[str, dict[str, None]] = {}
    for y, row in enumerate(grid):
        for x, here in enumerate(row):
            near.setdefault(here, {})
            for other in _after(grid, x, y):
                if other != here:
                    near[here][other] = None
                    near.setdefault(other, {})[here] = None
    tint: dict[str, int] = {}
    for letter, others in near.items():
        taken = {tint.get(other) for other in others}
        tint[letter] = next(free for free in range(len(near) + 1) if free not in taken)
    return tint


def polygon(corners: int, radius: float, turn: float = 0, down: float = 0) -> str:
    angles = (turn + i * 2 * pi / corners for i in range(corners))
    return straight([(radius * sin(angle), down - radius * cos(angle)) for angle in angles]) + "Z"


def star(radius: float, inner: float = 0.72, points: int = 8) -> str:
    reach = [radius * 1.2, radius * inner] * points
    corners = [(r * sin(i * pi / points), -r * cos(i * pi / points)) for i, r in enumerate(reach)]
    return straight(corners) + "Z"


def seal(radius: float, scallops: int = 12) -> str:
    """The edge of a postage stamp: round scallops."""
    step = 2 * pi / scallops
    bulge = n(radius * step * 0.52)
    ends = [(radius * sin(i * step), -radius * cos(i * step)) for i in range(scallops + 1)]
    arcs = "".join(f"A{bulge} {bulge} 0 0 1 {n(x)} {n(y)}" for x, y in ends[1:])
    return f"{straight(ends[:1])}{arcs}Z"


def _after(grid: Sequence[str], x: int, y: int) -> Iterable[str]:
    """The letters right of a cell and below it, corner to corner too."""
    for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        if y + dy < len(grid) and 0 <= x + dx < len(grid[y + dy]):
            yield grid[y + dy][x + dx]


def _edges(grid: Sequence[str], letter: str) -> Iterable[tuple[Point, Point]]:
    """The edges between a district and what is none of it, clockwise."""

    def inside(x: int, y: int) -> bool:
        return 0 <= y < len(grid) and 0 <= x < len(grid[y]) and grid[y][x] == letter

    for y, row in enumerate(grid):
        for x in range(len(row)):
            if inside(x, y):
                square = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y))
                beyond = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
                for i, cell in enumerate(beyond):
                    if not inside(*cell):
                        yield square[i], square[i + 1]


def _traced(following: dict[Point, Point]) -> Outline:
    here = next(iter(following))
    loop: Outline = []
    while here in following:
        here = following.pop(here)
        loop.append(here)
    return loop


def _corners(loop: Outline) -> Outline:
    def turns(i: int) -> bool:
        (ax, ay), (x, y), (bx, by) = loop[i - 1], loop[i], loop[(i + 1) % len(loop)]
        return (x - ax) * (by - y) != (y - ay) * (bx - x)

    return [point for i, point in enumerate(loop) if turns(i)]


def _inwards(loop: Outline, inset: float) -> Outline:
    """Corners of cells to places on the sheet (a station stands in the middle of its cell), moved inwards."""
    moved: Outline = []
    for i, here in enumerate(loop):
        one = _normal(loop[i - 1], here) or (0.0, 0.0)
        two = _normal(here, loop[(i + 1) % len(loop)]) or (0.0, 0.0)
        moved.append((here[0] - 0.5 + (one[0] + two[0]) * inset, here[1] - 0.5 + (one[1] + two[1]) * inset))
    return moved


def _towards(start: Point, end: Point, by: float) -> Point:
    length = hypot(end[0] - start[0], end[1] - start[1])
    share = min(by, length / 2) / (length or 1)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _normal(start: Point, end: Point) -> Point | None:
    x, y = end[0] - start[0], end[1] - start[1]
    length = hypot(x, y)
    return (-y / length, x / length) if length else None
