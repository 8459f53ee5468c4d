"""`terminus board check FILE`: is this a playable board, and if not, where and why. `board report` too."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import App, Parameter

from ..locale.spoken import t, tn
from ..rules.board import Board
from ..rules.errors import BadBoard
from .files import board_in, find_board, is_path
from .printing import one_line
from .telling import told

app = App(name="board", default_parameter=Parameter(negative=""))
BoardFile = Annotated[str, Parameter(help="a board file; - reads standard input", allow_leading_hyphen=True)]


@app.command
def check(file: BoardFile, /) -> int:
    """Say whether a file is a playable board, or list every fault."""
    try:
        board = board_in(file) if is_path(file) else find_board(file)
    except BadBoard as error:
        for fault in error.faults:
            print(f"{file}: {one_line(told(fault))}", file=sys.stderr)
        if error.more:
            more = tn("and {count} more fault", "and {count} more faults", error.more)
            print(f"{file}: {more}", file=sys.stderr)
        return 2
    print(t("{file} is a playable board: {facts}", file=file, facts=facts(board)))
    return 0


app.command("terminus.cli.board_report:report", name="report")


def facts(board: Board) -> str:
    """What there is on a board, in numbers."""
    counts = [
        tn("{count} station", "{count} stations", len(board.stations)),
        tn("{count} section", "{count} sections", len(board.sections)),
        tn("{count} district", "{count} districts", len(board.districts)),
    ]
    if under := board.sections_tagged("river").bit_count():
        counts.append(tn("{count} section under the river", "{count} sections under the river", under))
    if on := board.tagged("loop").bit_count():
        counts.append(tn("{count} station on the loop", "{count} stations on the loop", on))
    if crossings := len(board.crossings):
        counts.append(tn("{count} aerial crossing", "{count} aerial crossings", crossings))
    lines, modules = ", ".join(board.lines), ", ".join(board.modules) or t("none")
    return "; ".join(
        [", ".join(counts), t("lines {lines}", lines=lines), t("modules {modules}", modules=modules)]
    )
