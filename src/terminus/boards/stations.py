"""The stations of a board: read from its grids, and marked with what the rest of the file says about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..rules.board import Station
from ..rules.errors import Sentence
from ..rules.symbols import ALL, SYMBOLS
from .fields import Fields
from .geometry import Point, cell_name, cell_point
from .grids import STATION_LETTERS, SYMBOL_LETTERS, WILD_LETTERS, Grid, Grids

PLATFORM = "#"
Stations = Mapping[Point, Station]  # by cell, in reading order; a platform under each of its cells


def read_stations(file: Fields, grids: Grids) -> dict[Point, Station]:
    """Every station that is sure to be one."""
    found: dict[Point, Station] = {}
    number = 0
    for point, letter in grids.stations.cells():
        if letter in STATION_LETTERS and point not in found:
            cells = _platform(grids.stations, point) if letter == PLATFORM else [point]
            found |= dict.fromkeys(cells, _station(file, grids, number, cells))
            number += 1
    if grids.stations_sure:
        _check_symbols(file, found)
    return found


def _station(file: Fields, grids: Grids, number: int, cells: list[Point]) -> Station:
    letter, areas = grids.stations.letter(cells[0]), grids.districts.districts
    districts = {grids.districts.letter(cell) for cell in cells}
    if len(districts) > 1 and grids.districts_sure:
        text = Sentence("the platform at {cell} lies in several districts", cell=cell_name(cells[0]))
        file.fault("districts", text)
    symbols = SYMBOLS[SYMBOL_LETTERS[letter]] if letter in SYMBOL_LETTERS else ALL
    district = areas.index(min(districts)) if grids.districts_sure else 0
    tags = frozenset({WILD_LETTERS[letter]}) if letter in WILD_LETTERS else frozenset[str]()
    return Station(number, tuple(map(cell_name, cells)), symbols, district, tags)


def _platform(grid: Grid, start: Point) -> list[Point]:
    """All cells of the platform that this cell belongs to, in reading order."""
    found, waiting = {start}, [start]
    while waiting:
        x, y = waiting.pop()
        for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if cell not in found and grid.letter(cell) == PLATFORM:
                found.add(cell)
                waiting.append(cell)
    return sorted(found, key=lambda point: (point[1], point[0]))


def _check_symbols(file: Fields, stations: Stations) -> None:
    shown = {station.symbols for station in stations.values()}
    for symbol, bit in SYMBOLS.items():
        if bit not in shown:
            text = Sentence("no station has the symbol {symbol}, so its cards are dead", symbol=symbol)
            file.fault("stations", text)


def named(fields: Fields, key: str, cell: object, grids: Grids, stations: Stations) -> Station | None:
    """The station in a cell that a file names; it is a fault to name one where none can be."""
    point = cell_point(cell) if isinstance(cell, str) else None
    if not grids.may_be_station(point):
        fields.fault(key, Sentence("there is no station at «{cell}»", cell=cell))
    return stations.get(point) if point is not None else None


def tagged(stations: Stations, tags: Mapping[int, set[str]]) -> tuple[Station, ...]:
    """Each station once, with its marks."""
    return tuple(
        replace(station, tags=station.tags | tags.get(station.id, set()))
        for station in dict.fromkeys(stations.values())
    )
