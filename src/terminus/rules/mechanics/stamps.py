"""Tourist stamps: an outer district is stamped once one of its stations is on two lines (R5.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..board import Board, members
from ..position import Position
from ..score import Item
from ..sheet import Sheet
from .base import Mechanic


@dataclass(frozen=True)
class Stamps(Mechanic):
    name = "stamps"
    values: Mapping[str, int] = field(default_factory=dict)  # district -> points, once each

    def check(self, board: Board) -> list[str]:
        unknown = [d for d in self.values if d not in board.districts]
        return [f"stamps: there is no district {d}" for d in unknown]

    def points(self, position: Position) -> Iterator[Item]:
        stamped = [d for d in stamped_districts(position.ruleset.board, position.sheet) if d in self.values]
        yield Item("stamps", None, sum(self.values[d] for d in stamped), {"districts": stamped})


def stamped_districts(board: Board, sheet: Sheet) -> list[str]:
    """The districts with a station on two or more of the player's own lines; the printed one is nobody's."""
    once = twice = 0
    for line in sheet.lines:
        twice |= once & line.stations
        once |= line.stations
    return sorted({board.districts[board.stations[station].district] for station in members(twice)})
