"""The boards that ship: their counts, and their geometry worked out a second time by the naive witness."""

import tomllib
from collections import Counter

import pytest
from tests.naive.geometry import Section
from tests.witness import BOARDS as FOLDER
from tests.witness import CITIES, naive_board

from terminus.boards import BOARDS, board, shipped_boards
from terminus.boards.sections import crossing_pairs
from terminus.rules.board import Board, members
from terminus.rules.symbols import ALL, SYMBOLS


def count(mask: int) -> int:
    return mask.bit_count()


def test_every_file_ships_and_every_board_loads() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.toml")) == sorted(shipped_boards())
    assert BOARDS == CITIES
    for name in shipped_boards():
        assert board(name).id == name


@pytest.mark.parametrize(
    ("name", "stations", "sections", "crossing"),
    [("london", 53, 155, 116), ("tokyo", 52, 132, 65), ("paris", 53, 157, 82)],
)
def test_counts(name: str, stations: int, sections: int, crossing: int) -> None:
    city = board(name)
    assert len(city.stations) == stations
    assert len(city.sections) == sections
    assert len(crossing_pairs(city.sections)) == crossing
    assert (city.columns, city.rows, len(city.districts)) == (10, 10, 13)
    assert len(city.corners) == len(set(city.corners)) == 4


def test_what_is_printed_on_each_sheet() -> None:
    london, tokyo, paris = map(board, CITIES)
    assert count(london.sections_tagged("river")) == 24
    assert count(london.tagged("tourist")) == 5
    assert london.at["f3"] in members(london.tagged("tourist") & london.tagged("wild"))
    assert count(tokyo.printed) == count(tokyo.tagged("loop")) == 8
    assert count(paris.tagged("monument")) == 8
    platforms = [station.cells for station in paris.stations if "platform" in station.tags]
    assert platforms == [("e4", "f4", "e5", "f5")]
    assert len(paris.crossings) == 8
    assert all(count(through) == 2 for through in paris.crossings.values())


@pytest.mark.parametrize(
    ("name", "central", "secondary"), [("london", 9, "AELM"), ("tokyo", 8, "ADLM"), ("paris", 1, "ADGLM")]
)
def test_districts(name: str, central: int, secondary: str) -> None:
    city = board(name)
    assert city.central_district is not None
    assert city.districts[city.central_district] == "G"
    assert count(city.stations_in(city.central_district)) == central
    assert "".join(city.districts[d] for d in members(city.secondary_districts)) == secondary
    assert sum(map(count, city.district_stations)) == len(city.stations)
    for corner in city.corners:
        assert count(city.stations_in(city.stations[corner].district)) == 1


@pytest.mark.parametrize("name", shipped_boards())
def test_the_river_passes_under_exactly_the_sections_that_are_said_to(name: str) -> None:
    city = board(name)
    said = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8")).get("river", {}).get("crossed_by", [])
    tagged = {"-".join(city.sections[n].ends) for n in members(city.sections_tagged("river"))}
    assert {frozenset(word.split("-")) for word in said} == {frozenset(word.split("-")) for word in tagged}


def test_the_thames_flows_without_a_gap_across_the_map() -> None:
    """Each column between the banks is spanned: the course goes from left of the grid to right of it."""
    course = board("london").scenery["river"]["course"]
    assert course[0][0] < 0
    assert course[-1][0] > 9
    assert [x for x, _ in course] == sorted(x for x, _ in course)


# --- a second derivation -----------------------------------------------------------------------


def path_of(city: Board, number: int) -> Section:
    return Section.along(*city.sections[number].path)


@pytest.mark.parametrize("name", shipped_boards())
def test_the_witness_derives_the_same_stations(name: str) -> None:
    city, naive = board(name), naive_board(name)
    assert {cell: city.stations[n].cell for cell, n in city.at.items()} == {
        f"{chr(97 + x)}{y}": station for (x, y), station in naive.station_at.items()
    }
    for station in city.stations:
        shown = {symbol for symbol, bit in SYMBOLS.items() if station.symbols & bit}
        assert shown == naive.symbols[station.cell]
        assert city.districts[station.district] == naive.district[station.cell]
    assert {city.stations[n].cell for n in city.corners} == naive.corners
    departures = [city.stations[n].cell for n in city.departures]
    assert dict(zip(city.lines, departures, strict=True)) == naive.departures
    assert {city.stations[n].cell for n in members(city.tagged("monument"))} == naive.monuments


@pytest.mark.parametrize("name", shipped_boards())
def test_the_witness_derives_the_same_sections_and_crossings(name: str) -> None:
    city, naive = board(name), naive_board(name)
    assert {path_of(city, n) for n in range(len(city.sections))} == naive.sections
    crossed: dict[Section, set[Section]] = {path_of(city, s.id): set() for s in city.sections}
    for one, other in crossing_pairs(city.sections):
        crossed[path_of(city, one)].add(path_of(city, other))
        crossed[path_of(city, other)].add(path_of(city, one))
    assert crossed == naive.crossed


@pytest.mark.parametrize("name", shipped_boards())
def test_a_clash_is_a_crossing_or_a_second_way_between_two_stations(name: str) -> None:
    city, naive = board(name), naive_board(name)
    for section in city.sections:
        mine = path_of(city, section.id)
        clashing = {path_of(city, n) for n in members(city.clash[section.id])}
        beside = {other for other in naive.sections - {mine} if naive.joins(other) == naive.joins(mine)}
        assert clashing == naive.crossed[mine] | beside


@pytest.mark.parametrize("name", shipped_boards())
def test_numbers_follow_the_reading_order(name: str) -> None:
    city = board(name)
    cells = [(int(s.cell[1:]), s.cell[0]) for s in city.stations]
    assert cells == sorted(cells)
    ends = [[(int(cell[1:]), cell[0]) for cell in s.ends] for s in city.sections]
    assert ends == sorted(ends)
    assert [s.id for s in city.stations] == list(range(len(city.stations)))
    assert [s.id for s in city.sections] == list(range(len(city.sections)))


@pytest.mark.parametrize("name", shipped_boards())
def test_every_section_has_two_names_and_two_rays(name: str) -> None:
    city = board(name)
    for section in city.sections:
        a, b = section.ends
        assert city.names[a, b] == city.names[b, a] == section.id
        assert (city.at[a], city.at[b]) == (section.a, section.b)
    rays = Counter(ray.section for rays in city.rays for ray in rays)
    assert rays == dict.fromkeys(range(len(city.sections)), 2)


@pytest.mark.parametrize("name", shipped_boards())
def test_every_symbol_is_shown_and_wild_stations_show_all(name: str) -> None:
    city = board(name)
    for station in city.stations:
        wild = bool(station.tags & {"wild", "monument", "platform"})
        assert (station.symbols == ALL) == wild
