"""`terminus show BOARD|LOG`: a board, or the sheets of a log, as text."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from ..boards import shipped_boards
from ..locale.spoken import t
from ..record.files import STDIN, read_start
from ..rules.errors import BadSetup
from ..terminal.page import board_page, table_page
from .arguments import BoardFile
from .files import find_board, is_path, table_in
from .printing import Paper

ENOUGH_TO_TELL = 4096
Shown = Annotated[
    str,
    Parameter(
        name="BOARD|LOG", help="a board, a board file or a log; - reads a log", allow_leading_hyphen=True
    ),
]


def show(what: Shown, /, *, board: BoardFile = None) -> None:
    """Print a board, or the sheets of a log, as text."""
    paper = Paper()
    if what == STDIN or (what not in shipped_boards() and is_path(what) and _is_log(what)):
        paper.print(table_page(table_in(what, board), paper.width), crop=False)
        return
    if board is not None:
        raise BadSetup(t("--board belongs to a log"))
    paper.print(board_page(find_board(what), paper.width), crop=False)


def _is_log(name: str) -> bool:
    """Whether a file is a log: its lines are JSON objects, and a board file is none."""
    start = read_start(name, ENOUGH_TO_TELL).lstrip(b"\xef\xbb\xbf \r\n\t")
    return not name.endswith(".toml") and start[:1] in (b"{", b"")
