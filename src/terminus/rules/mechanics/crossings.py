"""Aerial crossings: points for each one passed once or twice (R6.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..board import Board, members
from ..errors import Sentence
from ..position import Position
from ..score import Item, Where
from ..sheet import Sheet
from .base import Mechanic


@dataclass(frozen=True)
class Crossings(Mechanic):
    name = "crossings"
    once: int = 2
    twice: int = 6

    def check(self, board: Board) -> list[Sentence]:
        return (
            [] if board.crossings else [Sentence("{rule}: the board has no aerial crossing", rule=self.name)]
        )

    def points(self, position: Position) -> Iterator[Item]:
        passes = passes_by_crossing(position.ruleset.board, position.sheet)
        once, twice = passes.count(1), passes.count(2)
        yield Item("crossings", None, once * self.once + twice * self.twice, {"once": once, "twice": twice})

    def where(self, position: Position, item: Item) -> Mapping[str, Where]:
        board, sheet = position.ruleset.board, position.sheet
        return {"once": passed(board, sheet, 1), "twice": passed(board, sheet, 2)}


def passes_by_crossing(board: Board, sheet: Sheet) -> list[int]:
    return [(sheet.drawn & through).bit_count() for through in board.crossings.values()]


def passed(board: Board, sheet: Sheet, times: int, needed: int | None = None) -> Where:
    """The crossings that were passed exactly so often, and the sections through them."""
    cells = [
        cell for cell, n in zip(board.crossings, passes_by_crossing(board, sheet), strict=True) if n == times
    ]
    sections = [section for cell in cells for section in members(board.crossings[cell] & sheet.drawn)]
    return Where(len(cells), cells=tuple(cells), sections=tuple(sections), needed=needed)
