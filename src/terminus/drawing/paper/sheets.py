"""A player's sheet: the empty map, the pencils, the pad."""

from __future__ import annotations

from typing import Any

from ...locale.spoken import t, word
from ...rules.board import Board
from ...rules.sheet import Sheet
from ..ink import Track, track_drawing
from ..sheet import MARGIN, sheet_drawing
from ..svg import at, element
from . import colours, pad
from .wording import city, tame


def map_drawing(board: Board) -> str:
    """The board before anybody draws, as large as its grid."""
    wide, high = board.columns - 1 + 2 * MARGIN, board.rows - 1 + 2 * MARGIN
    size = {"viewBox": f"0 0 {wide:g} {high:g}", "width": wide * 10, "height": high * 10}
    drawn = at(MARGIN, MARGIN, sheet_drawing(board, Sheet.empty(board)))
    return element("svg", drawn, xmlns="http://www.w3.org/2000/svg", **size)


def pencil_drawing(board: Board, line: int) -> str:
    """A stretch of a line as it may be drawn, so that no colour is needed to tell it from the others."""
    drawn = track_drawing(board, Track(line, [(0.2, 0.2), (2.2, 0.2)], False))
    around = element("g", drawn, fill="none", stroke_linecap="round")
    size = {"viewBox": "0 0 2.4 0.4", "width": 24, "height": 4}
    return element("svg", around, xmlns="http://www.w3.org/2000/svg", **size)


def sheet(board: Board, ink: bool) -> dict[str, Any]:
    """What stands on a sheet beside its map, for the templates."""
    pencils = [
        {"number": str(i + 1), "name": tame(word("line", line), 14), **colours.of_line(board, line, ink)}
        for i, line in enumerate(board.lines)
    ]
    heads = {"districts": t("districts"), "stations": t("stations"), "bonus": pad.bonus_head(board)}
    words = {"name": t("Name"), "date": t("Date"), "total": t("Total"), "alone": t("Alone")}
    return {
        "city": city(board),
        "pencils": pencils,
        "heads": heads,
        "words": words,
        "rows": pad.rows(board),
        "ratings": pad.ratings(board),
        "solo": pad.solo_note(board),
        "hint": t("Pencils of other colours do as well. With a single one, draw each line in its pattern."),
    }
