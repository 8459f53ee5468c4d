"""What a board file names of its grids: lines and where they depart, tourist sites, districts."""

from __future__ import annotations

from collections import Counter, defaultdict

from ..rules.board import Mask, Station, mask_of
from ..rules.errors import Sentence
from .faults import Spot
from .fields import MISSING, Fields
from .grids import Grids
from .stations import Stations, named

LINES = 4


def read_lines(file: Fields) -> list[str]:
    lines = file.texts("lines")
    if lines and (len(lines) != LINES or len(set(lines)) != LINES):
        given = ", ".join(lines)
        file.fault(
            "lines", Sentence("there must be {count} different ones, not {lines}", count=LINES, lines=given)
        )
    if not all(map(str.strip, lines)):
        file.fault("lines", Sentence("a line needs a name"))
    return lines


def read_departures(file: Fields, lines: list[str], grids: Grids, stations: Stations) -> dict[str, Station]:
    """Line -> where it departs, as far as that is sure."""
    fields = file.table_of("departures", required=True)
    if "lines" not in file.faults.tables:
        _check_lines(fields, lines)
    asked = {line: named(fields, line, cell, grids, stations) for line, cell in fields.table.items()}
    found = {line: station for line, station in asked.items() if station is not None}
    times = Counter(station.id for station in found.values())
    shared = {line: station for line, station in found.items() if times[station.id] > 1}
    if shared:
        cells = tuple(cell for station in shared.values() for cell in station.cells)
        at = Spot(cells=cells, lines=tuple(shared))
        file.fault("departures", Sentence("two lines depart from one station"), at)
    return found


def _check_lines(fields: Fields, lines: list[str]) -> None:
    for line in fields.table:
        if line not in lines:
            fields.fault(line, Sentence("there is no such line"))
    for line in lines:
        if line not in fields.table:
            fields.fault(line, MISSING)


def read_tags(
    file: Fields, departures: dict[str, Station], grids: Grids, stations: Stations
) -> dict[int, set[str]]:
    """Station -> what it is besides: a departure, a tourist site, a stop of the loop."""
    tags: defaultdict[int, set[str]] = defaultdict(set)
    for departure in departures.values():
        tags[departure.id].add("departure")
    for table, tag in (("tourist_sites", "tourist"), ("loop", "loop")):
        if table in file.table:
            fields = file.table_of(table)
            for cell in fields.texts("stations"):
                if (station := named(fields, "stations", cell, grids, stations)) is not None:
                    tags[station.id].add(tag)
    return tags


def read_central_district(file: Fields, grids: Grids) -> int | None:
    letter = file.text("central_district", "")
    return _district(file, "central_district", letter, grids) if letter else None


def read_secondary_districts(file: Fields, grids: Grids) -> Mask:
    letters = file.texts("secondary_districts", [])
    return mask_of(_district(file, "secondary_districts", letter, grids) for letter in letters)


def _district(file: Fields, key: str, letter: str, grids: Grids) -> int:
    """The number of a district; it is a fault to name one that is not there."""
    districts = grids.districts.districts
    if letter in districts:
        return districts.index(letter)
    if grids.districts_sure:
        file.fault(key, Sentence("there is no district «{letter}»", letter=letter))
    return 0
