"""Interchanges: stations on several lines (R4.4, R5.6, R6.7). A printed line counts as a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..board import Board, Mask, members
from ..errors import Sentence
from ..position import Position
from ..score import Item, Where, at_stations
from ..sheet import Sheet
from .base import Mechanic


@dataclass(frozen=True)
class Interchanges(Mechanic):
    name = "interchanges"
    values: Mapping[str, int] = field(default_factory=dict, metadata={"of": "lines"})  # by exactly so many

    def check(self, board: Board) -> list[Sentence]:
        if all(key.isascii() and key.isdecimal() and key == str(int(key)) for key in self.values):
            return []
        return [Sentence("{rule}: it needs points for numbers of lines", rule=self.name)]

    def points(self, position: Position) -> Iterator[Item]:
        found = by_lines(position.ruleset.board, position.sheet)
        counts = {n: exactly(found, int(n)).bit_count() for n in self.values}
        value = sum(counts[n] * points for n, points in self.values.items())
        yield Item("interchanges", None, value, counts)

    def where(self, position: Position, item: Item) -> Mapping[str, Where]:
        board = position.ruleset.board
        found = by_lines(board, position.sheet)
        return {n: at_stations(board, members(exactly(found, int(n)))) for n in self.values}


def by_lines(board: Board, sheet: Sheet) -> list[Mask]:
    """The stations on 0, 1, 2… lines or more, the printed one included; last stands an empty set."""
    lines = [*(line.stations for line in sheet.lines), board.tagged("loop")]
    found = [(1 << len(board.stations)) - 1, *(0 for _ in lines), 0]
    for stations in lines:
        for more in range(len(lines), 0, -1):
            found[more] |= found[more - 1] & stations
    return found


def exactly(found: Sequence[Mask], lines: int) -> Mask:
    """Those of them that are on so many lines and no more."""
    return found[lines] & ~found[lines + 1] if lines + 1 < len(found) else 0


def on_at_least(board: Board, sheet: Sheet, lines: int) -> Mask:
    """The stations on so many lines or more."""
    found = by_lines(board, sheet)
    return found[min(lines, len(found) - 1)]
