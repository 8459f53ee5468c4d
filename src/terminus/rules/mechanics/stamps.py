"""Tourist stamps: an outer district is stamped once one of its stations is on two lines (R5.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from ..board import Board, Mask, members
from ..errors import Sentence
from ..position import Position
from ..score import Item, Where
from ..sheet import Sheet
from .base import Mechanic


@dataclass(frozen=True)
class Stamps(Mechanic):
    name = "stamps"
    values: Mapping[str, int] = field(default_factory=dict, metadata={"of": "districts"})  # points, once each

    def check(self, board: Board) -> list[Sentence]:
        unknown = [d for d in self.values if d not in board.districts]
        return [
            Sentence("{rule}: there is no district {district}", rule=self.name, district=d) for d in unknown
        ]

    def points(self, position: Position) -> Iterator[Item]:
        stamped = self.stamped(position.ruleset.board, position.sheet)
        yield Item("stamps", None, sum(self.values[d] for d in stamped), {"districts": stamped})

    def stamped(self, board: Board, sheet: Sheet) -> list[str]:
        """The districts whose stamp was earned."""
        return [d for d in stamped_districts(board, sheet) if d in self.values]

    def where(self, position: Position, item: Item) -> Mapping[str, Where]:
        return {"districts": stamps_of(position.ruleset.board, position.sheet, self.values)}


def stamped_districts(board: Board, sheet: Sheet) -> list[str]:
    """The districts with a station on two or more of the player's own lines; the printed one is nobody's."""
    return sorted({board.districts[board.stations[station].district] for station in members(_on_two(sheet))})


def stamps_of(board: Board, sheet: Sheet, among: Collection[str], needed: int | None = None) -> Where:
    """The stamped ones among these districts, and the stations that earned their stamps."""
    stamped = tuple(d for d in stamped_districts(board, sheet) if d in among)
    stations = (board.stations[station] for station in members(_on_two(sheet)))
    cells = tuple(station.cell for station in stations if board.districts[station.district] in stamped)
    return Where(len(stamped), cells=cells, districts=stamped, needed=needed)


def _on_two(sheet: Sheet) -> Mask:
    once = twice = 0
    for line in sheet.lines:
        twice |= once & line.stations
        once |= line.stations
    return twice
