"""A line's route: districts × most stations in one district (R4.1, R5.3, R6.5, R7.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..board import Board, members
from ..position import Position
from ..score import How, Item, Where, in_districts, line_of
from ..sheet import Line
from .base import Mechanic


@dataclass(frozen=True)
class Route(Mechanic):
    name = "route"

    def points(self, position: Position) -> Iterator[Item]:
        board = position.ruleset.board
        for name, line in zip(board.lines, position.sheet.lines, strict=True):
            per_district = stations_by_district(board, line)
            districts = len(per_district) + line.doubled.bit_count()
            most = max(per_district.values(), default=0)
            best = next((board.districts[d] for d, n in per_district.items() if n == most), "")
            how: How = {"districts": districts, "stations": most, "best": best}
            yield Item("route", name, districts * most, how)

    def where(self, position: Position, item: Item) -> Mapping[str, Where]:
        """A doubled district counts twice, and so does a circled station."""
        board, line = position.ruleset.board, line_of(position, item)
        districts = sorted([*stations_by_district(board, line), *members(line.doubled)])
        cells = [
            station.cell
            for station in map(board.stations.__getitem__, members(line.stations))
            if board.districts[station.district] == item.how["best"]
            for _ in range(1 + (line.circled >> station.id & 1))
        ]
        best = tuple(filter(None, [str(item.how["best"])]))
        stations = Where(len(cells), cells=tuple(cells), districts=best)
        return {"districts": in_districts(board, districts), "stations": stations}


def stations_by_district(board: Board, line: Line) -> dict[int, int]:
    """How many stations the line has in each of its districts, a circled one counted twice."""
    found: dict[int, int] = {}
    for station in members(line.stations):
        district = board.stations[station].district
        found[district] = found.get(district, 0) + 1 + (line.circled >> station & 1)
    return found
