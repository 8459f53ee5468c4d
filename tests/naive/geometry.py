"""Points, straight segments and where they meet, exactly."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

Cell = tuple[int, int]  # column, row
Point = tuple[Fraction, Fraction]  # equal to a Cell, and found in the same dictionary, when it is one


def named(cell: Cell) -> str:
    return f"{chr(ord('a') + cell[0])}{cell[1]}"


def cell_named(name: str) -> Cell:
    return ord(name[0]) - ord("a"), int(name[1:])


@dataclass(frozen=True, order=True)
class Section:
    """A printed piece of track: its path of straight segments, written from the smaller end."""

    path: tuple[Cell, ...]

    @staticmethod
    def along(*path: Cell) -> "Section":
        return Section(min(path, path[::-1]))

    @property
    def ends(self) -> tuple[Cell, Cell]:
        return self.path[0], self.path[-1]

    def segments(self) -> Iterator[tuple[Cell, Cell]]:
        return pairwise(self.path)


def _turn(u: Cell, v: Cell) -> int:
    return u[0] * v[1] - u[1] * v[0]


def _from(a: Cell, b: Cell) -> Cell:
    return b[0] - a[0], b[1] - a[1]


def _on(a: Cell, b: Cell, share: Fraction) -> Point:
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def shared_part(a: Cell, b: Cell, c: Cell, d: Cell) -> tuple[Point, Point] | None:
    """The two ends of what the segments ab and cd have in common (the same point twice if it is a point)."""
    ab, cd, ac = _from(a, b), _from(c, d), _from(a, c)
    if _turn(ab, cd) != 0:
        on_ab = Fraction(_turn(ac, cd), _turn(ab, cd))
        on_cd = Fraction(_turn(ac, ab), _turn(ab, cd))
        if 0 <= on_ab <= 1 and 0 <= on_cd <= 1:
            return _on(a, b, on_ab), _on(a, b, on_ab)
        return None
    if _turn(ab, ac) != 0:
        return None
    long = ab[0] ** 2 + ab[1] ** 2
    shares = [Fraction(ab[0] * (p[0] - a[0]) + ab[1] * (p[1] - a[1]), long) for p in (c, d)]
    first, last = max(Fraction(0), min(shares)), min(Fraction(1), max(shares))
    return (_on(a, b, first), _on(a, b, last)) if first <= last else None


def shared_parts(one: Section, other: Section) -> list[tuple[Point, Point]]:
    """Everything that two sections have in common, segment by segment."""
    parts = (shared_part(a, b, c, d) for a, b in one.segments() for c, d in other.segments())
    return [part for part in parts if part is not None]
