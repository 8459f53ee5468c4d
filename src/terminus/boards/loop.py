"""A printed loop, cut into its pieces from station to station."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from .fields import Fields
from .geometry import Path, Point, cell_name, cell_point, half_steps, straight

FEWEST = 3  # stations, and cells of the path


def pieces(fields: Fields, at: Mapping[Point, int], columns: int, rows: int) -> list[Path]:
    """The pieces of the loop that a file describes, bends included; none if it has faults."""
    before = len(fields.faults)
    fields.text("colour", "")
    points = list(_points(fields, columns, rows))
    listed = [at.get(cell_point(cell) or (-1, -1)) for cell in fields.texts("stations")]
    if len(fields.faults) == before:
        _check_straight(fields, points)
    if len(fields.faults) == before:
        _check_course(fields, points, at, listed)
    return list(_cut(points, at)) if len(fields.faults) == before else []


def _points(fields: Fields, columns: int, rows: int) -> Iterator[Point]:
    cells = fields.texts("path")
    if len(cells) < FEWEST:
        fields.fault("path", "must list three or more cells")
    for cell in cells:
        point = cell_point(cell)
        if point is None or point[0] >= columns or point[1] >= rows:
            fields.fault("path", f"there is no cell «{cell}»")
        else:
            yield point


def _check_straight(fields: Fields, points: list[Point]) -> None:
    for one, other in pairwise([*points, points[0]]):
        if not straight(one, other):
            closing = " (the loop is not closed)" if other == points[0] else ""
            fields.fault("path", f"{cell_name(one)} to {cell_name(other)} is no straight{closing}")


def _check_course(
    fields: Fields, points: list[Point], at: Mapping[Point, int], listed: list[int | None]
) -> None:
    """It passes each of its stations once, names it, and touches nothing else, itself included."""
    steps = [step for side in pairwise([*points, points[0]]) for step in list(half_steps(side))[:-1]]
    if len(set(steps)) < len(steps):
        fields.fault("path", "the loop touches itself")
    passed = [(x // 2, y // 2) for x, y in steps if x % 2 == y % 2 == 0 and (x // 2, y // 2) in at]
    for point in passed:
        if at[point] not in listed or point not in points:
            fields.fault("path", f"it passes {cell_name(point)}, which path and stations must name")
    if len(passed) < FEWEST or sorted(at[p] for p in passed) != sorted(n for n in listed if n is not None):
        fields.fault("stations", "the path must come by each of them once, and by three at least")


def _cut(points: list[Point], at: Mapping[Point, int]) -> Iterator[Path]:
    first = next(index for index, point in enumerate(points) if point in at)
    piece = [points[first]]
    for point in [*points[first + 1 :], *points[: first + 1]]:
        piece.append(point)
        if point in at:
            yield tuple(piece)
            piece = [point]
