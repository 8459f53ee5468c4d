"""A city: stations, sections and which of them exclude each other. All derived once, then only read.

Stations, sections and districts are numbered from 0; a set of them is an int used as a bit mask, so that
`mask >> n & 1` asks for member n. Stations are numbered in reading order of their first cell, sections
in reading order of their two end cells: `legal` lists sections in that order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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
    # Of a board that does not ship: the document it was made from, which every log of a game on it carries.
    city: Mapping[str, Any] | None = field(default=None, compare=False)

    # What follows from these. (Worked out at once: a property would cost a game more than all of them do.)
    districts: tuple[str, ...] = field(init=False)
    district_stations: tuple[Mask, ...] = field(init=False)
    at: Mapping[Cell, StationId] = field(init=False)
    corners: tuple[StationId, ...] = field(init=False)  # in reading order
    names: Mapping[tuple[Cell, Cell], SectionId] = field(init=False)  # both directions
    rays: tuple[tuple[Ray, ...], ...] = field(init=False)  # by station, in order of section
    crossings: Mapping[Cell, Mask] = field(init=False)  # aerial crossing -> the sections through it
    station_tags: Mapping[str, Mask] = field(init=False)
    section_tags: Mapping[str, Mask] = field(init=False)
    printed: Mask = field(init=False)  # sections drawn before the game begins

    def __post_init__(self) -> None:
        districts = tuple(sorted(set("".join(self.grid))))
        at = {cell: station.id for station in self.stations for cell in station.cells}
        section_tags = _masks((tag, section.id) for section in self.sections for tag in section.tags)
        self._derive(
            districts=districts,
            district_stations=tuple(
                mask_of(s.id for s in self.stations if s.district == d) for d in range(len(districts))
            ),
            at=at,
            corners=tuple(at[cell] for cell in corner_cells(self.columns, self.rows) if cell in at),
            names={ends: s.id for s in self.sections for ends in (s.ends, s.ends[::-1])},
            rays=_rays(self.stations, self.sections),
            crossings=_masks((cell, section.id) for section in self.sections for cell in section.passes),
            station_tags=_masks((tag, station.id) for station in self.stations for tag in station.tags),
            section_tags=section_tags,
            printed=section_tags.get("loop", 0),
        )

    def _derive(self, **values: object) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

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


def corner_cells(columns: int, rows: int) -> tuple[Cell, ...]:
    right, last = chr(ord("a") + columns - 1), rows - 1
    return "a0", f"{right}0", f"a{last}", f"{right}{last}"


def _rays(stations: Sequence[Station], sections: Iterable[Section]) -> tuple[tuple[Ray, ...], ...]:
    found: list[list[Ray]] = [[] for _ in stations]
    for section in sections:
        found[section.a].append(Ray(section.id, section.b))
        found[section.b].append(Ray(section.id, section.a))
    return tuple(map(tuple, found))
