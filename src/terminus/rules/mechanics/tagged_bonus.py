"""Points for what a line passes or serves: under the river (R4.2), at a monument (R6.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..board import Board, members
from ..errors import Sentence
from ..position import Position
from ..score import Item, Where, at_stations, line_of, on_sections
from .base import Mechanic


@dataclass(frozen=True)
class SectionBonus(Mechanic):
    name = "section-bonus"
    tag: str = field(default="river", metadata={"of": "section-tags"})
    points_each: int = 2

    def check(self, board: Board) -> list[Sentence]:
        if board.sections_tagged(self.tag):
            return []
        return [Sentence("{rule}: no section is tagged {tag}", rule=self.name, tag=self.tag)]

    def points(self, position: Position) -> Iterator[Item]:
        board = position.ruleset.board
        tagged = board.sections_tagged(self.tag)
        for name, line in zip(board.lines, position.sheet.lines, strict=True):
            count = (line.sections & tagged).bit_count()
            yield Item(self.tag, name, count * self.points_each, {"sections": count})

    def where(self, position: Position, item: Item) -> Mapping[str, Where]:
        tagged = position.ruleset.board.sections_tagged(self.tag)
        return {"sections": on_sections(members(line_of(position, item).sections & tagged))}


@dataclass(frozen=True)
class StationBonus(Mechanic):
    name = "station-bonus"
    tag: str = field(default="monument", metadata={"of": "station-tags"})
    points_each: int = 2

    def check(self, board: Board) -> list[Sentence]:
        if board.tagged(self.tag):
            return []
        return [Sentence("{rule}: no station is a {tag}", rule=self.name, tag=self.tag)]

    def points(self, position: Position) -> Iterator[Item]:
        board = position.ruleset.board
        tagged = board.tagged(self.tag)
        for name, line in zip(board.lines, position.sheet.lines, strict=True):
            count = (line.stations & tagged).bit_count()
            yield Item(self.tag, name, count * self.points_each, {"stations": count})

    def where(self, position: Position, item: Item) -> Mapping[str, Where]:
        board = position.ruleset.board
        return {
            "stations": at_stations(board, members(line_of(position, item).stations & board.tagged(self.tag)))
        }
