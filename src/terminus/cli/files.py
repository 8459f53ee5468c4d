"""Finding what a user names: a board that ships or a board file, a log or standard input."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from ..boards import LARGEST_BOARD, load_document, own_board, parse_document, shipped_boards
from ..boards import board as shipped_board
from ..locale.spoken import t, tn
from ..record.files import STDIN, BadFile, read_lines, read_whole, title
from ..record.log import FindBoard, fold, read
from ..rules.board import Board
from ..rules.errors import BadBoard, BadLog, BadSetup, Sentence
from ..rules.table import Table
from ..terminal.look import with_visible_names
from .telling import told


def board_in(name: str, made_before: bool = False) -> Board:
    """The board of a file; its id is the file's name without its ending."""
    return load_document(document_in(name), "stdin" if name == STDIN else Path(name).stem, made_before)


def document_in(name: str) -> dict[str, Any]:
    """What a board file holds."""
    try:
        text = read_whole(name, LARGEST_BOARD).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadBoard([t("{file} is not text, so it is no board file", file=title(name))]) from None
    return parse_document(text)


def is_path(name: str) -> bool:
    return name == STDIN or "/" in name or name.endswith(".toml") or Path(name).exists()


def find_own_board(name: str) -> Board:
    """A board that ships with Terminus, or the one in a file, whose games' logs then carry it."""
    return find_board(name, lambda file: own_board(document_in(file)))


def find_board(name: str, in_file: Callable[[str], Board] = board_in) -> Board:
    """A board that ships with Terminus, or the one in a file."""
    if name in shipped_boards():
        return shipped_board(name)
    if not is_path(name):
        shipped = ", ".join(shipped_boards())
        raise BadSetup(
            t(
                "there is no board «{board}»; there are {shipped}, or name a board file",
                board=name,
                shipped=shipped,
            )
        )
    try:
        return in_file(name)
    except BadBoard as error:
        others = len(error.faults) - 1 + error.more
        more = tn("and {count} more fault", "and {count} more faults", others) if others else ""
        fault = told(error.faults[0]) + (f" ({more})" if more else "")
        raise BadSetup(t("{file} is no playable board: {fault}", file=name, fault=fault)) from None


def board_finder(log: str, board_file: str | None) -> FindBoard:
    """How a log finds its board: in the file told, else by shipped name, else as `<board>.toml` beside it."""
    of_the_game = partial(board_in, made_before=True)

    def find(board_id: str) -> Board:
        if board_file is not None:
            return find_board(board_file, of_the_game)
        beside = Path(log).parent / f"{board_id}.toml"
        if board_id in shipped_boards() or Path(board_id).name != board_id or not _is_file(beside):
            return _shipped_or_told(board_id)
        return find_board(str(beside), of_the_game)

    return find


def _is_file(path: Path) -> bool:
    """Whether there is such a file; a name that no file can have is no error."""
    try:
        return path.is_file()
    except OSError:
        return False


def _shipped_or_told(board_id: str) -> Board:
    if board_id in shipped_boards():
        return shipped_board(board_id)
    shipped = ", ".join(shipped_boards())
    raise BadSetup(
        t(
            "there is no board «{board}»; there are {shipped}, or put {board}.toml beside the log or name it "
            "with --board",
            board=board_id,
            shipped=shipped,
        )
    )


def table_in(log: str, board_file: str | None = None) -> Table:
    """The table that a log leads to, fit to be shown; every error names the file."""
    try:
        return with_visible_names(fold(read(read_lines(log)), board_finder(log, board_file)))
    except BadLog as error:
        raise BadFile(Sentence("{file}, {fault}", file=title(log), fault=error.sentence)) from None
