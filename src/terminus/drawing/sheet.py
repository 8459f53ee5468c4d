"""A sheet with its ink, in cells."""

from __future__ import annotations

from ..rules.board import Board
from ..rules.sheet import Sheet
from .ground import crossings, ground
from .ink import ink
from .stamps import stamps
from .stops import stops
from .svg import at, element, words

MARGIN = 0.62


def sheet_drawing(board: Board, sheet: Sheet) -> str:
    return ground(board) + ink(board, sheet) + stamps(board, sheet) + crossings(board) + stops(board)


def fitted(board: Board, sheet: Sheet, x: float, y: float, size: float) -> str:
    """The sheet in the middle of a square."""
    columns, rows = board.columns - 1 + 2 * MARGIN, board.rows - 1 + 2 * MARGIN
    scale = size / max(columns, rows)
    left = x + (size - columns * scale) / 2 + MARGIN * scale
    top = y + (size - rows * scale) / 2 + MARGIN * scale
    return at(left, top, sheet_drawing(board, sheet), scale=scale)


def framed(width: float, height: float, title: str, *inner: str) -> str:
    """A whole SVG of that size; the title is what it shows, in words."""
    return element(
        "svg",
        element("title", words(title)),
        *inner,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=f"{width:g}",
        height=f"{height:g}",
        role="img",
    )
