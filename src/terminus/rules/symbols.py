"""The four symbols of stations and cards; a set of them is an int used as a bit mask."""

from __future__ import annotations

from collections.abc import Mapping

SYMBOLS: Mapping[str, int] = {"circle": 1, "square": 2, "triangle": 4, "pentagon": 8}
ALL = 15


def symbol_names(symbols: int) -> tuple[str, ...]:
    return tuple(name for name, bit in SYMBOLS.items() if symbols & bit)
