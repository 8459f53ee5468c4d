"""The cities, as data. Nothing outside this folder names one."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from ..rules.board import Board
from ..rules.errors import BadSetup, Sentence
from .document import parse_document
from .load import load_board, load_document
from .own import content_id, is_own, own_board
from .writing import write_document

LARGEST_BOARD = 1 << 20  # bytes of a file; a city has some three thousand
BOARDS = ("london", "tokyo", "paris")  # in the order they are shown; toy is for tests and docs


@cache
def board(name: str) -> Board:
    """A board that ships with Terminus."""
    return load_document(shipped_document(name), name)


def shipped_document(name: str) -> dict[str, Any]:
    """What the file of a board that ships holds; whoever asks may change theirs."""
    shipped = shipped_boards()
    if name not in shipped:
        known = ", ".join(shipped)
        raise BadSetup(
            Sentence("there is no board «{board}»; there are {shipped}", board=name, shipped=known)
        )
    return parse_document(resources.files(__package__).joinpath(f"{name}.toml").read_text("utf-8"))


def shipped_boards() -> tuple[str, ...]:
    return (*BOARDS, "toy")


__all__ = [
    "BOARDS",
    "LARGEST_BOARD",
    "board",
    "content_id",
    "is_own",
    "load_board",
    "load_document",
    "own_board",
    "parse_document",
    "shipped_boards",
    "shipped_document",
    "write_document",
]
