"""A city: stations, sections and which of them exclude each other. All derived once, then only read.

Stations, sections and districts are numbered from 0; a set of them is an int used as a bit mask, so that
`mask >> n & 1` asks for member n. Stations are numbered in reading order of their first cell, sections
in reading order of their two end cells: `legal` lists sections in that order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
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


def mask_of(numbers: Iterable[int]) -> Mask:
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
    """What a board file says, and below what follows from it."""

    id: str
    name: str
    columns: int
    rows: int
    lines: tuple[str, ...]
    grid: tuple[str, ...]  # the district letter of every cell, row by row
    secondary_districts: Mask
    central_district: DistrictId | None
    stations: tuple[Station, ...]
    sections: tuple[Section, ...]
    departures: tuple[StationId, ...]  # by line
    clash: tuple[Mask, ...]  # by section: those that it crosses, or that join the same two stations
    onward: Mapping[tuple[SectionId, StationId], SectionId]  # (section, reached) -> the next one straight on
    deck: Deck
    ratings: tuple[int, ...]  # the best total of each solo rating but the last
    scenery: Mapping[str, Any]  # what is drawn and decides nothing: the river's course, the loop's path…
    mechanics: tuple[tuple[str, Mapping[str, Any]], ...]
    modules: Mapping[str, Mapping[str, Any]]

    @cached_property
    def districts(self) -> tuple[str, ...]:
        return tuple(sorted(set("".join(self.grid))))

    @cached_property
    def district_stations(self) -> tuple[Mask, ...]:
        found = [0] * len(self.districts)
        for station in self.stations:
            found[station.district] |= 1 << station.id
        return tuple(found)

    @cached_property
    def at(self) -> Mapping[Cell, StationId]:
        return {cell: station.id for station in self.stations for cell in station.cells}

    @cached_property
    def corners(self) -> tuple[StationId, ...]:
        """The stations in the corners of the grid, in reading order."""
        right, last = chr(ord("a") + self.columns - 1), self.rows - 1
        cells = ("a0", f"{right}0", f"a{last}", f"{right}{last}")
        return tuple(self.at[cell] for cell in cells if cell in self.at)

    @cached_property
    def names(self) -> Mapping[tuple[Cell, Cell], SectionId]:
        """The section between two cells, in both directions."""
        there = {section.ends: section.id for section in self.sections}
        return there | {section.ends[::-1]: section.id for section in self.sections}

    @cached_property
    def rays(self) -> tuple[tuple[Ray, ...], ...]:
        """By station: the ways out of it, in order of section."""
        found: list[list[Ray]] = [[] for _ in self.stations]
        for section in self.sections:
            found[section.a].append(Ray(section.id, section.b))
            found[section.b].append(Ray(section.id, section.a))
        return tuple(map(tuple, found))

    @cached_property
    def crossings(self) -> Mapping[Cell, Mask]:
        """Aerial crossing -> the sections through it."""
        return _masks((cell, section.id) for section in self.sections for cell in section.passes)

    @cached_property
    def station_tags(self) -> Mapping[str, Mask]:
        return _masks((tag, station.id) for station in self.stations for tag in station.tags)

    @cached_property
    def section_tags(self) -> Mapping[str, Mask]:
        return _masks((tag, section.id) for section in self.sections for tag in section.tags)

    @cached_property
    def printed(self) -> Mask:
        """The sections that are drawn before the game begins."""
        return self.sections_tagged("loop")

    def tagged(self, tag: str) -> Mask:
        """The stations with a tag."""
        return self.station_tags.get(tag, 0)

    def sections_tagged(self, tag: str) -> Mask:
        return self.section_tags.get(tag, 0)

    def stations_in(self, district: DistrictId) -> Mask:
        return self.district_stations[district]


def _masks(pairs: Iterable[tuple[str, int]]) -> dict[str, Mask]:
    found: dict[str, Mask] = {}
    for key, number in pairs:
        found[key] = found.get(key, 0) | 1 << number
    return found
