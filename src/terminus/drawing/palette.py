"""The colours of the page's light theme (web/src/palette.css; a test compares them) and of the lines."""

from __future__ import annotations

from ..rules.board import Board

PAPER = "#f8f4ea"
DESK = "#ebe5d8"
WHITE = "#fffdf8"
INK = "#1b2130"
SOFT = "#5a6072"
RULE = "#d8d0bf"
PRINTED = "#ada188"
PRINTED_STRONG = "#7d745f"
TINTS = ("#f8f1dc", "#c6dfee", "#f0c9b2", "#dbecbf", "#d2bfe3")
TINT_CENTRAL = "#ffe27a"
BORDER = "#6f664f"
RIVER = "#7fbfe0"
WILD = "#ffd75e"
SIGHT_INK = "#8a6600"
LOOP = "#637813"
GOOD = "#0f6b45"
BAD = "#b3261e"

LINES = {
    "purple": "#4a1a7d",
    "blue": "#1671da",
    "pink": "#e0609a",
    "green": "#0f6b45",
    "orange": "#cf700c",
    "brown": "#70391a",
    "red": "#c21f2d",
    "teal": "#0b7f86",
    "yellow": "#857000",
    "gold": "#ab770f",
    "grey": "#5b6472",
}
DARK_ON = {"pink", "orange", "gold"}  # what is written on these is dark
SPARE = ("red", "teal", "yellow", "grey")  # for a line whose own colour is not known


def line_colour(board: Board, line: str) -> str:
    return LINES[_known(board, line)]


def loop_colour(named: object) -> str:
    """The printed loop has a green of its own, which is no line's."""
    return LOOP if named == "green" else LINES.get(str(named), LOOP)


def on_line(board: Board, line: str) -> str:
    """The colour of what is written on a line."""
    return INK if _known(board, line) in DARK_ON else WHITE


def _known(board: Board, line: str) -> str:
    """The line's colour; no two lines of a board get the same spare one."""
    if line in LINES:
        return line
    free = [colour for colour in SPARE if colour not in board.lines]
    strangers = [other for other in board.lines if other not in LINES]
    return free[strangers.index(line) % len(free)]
