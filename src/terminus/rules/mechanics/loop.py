"""The printed loop: points lost for each of its stations that no line serves (R5.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..board import Board
from ..position import Position
from ..score import Item
from .base import Mechanic


@dataclass(frozen=True)
class Loop(Mechanic):
    name = "loop"
    lost_each: int = 3

    def check(self, board: Board) -> list[str]:
        return [] if board.tagged("loop") else ["loop: the board has no loop"]

    def points(self, position: Position) -> Iterator[Item]:
        unserved = position.ruleset.board.tagged("loop")
        for line in position.sheet.lines:
            unserved &= ~line.stations
        count = unserved.bit_count()
        yield Item("loop", None, -self.lost_each * count, {"stations": count})
