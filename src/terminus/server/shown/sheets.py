"""A sheet and what it scores, as they are shown."""

from __future__ import annotations

from collections.abc import Mapping

from ...record.scores import seat_score
from ...rules.board import Board, members
from ...rules.mechanics.stamps import Stamps
from ...rules.position import Position
from ...rules.score import Item, Where, explained
from .boards import section_name
from .kept import Kept
from .shapes import ItemView, LineScore, LineView, ScoreView, SheetView, WhereView


def sheet_view(position: Position) -> SheetView:
    board, stamps = position.ruleset.board, position.ruleset.find(Stamps)

    def cells(stations: int) -> list[str]:
        return [board.stations[station].cell for station in members(stations)]

    lines = {
        name: LineView(
            [section_name(board.sections[section]) for section in members(line.sections)],
            cells(line.stations),
            cells(line.ends),
            cells(line.circled),
            [board.districts[district] for district in members(line.doubled)],
        )
        for name, line in zip(board.lines, position.sheet.lines, strict=True)
    }
    return SheetView(lines, stamps.stamped(board, position.sheet) if stamps else [])


def score_view(position: Position) -> ScoreView:
    board, told = position.ruleset.board, explained(position)
    found = seat_score([item for item, _ in told], board.lines)
    lines = {line: LineScore(**figures) for line, figures in found["lines"].items()}
    return ScoreView(found["total"], lines, found["extras"], [_item(board, *one) for one in told])


def _item(board: Board, item: Item, where: Mapping[str, Where]) -> ItemView:
    places = {name: _where(board, place) for name, place in where.items()}
    return ItemView(item.rule, item.line, item.value, dict(item.how), places)


def _where(board: Board, where: Where) -> WhereView:
    sections = [section_name(board.sections[section]) for section in where.sections]
    return WhereView(where.count, where.needed, list(where.cells), sections, list(where.districts))


def kept_sheet(kept: Kept, position: Position) -> SheetView:
    """The sheet as it was made before, if it is the same."""
    return kept.of("sheet", (position.ruleset, position.sheet), lambda: sheet_view(position))


def kept_score(kept: Kept, position: Position) -> ScoreView:
    """The score as it was made before: it follows from the ink, and from what was dealt and noted."""
    things = (position.ruleset, position.sheet, position.dealt, position.notes)
    return kept.of("score", things, lambda: score_view(position))
