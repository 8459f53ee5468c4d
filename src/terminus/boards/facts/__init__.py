"""What is on a board, in numbers, and what the rulebooks say of the printed sheets: one file a city."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from ...rules.board import Board
from ...rules.mechanics.stamps import Stamps
from ...rules.symbols import SYMBOLS

TAGGED = ("wild", "tourist", "monument", "platform", "loop")


def facts(board: Board) -> dict[str, int]:
    """Everything that can be counted on a board, by its name, in the order it is shown."""
    shown = [station.symbols for station in board.stations]
    central = board.central_district
    return {
        "stations": len(board.stations),
        **{symbol: shown.count(bit) for symbol, bit in SYMBOLS.items()},
        **{tag: board.tagged(tag).bit_count() for tag in TAGGED},
        "departures": len(board.departures),
        "districts": len(board.districts),
        "secondary": board.secondary_districts.bit_count(),
        "central": 0 if central is None else board.stations_in(central).bit_count(),
        "stamps": _stamps(board),
        "sections": len(board.sections),
        "river": board.sections_tagged("river").bit_count(),
        "crossings": len(board.scenery.get("aerial_crossings", ())),
    }


def _stamps(board: Board) -> int:
    """The districts that have one; a half-made board may hold anything in their place."""
    values = [figures.get("values") for name, figures in board.mechanics if name == Stamps.name]
    return sum(len(one) for one in values if isinstance(one, Mapping))


@cache
def printed(name: str) -> Mapping[str, int]:
    """What the rulebooks say of a printed sheet, as far as they do; nothing of one that they do not know."""
    file = resources.files(__package__).joinpath(f"{name}.toml")
    return tomllib.loads(file.read_text("utf-8")) if name.isidentifier() and file.is_file() else {}
