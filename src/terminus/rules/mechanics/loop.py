"""The printed loop: points lost for each of its stations that no line serves (R5.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..board import Board, Mask, members
from ..errors import Sentence
from ..position import Position
from ..score import Item, Where, at_stations
from .base import Mechanic


@dataclass(frozen=True)
class Loop(Mechanic):
    name = "loop"
    lost_each: int = 3

    def check(self, board: Board) -> list[Sentence]:
        return [] if board.tagged("loop") else [Sentence("{rule}: the board has no loop", rule=self.name)]

    def points(self, position: Position) -> Iterator[Item]:
        count = _unserved(position).bit_count()
        yield Item("loop", None, -self.lost_each * count, {"stations": count})

    def where(self, position: Position, item: Item) -> Mapping[str, Where]:
        return {"stations": at_stations(position.ruleset.board, members(_unserved(position)))}


def _unserved(position: Position) -> Mask:
    unserved = position.ruleset.board.tagged("loop")
    for line in position.sheet.lines:
        unserved &= ~line.stations
    return unserved
