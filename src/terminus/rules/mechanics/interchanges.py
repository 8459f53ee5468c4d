"""Interchanges: stations on several lines (R4.4, R5.6, R6.7). A printed line counts as a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    values: Mapping[str, int] = field(default_factory=dict)  # exactly so many lines -> points for the station

    def check(self, board: Board) -> list[Sentence]:
        if all(key.isascii() and key.isdecimal() and key == str(int(key)) for key in self.values):
            return []
        return [Sentence("{rule}: values must map a number of lines to points", rule=self.name)]

    def points(self, position: Position) -> Iterator[Item]:
        served = lines_by_station(position.ruleset.board, position.sheet)
        counts = {n: sum(lines == int(n) for lines in served) for n in self.values}
        value = sum(counts[n] * points for n, points in self.values.items())
        yield Item("interchanges", None, value, counts)

    def where(self, position: Position, item: Item) -> Mapping[str, Where]:
        board = position.ruleset.board
        served = list(enumerate(lines_by_station(board, position.sheet)))
        return {n: at_stations(board, [s for s, lines in served if lines == int(n)]) for n in self.values}


def lines_by_station(board: Board, sheet: Sheet) -> list[int]:
    """On how many lines each station is, the printed one included."""
    served = [0] * len(board.stations)
    for stations in (*(line.stations for line in sheet.lines), board.tagged("loop")):
        for station in members(stations):
            served[station] += 1
    return served


def on_at_least(board: Board, sheet: Sheet, lines: int) -> Mask:
    """The stations on so many lines or more."""
    served = lines_by_station(board, sheet)
    return sum(1 << station for station, count in enumerate(served) if count >= lines)
