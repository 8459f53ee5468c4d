"""Stations: their symbols, and what makes them special."""

from __future__ import annotations

from math import pi

from ..rules.board import Board, Station
from ..rules.symbols import symbol_names
from . import palette
from .geometry import polygon, seal, star
from .ground import place
from .lettering import lettered
from .svg import at, element, group

R = 0.225
EDGE = {"stroke": palette.INK, "stroke_width": 0.07, "stroke_linejoin": "round"}


def stops(board: Board) -> str:
    departures = {station: number for number, station in enumerate(board.departures)}
    return group(*(_stop(board, station, departures.get(station.id)) for station in board.stations))


def shape(symbol: str, r: float = R) -> str:
    """The outline of a symbol; all look equally large."""
    match symbol:
        case "circle":
            return f"M{-r} 0a{r} {r} 0 1 1 {2 * r} 0a{r} {r} 0 1 1 {-2 * r} 0Z"
        case "square":
            return polygon(4, r * 1.24, pi / 4)
        case "triangle":
            return polygon(3, r * 1.36, 0, r * 0.2)
        case "pentagon":
            return polygon(5, r * 1.14, 0, r * 0.04)
        case _:  # of a city that has symbols of its own
            return polygon(6, r * 1.1)


def _stop(board: Board, station: Station, line: int | None) -> str:
    if len(station.cells) > 1:
        return _platform(station)
    return at(*place(station.cell), _sight(station), *_departure(board, line), *_symbol(board, station, line))


def _sight(station: Station) -> str:
    if "tourist" not in station.tags:
        return ""
    return element("path", d=seal(0.37), fill=palette.WILD, stroke=palette.SIGHT_INK, stroke_width=0.025)


def _departure(board: Board, line: int | None) -> list[str]:
    if line is None:
        return []
    colour = palette.line_colour(board, board.lines[line])
    return [element("circle", r=0.41, fill=palette.PAPER, stroke=colour, stroke_width=0.085)]


def _symbol(board: Board, station: Station, line: int | None) -> list[str]:
    symbols = symbol_names(station.symbols)
    if len(symbols) > 1:
        return [element("path", d=star(R * 1.22), fill=palette.WILD, **EDGE), _middle(station)]
    if line is None:
        return [element("path", d=shape(symbol), fill=palette.WHITE, **EDGE) for symbol in symbols]
    name = board.lines[line]
    size, low = (0.23, 0.155) if symbols[0] == "triangle" else (0.29, 0.1)
    number = lettered(
        str(line + 1), 0, low, size, palette.on_line(board, name), weight="Bold", anchor="middle"
    )
    filled = element("path", d=shape(symbols[0], R * 1.15), fill=palette.line_colour(board, name), **EDGE)
    return [filled, number]


def _middle(station: Station) -> str:
    if "monument" in station.tags:
        arch = "M-0.09 0.12V-0.03a0.09 0.09 0 0 1 0.18 0V0.12"
        return element("path", d=arch, fill="none", stroke=palette.INK, stroke_width=0.065)
    return element("circle", r=0.07, fill=palette.INK)


def _platform(station: Station) -> str:
    points = [place(cell) for cell in station.cells]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    width, height = max(x for x, _ in points) - left, max(y for _, y in points) - top
    box = {"x": left - 0.27, "y": top - 0.27, "width": width + 0.54, "height": height + 0.54, "rx": 0.27}
    star_in = element("path", d=star(0.24), fill=palette.WILD, **EDGE)
    return group(
        element("rect", fill=palette.WHITE, **box, **EDGE),
        at(left + width / 2, top + height / 2, star_in, element("circle", r=0.07, fill=palette.INK)),
    )
