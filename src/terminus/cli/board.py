"""`terminus board check FILE`: is this a playable board, and if not, where and why."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import App, Parameter

from ..rules.board import Board
from ..rules.errors import BadBoard
from .files import board_in, find_board, is_path
from .printing import one_line

app = App(name="board", default_parameter=Parameter(negative=""))
BoardFile = Annotated[str, Parameter(help="a board file; - reads standard input", allow_leading_hyphen=True)]


@app.command
def check(file: BoardFile, /) -> int:
    """Say whether a file is a playable board, or list every fault."""
    try:
        board = board_in(file) if is_path(file) else find_board(file)
    except BadBoard as error:
        for fault in error.faults:
            print(f"{file}: {one_line(fault)}", file=sys.stderr)
        if error.more:
            print(f"{file}: and {error.more} more", file=sys.stderr)
        return 2
    print(f"{file} is a playable board: {facts(board)}")
    return 0


def facts(board: Board) -> str:
    """What there is on a board, in numbers."""
    counts = {
        "stations": len(board.stations),
        "sections": len(board.sections),
        "districts": len(board.districts),
        "sections under the river": board.sections_tagged("river").bit_count(),
        "stations on the loop": board.tagged("loop").bit_count(),
        "aerial crossings": len(board.crossings),
    }
    found = [f"{number} {what}" for what, number in counts.items() if number]
    modules = ", ".join(board.modules) or "none"
    return f"{', '.join(found)}; lines {', '.join(board.lines)}; modules {modules}"
