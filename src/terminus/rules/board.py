"""A city: stations, sections and which of them exclude each other. All derived once, then only read.

Stations, sections and districts are numbered from 0; a set of them is an int used as a bit mask, so that
`mask >> n & 1` asks for member n. Stations are numbered in reading order of their first cell, sections
in reading order of their two end cells: `legal` lists sections in that order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .cards import Deck

StationId = int
SectionId = int
DistrictId = int
Mask = int
Cell = str


def members(mask: Mask) -> Iterator[int]:
    """The numbers in a mask, smallest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(numbers: Iterator[int] | list[int] | tuple[int, ...]) -> Mask:
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


@dataclass(frozen=True, slots=True)
class Station:
    id: StationId
    cells: tuple[Cell, ...]
    symbols: int
    district: DistrictId
    tags: frozenset[str] = frozenset()

    @property
    def cell(self) -> Cell:
        return self.cells[0]


@dataclass(frozen=True, slots=True)
class Section:
    """Joins stations a and b; `ends` are the cells it touches, `path` its corners as (column, row)."""

    id: SectionId
    a: StationId
    b: StationId
    ends: tuple[Cell, Cell]
    path: tuple[tuple[int, int], ...]
    passes: tuple[Cell, ...] = ()  # aerial crossings
    tags: frozenset[str] = frozenset()

    def other(self, station: StationId) -> StationId:
        return self.b if station == self.a else self.a

    def name_from(self, start: StationId) -> str:
        """The section in notation, in the direction drawn."""
        a, b = self.ends
        return f"{a}-{b}" if start == self.a else f"{b}-{a}"


@dataclass(frozen=True, slots=True)
class Ray:
    """One way out of a station: the section, and the station it leads to."""

    section: SectionId
    target: StationId


@dataclass(frozen=True, eq=False)
class Board:
    id: str
    name: str
    columns: int
    rows: int
    lines: tuple[str, ...]
    districts: tuple[str, ...]
    secondary_districts: Mask
    central_district: DistrictId | None
    stations: tuple[Station, ...]
    sections: tuple[Section, ...]
    departures: tuple[StationId, ...]  # by line
    clash: tuple[Mask, ...]  # by section: those that it crosses, or that join the same two stations
    rays: tuple[tuple[Ray, ...], ...]  # by station, in order of section
    onward: Mapping[tuple[SectionId, StationId], SectionId]  # (section, reached) -> the next one straight on
    printed: Mask  # sections drawn before the game begins
    crossings: Mapping[Cell, Mask]  # aerial crossing -> the sections through it
    at: Mapping[Cell, StationId]
    names: Mapping[tuple[Cell, Cell], SectionId]  # both directions
    station_tags: Mapping[str, Mask]
    section_tags: Mapping[str, Mask]
    district_stations: tuple[Mask, ...]
    corners: tuple[StationId, ...]
    deck: Deck
    grid: tuple[str, ...]  # the district letter of every cell, row by row
    ratings: tuple[int, ...]  # the best total of each solo rating but the last
    scenery: Mapping[str, Any]  # what is drawn and decides nothing: the river's course, the loop's path…
    mechanics: tuple[tuple[str, Mapping[str, Any]], ...]
    modules: Mapping[str, Mapping[str, Any]]

    def tagged(self, tag: str) -> Mask:
        """The stations with a tag."""
        return self.station_tags.get(tag, 0)

    def sections_tagged(self, tag: str) -> Mask:
        return self.section_tags.get(tag, 0)

    def stations_in(self, district: DistrictId) -> Mask:
        return self.district_stations[district]
