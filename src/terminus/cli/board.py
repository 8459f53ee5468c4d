"""`terminus board check FILE`: is this a playable board, and if not, where and why. `board report` too, and
which boards a server shows to everybody."""

from __future__ import annotations

import asyncio
import sys
from typing import Annotated

from cyclopts import App, Parameter

from ..boards import is_own
from ..locale.spoken import t, tn
from ..rules.board import Board
from ..rules.errors import BadBoard, BadSetup
from .extras import extra
from .files import board_in, find_board, find_own_board, is_path
from .keeping import DatabaseName
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


app.command(
    "terminus.cli.board_report:report",
    name="report",
    help="Say what one should know of a board before one plays it.",
)


Own = Annotated[str, Parameter(name="ID|FILE", help="a board that the database has, or a board file")]


@app.command
def publish(named: Own, /, *, database: DatabaseName = None) -> int:
    """Show a board to everybody on a server's home page; the server must not be using an SQLite file."""
    return _shown(named, database, True)


@app.command
def unpublish(named: Own, /, *, database: DatabaseName = None) -> int:
    """Show a board to nobody but those who have it."""
    return _shown(named, database, False)


def _shown(named: str, database: str | None, shown: bool) -> int:
    with extra("server", t("the web app")):
        from ..server.disk.publishing import publish_in
    made = None if is_own(named) else find_own_board(named)
    board_id = named if made is None else made.id
    if not asyncio.run(publish_in(database, board_id, made, shown)):
        raise BadSetup(t("the database has no board {board}", board=board_id))
    print(t("Its page: {page}", page=f"/boards/{board_id}"))
    return 0


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
