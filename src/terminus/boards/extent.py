"""How much there may be on a board that is made now: what bots, reviews and every command are quick with.

Boards that were made before, and the games on them, are read as ever.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..rules.board import Board
from ..rules.errors import Sentence

MOST = {"stations": 64, "sections": 192, "districts": 32, "crossings": 32}  # the kernel's own limits


def too_many(board: Board) -> Iterator[tuple[str, Sentence]]:
    """Where a board file has more than there may be, and why that is a fault."""
    found = (board.stations, board.sections, board.districts, board.crossings)
    for (what, most), things in zip(MOST.items(), found, strict=True):
        if len(things) > most:
            yield _said(what, {"most": most, "size": len(things)})


def _said(what: str, values: dict[str, int]) -> tuple[str, Sentence]:
    match what:
        case "stations":
            return "stations", Sentence(
                "a city has at most {most} stations, and this one has {size}", **values
            )
        case "sections":
            return "stations", Sentence(
                "a city has at most {most} sections, and this one has {size}", **values
            )
        case "districts":
            return "districts", Sentence(
                "a city has at most {most} districts, and this one has {size}", **values
            )
        case _:
            why = Sentence("a city has at most {most} crossings, and this one has {size}", **values)
            return "aerial_crossings", why
