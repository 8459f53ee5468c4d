"""Straight lines on a grid: rays from station to station, and which of two paths cross.

A point is (column, row). Whatever crosses does so at a whole or a half point, so doubled coordinates
keep all of it in integers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

Point = tuple[int, int]
Path = tuple[Point, ...]

DIRECTIONS: tuple[Point, ...] = ((1, 0), (-1, 1), (0, 1), (1, 1))  # and their opposites
FAR = 100
HEADINGS = {"h": ((1, 0), (-1, 0)), "v": ((0, 1), (0, -1)), "\\": ((1, 1), (-1, -1)), "/": ((1, -1), (-1, 1))}


def cell_name(point: Point) -> str:
    return f"{chr(ord('a') + point[0])}{point[1]}"


def cell_point(cell: str) -> Point | None:
    """The point of a cell's name; None if it is no cell name."""
    if not re.fullmatch(r"[a-z](0|[1-9][0-9]?)", cell):
        return None
    return ord(cell[0]) - ord("a"), int(cell[1:])


def half_steps(path: Sequence[Point]) -> Iterator[Point]:
    """Every doubled point along a path whose pieces are horizontal, vertical or diagonal."""
    for (x, y), (u, v) in pairwise(path):
        steps = 2 * max(abs(u - x), abs(v - y))
        for n in range(steps + 1):
            yield 2 * x + (u - x) * 2 * n // steps, 2 * y + (v - y) * 2 * n // steps


def straight(start: Point, end: Point) -> bool:
    """Whether two points lie on one horizontal, vertical or diagonal."""
    dx, dy = abs(end[0] - start[0]), abs(end[1] - start[1])
    return start != end and (dx == 0 or dy == 0 or dx == dy)


def doubled(point: Point) -> Point:
    return 2 * point[0], 2 * point[1]


def heading(start: Point, end: Point) -> Point:
    """The direction of a straight as steps of one."""
    return (end[0] > start[0]) - (end[0] < start[0]), (end[1] > start[1]) - (end[1] < start[1])


def is_pair_of_headings(letters: str) -> bool:
    return len(letters) == len(set(letters)) == 2 and set(letters) <= HEADINGS.keys()


def is_polyline(value: object) -> bool:
    """Whether a value from a file lists two or more points on the grid or not far from it."""
    return isinstance(value, list) and len(value) > 1 and all(map(_is_near, value))


def _is_near(point: object) -> bool:
    if not isinstance(point, list) or len(point) != 2:
        return False
    return all(type(number) in (int, float) and -FAR < number < FAR for number in point)


def crosses(course: Sequence[Sequence[float]], path: Path) -> bool:
    """Whether a free polyline passes from one side of a path to the other."""
    return sum(_cut(p, q, a, b) for p, q in pairwise(course) for a, b in pairwise(path)) % 2 == 1


def _cut(p: Sequence[float], q: Sequence[float], a: Point, b: Point) -> bool:
    return _side(a, b, p) != _side(a, b, q) and _side(p, q, a) != _side(p, q, b)


def _side(u: Sequence[float], v: Sequence[float], w: Sequence[float]) -> bool:
    return (v[0] - u[0]) * (w[1] - u[1]) > (v[1] - u[1]) * (w[0] - u[0])
