"""Aerial crossings: points for each one passed once or twice (R6.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..board import Board
from ..position import Position
from ..score import Item
from ..sheet import Sheet
from .base import Mechanic


@dataclass(frozen=True)
class Crossings(Mechanic):
    name = "crossings"
    once: int = 2
    twice: int = 6

    def check(self, board: Board) -> list[str]:
        return [] if board.crossings else ["crossings: the board has no aerial crossing"]

    def points(self, position: Position) -> Iterator[Item]:
        passes = passes_by_crossing(position.ruleset.board, position.sheet)
        once, twice = passes.count(1), passes.count(2)
        yield Item("crossings", None, once * self.once + twice * self.twice, {"once": once, "twice": twice})


def passes_by_crossing(board: Board, sheet: Sheet) -> list[int]:
    return [(sheet.drawn & through).bit_count() for through in board.crossings.values()]
