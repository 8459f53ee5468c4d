"""The cities, as data. Nothing outside this folder names one."""

from __future__ import annotations

from functools import cache
from importlib import resources

from ..rules.board import Board
from ..rules.errors import BadSetup, Sentence
from .load import load_board

LARGEST_BOARD = 1 << 20  # bytes of a file; a city has some three thousand
BOARDS = ("london", "tokyo", "paris")  # in the order they are shown; toy is for tests and docs


@cache
def board(name: str) -> Board:
    """A board that ships with Terminus."""
    shipped = shipped_boards()
    if name not in shipped:
        known = ", ".join(shipped)
        raise BadSetup(
            Sentence("there is no board «{board}»; there are {shipped}", board=name, shipped=known)
        )
    return load_board(resources.files(__package__).joinpath(f"{name}.toml").read_text("utf-8"), name)


def shipped_boards() -> tuple[str, ...]:
    return (*BOARDS, "toy")


__all__ = ["BOARDS", "LARGEST_BOARD", "board", "load_board", "shipped_boards"]
