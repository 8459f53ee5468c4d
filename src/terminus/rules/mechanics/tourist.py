"""Tourist sites: each line marks one box for each site it serves (R4.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..board import Board, members
from ..errors import Sentence
from ..position import Position
from ..score import Item, Where, at_stations
from .base import Mechanic


@dataclass(frozen=True)
class Tourist(Mechanic):
    name = "tourist"
    boxes: tuple[int, ...] = (0,)  # the value of 0, 1, 2… marks; more marks than boxes are lost

    def check(self, board: Board) -> list[Sentence]:
        faults = (
            []
            if board.tagged("tourist")
            else [Sentence("{rule}: the board has no tourist site", rule=self.name)]
        )
        return (
            faults
            if self.boxes
            else [*faults, Sentence("{rule}: it needs the points of its boxes", rule=self.name)]
        )

    def points(self, position: Position) -> Iterator[Item]:
        sites = position.ruleset.board.tagged("tourist")
        marks = sum((line.stations & sites).bit_count() for line in position.sheet.lines)
        marks = min(marks, len(self.boxes) - 1)
        yield Item("tourist", None, self.boxes[marks], {"marks": marks})

    def where(self, position: Position, item: Item) -> Mapping[str, Where]:
        """Each site as often as lines serve it, as far as there are boxes."""
        board = position.ruleset.board
        sites = board.tagged("tourist")
        served = [site for line in position.sheet.lines for site in members(line.stations & sites)]
        return {"marks": at_stations(board, served[: len(self.boxes) - 1])}
