"""A grid of characters on which a board is drawn: who comes later paints over who came before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import floor
from operator import itemgetter

from rich.text import Text

Spot = tuple[int, int]  # column and row, in characters


@dataclass(frozen=True)
class Scale:
    """How many characters a cell of the board takes, and where its first one stands."""

    across: int
    down: int
    left: int = 4
    top: int = 1

    def spot(self, point: Sequence[float]) -> Spot:
        """The character nearest to a point; halfway it is the later one."""
        return self.left + floor(point[0] * self.across + 0.5), self.top + floor(point[1] * self.down + 0.5)

    def cell(self, name: str) -> Spot:
        return self.spot((ord(name[0]) - ord("a"), int(name[1:])))

    def spot_above(self, point: Sequence[float]) -> Spot:
        """The same, but of two rows the upper one: what flows between rows stays between them."""
        return self.spot(point)[0], self.top + floor(point[1] * self.down)

    def size(self, columns: int, rows: int) -> Spot:
        """The width and height of a whole board."""
        right, bottom = self.spot((columns - 1, rows - 1))
        return right + 3, bottom + 1


SMALL = Scale(4, 2)
LARGE = Scale(6, 3)


def fitting(columns: int, rows: int, width: int, height: int) -> Scale:
    """The larger scale if a board of this size fits so, else the small one."""
    wide, high = LARGE.size(columns, rows)
    return LARGE if wide <= width and high <= height else SMALL


class Canvas:
    def __init__(self) -> None:
        self.ink: dict[Spot, tuple[str, str]] = {}
        self.taken: set[Spot] = set()  # spots that labels keep clear of

    def put(self, spot: Spot, text: str, style: str = "", solid: bool = True) -> None:
        """Write from a spot rightwards; what is solid is never covered by a label."""
        for offset, character in enumerate(text):
            here = spot[0] + offset, spot[1]
            self.ink[here] = character, style
            if solid:
                self.taken.add(here)

    def free(self, spot: Spot, length: int = 1) -> bool:
        return all((spot[0] + offset, spot[1]) not in self.taken for offset in range(length))

    def text(self, width: int, height: int) -> Text:
        """All of it; what lies outside is not shown."""
        rows = [self._row(row, width) for row in range(height)]
        return Text("\n", no_wrap=True, overflow="ignore").join(rows)

    def _row(self, row: int, width: int) -> Text:
        line = Text()
        spots = (self.ink.get((column, row), (" ", "")) for column in range(width))
        for style, run in groupby(spots, key=itemgetter(1)):
            line.append("".join(character for character, _ in run), style or None)
        return line


def steps(spots: Sequence[Spot]) -> Iterator[tuple[Spot, str]]:
    """The characters between the two ends of a path, each with its kind: - | \\ or /; a bend is +."""
    for index, (start, end) in enumerate(pairwise(spots)):
        if index:
            yield start, "+"
        yield from _straight(start, end)


def _straight(start: Spot, end: Spot) -> Iterator[tuple[Spot, str]]:
    across, down = end[0] - start[0], end[1] - start[1]
    count = abs(down) or abs(across)
    kind = "-" if not down else "|" if not across else "\\" if (across > 0) == (down > 0) else "/"
    for n in range(1, count):
        yield (start[0] + across * n // count, start[1] + down * n // count), kind
