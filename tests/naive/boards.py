"""A board read from its grids, with the sections and the pairs that cross worked out by geometry."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from tests.naive.geometry import Cell, Point, Section, cell_named, named, shared_parts

Station = str  # the name of its cell; of the first of its cells for a platform
LETTERS = {"C": "circle", "S": "square", "T": "triangle", "P": "pentagon"}
EVERY_SYMBOL = frozenset(LETTERS.values())
USUAL_CARDS = [
    f"{suit}/{face}" for suit in ("street", "underground") for face in (*LETTERS.values(), "joker")
]
USUAL_DECK = {"cards": [*USUAL_CARDS, "street/switch"], "round_ends": {"underground": 5}}
DIRECTIONS = {(1, 0): "h", (0, 1): "v", (1, 1): "\\", (-1, 1): "/"}


@dataclass(frozen=True, eq=False)
class Board:
    """What is printed on a sheet."""

    name: str
    lines: tuple[str, ...]
    station_at: dict[Cell, Station]
    symbols: dict[Station, frozenset[str]]
    district: dict[Station, str]
    main_districts: frozenset[str]
    central_district: str
    corners: frozenset[Station]
    platforms: frozenset[Station]
    monuments: frozenset[Station]
    tourist_sites: frozenset[Station]
    departures: dict[str, Station]
    crossings: dict[Cell, str]
    cards: frozenset[str]
    round_ends: dict[str, int]  # suit -> how many of its cards end a round
    sections: frozenset[Section]
    loop: frozenset[Section]
    river: frozenset[Section]
    crossed: dict[Section, frozenset[Section]]
    leaving: dict[Station, tuple[tuple[Cell, Cell, Section], ...]]

    def joins(self, section: Section) -> frozenset[Station]:
        return frozenset(self.station_at[end] for end in section.ends)

    def passes(self, section: Section) -> frozenset[Cell]:
        """The aerial crossings that a section goes through."""
        return frozenset(cell for cell in self.crossings if _through(section, cell))

    def stations_of(self, district: str) -> frozenset[Station]:
        return frozenset(station for station, its in self.district.items() if its == district)


def board(path: Path | str) -> Board:
    """The board in a file; keys that are not known here are not looked at."""
    return read(tomllib.loads(Path(path).read_text(encoding="utf-8")))


def read(file: Mapping[str, Any]) -> Board:
    letters, areas = _grid(file["stations"]), _grid(file["districts"])
    station_at = _stations(letters)
    crossings = {cell_named(name): str(way) for name, way in file.get("aerial_crossings", {}).items()}
    loop = _loop_sections(file, station_at)
    rays = _rays(letters, station_at, crossings)
    sections = frozenset(_clear_of(loop, rays, station_at) | loop)
    districts = {station: areas[cell_named(station)] for station in station_at.values()}
    right, low = max(areas)
    deck = file.get("deck", USUAL_DECK)
    river = file.get("river", {}).get("crossed_by", [])
    return Board(
        name=str(file["name"]),
        lines=tuple(file["lines"]),
        station_at=station_at,
        symbols={station: _shown(letters[cell_named(station)]) for station in districts},
        district=districts,
        main_districts=frozenset(areas.values()) - frozenset(file["secondary_districts"]),
        central_district=str(file["central_district"]),
        corners=frozenset(station_at[(x, y)] for x in (0, right) for y in (0, low) if (x, y) in station_at),
        platforms=_lettered("#", letters, station_at),
        monuments=_lettered("M", letters, station_at),
        tourist_sites=frozenset(file.get("tourist_sites", {}).get("stations", [])),
        departures={line: station_at[cell_named(name)] for line, name in file["departures"].items()},
        crossings=crossings,
        cards=frozenset(deck["cards"]),
        round_ends={} if deck["round_ends"] == "empty" else dict(deck["round_ends"]),
        sections=sections,
        loop=frozenset(loop),
        river=frozenset(Section.along(*map(cell_named, name.split("-"))) for name in river),
        crossed=_crossed(sections, station_at, crossings),
        leaving=_leaving(sections, station_at),
    )


def _grid(text: str) -> dict[Cell, str]:
    rows = [row.split() for row in text.split("\n") if row.strip()]
    return {(x, y): letter for y, row in enumerate(rows) for x, letter in enumerate(row)}


def _stations(letters: dict[Cell, str]) -> dict[Cell, Station]:
    platform = [cell for cell, letter in letters.items() if letter == "#"]
    alone = {cell: named(cell) for cell, letter in letters.items() if letter not in ".#"}
    return alone | {cell: named(platform[0]) for cell in platform}


def _shown(letter: str) -> frozenset[str]:
    return EVERY_SYMBOL if letter in "?M#" else frozenset({LETTERS[letter]})


def _lettered(wanted: str, letters: dict[Cell, str], station_at: dict[Cell, Station]) -> frozenset[Station]:
    return frozenset(station for cell, station in station_at.items() if letters[cell] == wanted)


def _rays(
    letters: dict[Cell, str], station_at: dict[Cell, Station], crossings: dict[Cell, str]
) -> set[Section]:
    """From every station along h, v, \\ and / to the next station, if a crossing on the way allows it."""
    found = set()
    for start in station_at:
        for (dx, dy), way in DIRECTIONS.items():
            cell = (start[0] + dx, start[1] + dy)
            while cell in letters and cell not in station_at and way in crossings.get(cell, way):
                cell = (cell[0] + dx, cell[1] + dy)
            if cell in station_at and station_at[cell] != station_at[start]:
                found.add(Section.along(start, cell))
    return found


def _loop_sections(file: Mapping[str, Any], station_at: dict[Cell, Station]) -> set[Section]:
    path = [cell_named(name) for name in file.get("loop", {}).get("path", [])]
    while path and path[0] not in station_at:
        path = path[1:] + path[:1]
    found, piece = set(), path[:1]
    for cell in path[1:] + path[:1]:
        piece.append(cell)
        if cell in station_at:
            found.add(Section.along(*piece))
            piece = [cell]
    return found


def _clear_of(loop: set[Section], rays: set[Section], station_at: dict[Cell, Station]) -> set[Section]:
    """The rays that touch the loop at most at their own stations, and that no piece of it replaces."""
    replaced = {frozenset(station_at[end] for end in piece.ends) for piece in loop}
    return {
        ray
        for ray in rays
        if frozenset(station_at[end] for end in ray.ends) not in replaced
        and all(_at_ends(ray, part) for piece in loop for part in shared_parts(ray, piece))
    }


def _at_ends(ray: Section, part: tuple[Point, Point]) -> bool:
    ends: set[object] = {*ray.ends}
    return part[0] == part[1] and part[0] in ends


def _crossed(
    sections: frozenset[Section], station_at: dict[Cell, Station], crossings: dict[Cell, str]
) -> dict[Section, frozenset[Section]]:
    """For each section the others that meet it anywhere but at a station or an aerial crossing."""
    allowed: set[object] = {*station_at, *crossings}
    crossed: dict[Section, set[Section]] = {section: set() for section in sections}
    for one, other in combinations(sections, 2):
        if any(first != last or first not in allowed for first, last in shared_parts(one, other)):
            crossed[one].add(other)
            crossed[other].add(one)
    return {section: frozenset(others) for section, others in crossed.items()}


def _leaving(
    sections: frozenset[Section], station_at: dict[Cell, Station]
) -> dict[Station, tuple[tuple[Cell, Cell, Section], ...]]:
    found: dict[Station, list[tuple[Cell, Cell, Section]]] = {station: [] for station in station_at.values()}
    for section in sorted(sections):
        for start, end in (section.ends, section.ends[::-1]):
            found[station_at[start]].append((start, end, section))
    return {station: tuple(ways) for station, ways in found.items()}


def _through(section: Section, cell: Cell) -> bool:
    here = Section((cell, cell))
    return any(shared_parts(Section(segment), here) for segment in section.segments())
