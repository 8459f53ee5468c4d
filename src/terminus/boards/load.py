"""A board file becomes a `Board`, or a list of places and reasons why it cannot."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from ..rules.board import Board, Ray, Section, Station, mask_of
from ..rules.cards import Deck
from ..rules.errors import BadBoard
from ..rules.symbols import ALL, SYMBOLS
from .deck import read_deck
from .fields import SUB_TABLES, TOP_LEVEL, Fields, has_control_characters
from .figures import check_mechanics
from .geometry import Path, Point, cell_name, cell_point, crosses, is_pair_of_headings, is_polyline
from .loop import pieces
from .sections import Terrain, clashes, derive, onward, reachable

LETTERS = {"C": "circle", "S": "square", "T": "triangle", "P": "pentagon"}
WILD = {"?": frozenset({"wild"}), "M": frozenset({"monument"}), "#": frozenset({"platform"})}
LINES = 4
MAX_SIDE = 26


def load_board(text: str, board_id: str) -> Board:
    """The board that a file describes; raises `BadBoard` with every fault found."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadBoard([f"it is not valid TOML: {error}"]) from None
    return _Loader(table, board_id).board()


class _Loader:
    """Reads one file. Each step needs the ones before it: if they found faults it stops there."""

    def __init__(self, table: Mapping[str, Any], board_id: str) -> None:
        self.faults: list[str] = []
        self.file = Fields(table, self.faults)
        self.id = board_id
        self.file.only(*TOP_LEVEL)
        for key, value in table.items():
            if has_control_characters(value):
                self.file.fault(key, "a text may not hold control characters")
        for key, known in SUB_TABLES.items():
            self.file.table_of(key).only(*known)

    def stop_if_faulty(self) -> None:
        if self.faults:
            raise BadBoard(self.faults)

    def board(self) -> Board:
        name = self.file.text("name")
        self.lines = self._lines()
        self._grids()
        deck = read_deck(self.file)
        self.stop_if_faulty()
        stations = self._stations()
        self.departures = self._departures()
        self.stop_if_faulty()
        self.stations = self._tag(stations)
        sections = self._sections()
        self.stop_if_faulty()
        self._check_playable(sections)
        districts = sorted({letter for row in self.district_grid for letter in row})
        board = self._assemble(name, districts, sections, deck)
        check_mechanics(board, self.file)
        self.stop_if_faulty()
        return board

    # -- grids -----------------------------------------------------------------------------------

    def _lines(self) -> list[str]:
        lines = self.file.texts("lines")
        if lines and (len(lines) != LINES or len(set(lines)) != LINES):
            self.file.fault("lines", f"there must be {LINES} different ones, not {', '.join(lines)}")
        if not all(map(str.strip, lines)):
            self.file.fault("lines", "a line needs a name")
        return lines

    def _grids(self) -> None:
        self.grid = self.file.grid("stations")
        self.district_grid = self.file.grid("districts")
        self.rows, self.columns = len(self.grid), len(self.grid[0]) if self.grid else 0
        if not 2 <= self.rows <= MAX_SIDE or not 2 <= self.columns <= MAX_SIDE:
            self.file.fault("stations", f"a board has 2 to {MAX_SIDE} rows and columns")
        if [len(row) for row in self.grid] != [len(row) for row in self.district_grid]:
            self.file.fault("districts", "the grid has another shape than stations")
        for y, row in enumerate(self.grid):
            for x, letter in enumerate(row):
                if letter not in LETTERS and letter not in WILD and letter != ".":
                    self.file.fault("stations", f"{cell_name((x, y))}: unknown symbol «{letter}»")

    def _stations(self) -> list[Station]:
        self.at: dict[Point, int] = {}
        stations: list[Station] = []
        for y, row in enumerate(self.grid):
            for x, letter in enumerate(row):
                if letter == "." or (x, y) in self.at:
                    continue
                cells = self._platform((x, y)) if letter == "#" else [(x, y)]
                self.at.update((cell, len(stations)) for cell in cells)
                stations.append(self._station(len(stations), cells, letter))
        for symbol in LETTERS.values():
            if all(s.symbols != SYMBOLS[symbol] for s in stations):
                self.file.fault("stations", f"no station has the symbol {symbol}, so its cards are dead")
        return stations

    def _station(self, number: int, cells: list[Point], letter: str) -> Station:
        districts = {self.district_grid[y][x] for x, y in cells}
        if len(districts) > 1:
            self.file.fault("districts", f"the platform at {cell_name(cells[0])} lies in several districts")
        symbols = SYMBOLS[LETTERS[letter]] if letter in LETTERS else ALL
        index = sorted({d for row in self.district_grid for d in row}).index(min(districts))
        return Station(number, tuple(map(cell_name, cells)), symbols, index, WILD.get(letter, frozenset()))

    def _platform(self, start: Point) -> list[Point]:
        """All cells of the platform that this cell belongs to, in reading order."""
        found, waiting = {start}, [start]
        while waiting:
            x, y = waiting.pop()
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if cell not in found and self._letter(cell) == "#":
                    found.add(cell)
                    waiting.append(cell)
        return sorted(found, key=lambda point: (point[1], point[0]))

    def _letter(self, point: Point) -> str:
        x, y = point
        return self.grid[y][x] if 0 <= x < self.columns and 0 <= y < self.rows else "."

    def _station_at(self, fields: Fields, key: str, cell: object) -> int | None:
        point = cell_point(cell) if isinstance(cell, str) else None
        if point in self.at:
            return self.at[point]
        fields.fault(key, f"there is no station at «{cell}»")
        return None

    # -- features --------------------------------------------------------------------------------

    def _departures(self) -> list[int]:
        fields = self.file.table_of("departures", required=True)
        for line in fields.table.keys() - set(self.lines):
            fields.fault(line, "there is no such line")
        found = []
        for line in self.lines:
            if line not in fields.table:
                fields.fault(line, "missing")
            elif (station := self._station_at(fields, line, fields.table[line])) is not None:
                found.append(station)
        if len(set(found)) < len(found):
            self.file.fault("departures", "two lines depart from one station")
        return found

    def _tag(self, stations: list[Station]) -> list[Station]:
        tags: dict[int, set[str]] = {s.id: set(s.tags) for s in stations}
        for departure in self.departures:
            tags[departure].add("departure")
        for table, tag in (("tourist_sites", "tourist"), ("loop", "loop")):
            if table in self.file.table:
                fields = self.file.table_of(table)
                for cell in fields.texts("stations"):
                    if (station := self._station_at(fields, "stations", cell)) is not None:
                        tags[station].add(tag)
        return [Station(s.id, s.cells, s.symbols, s.district, frozenset(tags[s.id])) for s in stations]

    def _loop(self) -> list[Path]:
        if "loop" not in self.file.table:
            return []
        return pieces(self.file.table_of("loop"), self.at, self.columns, self.rows)

    def _crossings(self) -> dict[Point, str]:
        fields = self.file.table_of("aerial_crossings")
        found = {}
        for cell, directions in fields.table.items():
            point = cell_point(cell)
            if point is None or point in self.at or point[0] >= self.columns or point[1] >= self.rows:
                fields.fault(cell, "an aerial crossing stands in an empty cell of the grid")
            elif not isinstance(directions, str) or not is_pair_of_headings(directions):
                fields.fault(cell, "needs two different directions of h, v, \\ and /")
            else:
                found[point] = directions
        return found

    def _sections(self) -> tuple[Section, ...]:
        if self.file.text("sections", "every-ray") != "every-ray":
            self.file.fault("sections", 'only "every-ray" is known')
        crossings, loop = self._crossings(), self._loop()
        self.stop_if_faulty()
        river = self.file.table_of("river")
        river.text("name", "")
        crossed = river.texts("crossed_by", [])
        tags = {frozenset(name.split("-")): frozenset({"river"}) for name in crossed}
        self.terrain = Terrain(self.columns, self.rows, self.stations, self.at, crossings, loop, tags)
        sections = derive(self.terrain)
        self._check_crossed(river, crossed, sections)
        for point in crossings:
            through = sum(cell_name(point) in section.passes for section in sections)
            if through != 2:
                self.file.fault(
                    "aerial_crossings", f"{cell_name(point)} is passed by {through} sections, not two"
                )
        self._check_course(river, sections)
        return sections

    def _check_crossed(self, river: Fields, crossed: list[str], sections: tuple[Section, ...]) -> None:
        """What the river crosses are sections of the board, each named once, in either direction."""
        named = [tuple(name.split("-")) for name in crossed]
        known = {name for section in sections for name in (section.ends, section.ends[::-1])}
        for name, ends in zip(crossed, named, strict=True):
            if ends not in known:
                river.fault("crossed_by", f"there is no section {name}")
            elif named.count(ends) + named.count(ends[::-1]) > 1:
                river.fault("crossed_by", f"{name} is there twice")

    def _check_course(self, river: Fields, sections: tuple[Section, ...]) -> None:
        """A river that is drawn passes under exactly the sections that it is said to."""
        course = river.table.get("course")
        if course is None:
            return
        if not is_polyline(course):
            river.fault("course", "must list points, each a column and a row")
            return
        for section in sections:
            if crosses(course, section.path) != ("river" in section.tags):
                said = "is" if "river" in section.tags else "is not"
                river.fault(
                    "course", f"{'-'.join(section.ends)} {said} in crossed_by, the course says otherwise"
                )

    def _scenery(self) -> dict[str, Any]:
        tables = ("river", "loop", "aerial_crossings")
        found: dict[str, Any] = {
            name: dict(self.file.table[name]) for name in tables if name in self.file.table
        }
        if "note" in self.file.table:
            found["note"] = self.file.text("note")
        return found

    # -- the whole -------------------------------------------------------------------------------

    def _check_playable(self, sections: tuple[Section, ...]) -> None:
        for line, departure in zip(self.lines, self.departures, strict=True):
            if not any(departure in (s.a, s.b) for s in sections):
                self.file.fault("departures", f"no section leaves the departure of {line}")
        seen = reachable(sections, self.departures)
        visited = {cell for s in self.stations if s.id in seen for cell in s.cells}
        letters = {
            self.district_grid[y][x]
            for y in range(self.rows)
            for x in range(self.columns)
            if cell_name((x, y)) in visited
        }
        for district in sorted({d for row in self.district_grid for d in row} - letters):
            self.file.fault("districts", f"no line can ever reach district {district}")

    def _district(self, key: str, letter: str, districts: list[str]) -> int:
        if letter not in districts:
            self.file.fault(key, f"there is no district «{letter}»")
            return 0
        return districts.index(letter)

    def _assemble(self, name: str, districts: list[str], sections: tuple[Section, ...], deck: Deck) -> Board:
        central = self.file.text("central_district", "")
        secondary = self.file.texts("secondary_districts", [])
        names = {}
        for section in sections:
            names[section.ends] = names[section.ends[::-1]] = section.id
        corner_points = [(0, 0), (self.columns - 1, 0), (0, self.rows - 1), (self.columns - 1, self.rows - 1)]
        crossings = {
            cell_name(point): mask_of([s.id for s in sections if cell_name(point) in s.passes])
            for point in self.terrain.crossings
        }
        mechanics = self.file.tables("mechanics")
        return Board(
            id=self.id,
            name=name,
            columns=self.columns,
            rows=self.rows,
            lines=tuple(self.lines),
            districts=tuple(districts),
            secondary_districts=mask_of(
                [self._district("secondary_districts", d, districts) for d in secondary]
            ),
            central_district=self._district("central_district", central, districts) if central else None,
            stations=tuple(self.stations),
            sections=sections,
            departures=tuple(self.departures),
            clash=clashes(sections),
            rays=tuple(_rays(sections, station) for station in range(len(self.stations))),
            onward=onward(self.terrain, sections),
            printed=mask_of([s.id for s in sections if "loop" in s.tags]),
            crossings=crossings,
            at={cell_name(point): station for point, station in self.at.items()},
            names=names,
            station_tags=_by_tag(self.stations),
            section_tags=_by_tag(sections),
            district_stations=tuple(
                mask_of([s.id for s in self.stations if s.district == d]) for d in range(len(districts))
            ),
            corners=tuple(self.at[point] for point in corner_points if point in self.at),
            deck=deck,
            grid=tuple("".join(row) for row in self.district_grid),
            ratings=tuple(self.file.table_of("solo", required=True).numbers("ratings")),
            scenery=self._scenery(),
            mechanics=tuple(
                (str(t.get("rule")), {k: v for k, v in t.items() if k != "rule"}) for t in mechanics
            ),
            modules=dict(self.file.table_of("modules").table),
        )


def _rays(sections: tuple[Section, ...], station: int) -> tuple[Ray, ...]:
    return tuple(Ray(s.id, s.other(station)) for s in sections if station in (s.a, s.b))


def _by_tag(things: list[Station] | tuple[Section, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for thing in things:
        for tag in thing.tags:
            found[tag] = found.get(tag, 0) | 1 << thing.id
    return found
