"""What scores: lines, network, marks, winners and ratings (R4.1–R7.9)."""

from dataclasses import replace

import pytest
from tests.rules.seat import Seat, network, seat
from tests.strategies import ruleset

from terminus.boards import BOARDS, board
from terminus.record.scores import solo
from terminus.rules.mechanics.gates import BONUSES
from terminus.rules.score import Item, SoloScore, ranking, rating, total, winners
from terminus.rules.table import pencils_of, start

# --- lines -------------------------------------------------------------------------------------


def test_r4_1_districts_times_most_stations_in_one_district() -> None:
    """b1 and a0 lie in A, c0 in B, e0 in C: three districts, two stations in A."""
    red = seat("toy", "red").inked("b1-a0 a0-c0 c0-e0")
    assert (red.line_score.districts, red.line_score.stations, red.line_score.total) == (3, 2, 6)


def test_r4_1_the_departure_counts_and_order_does_not() -> None:
    apart = seat("toy", "red").inked("b1-c2 c2-d3 d3-e4")  # A E J J
    assert (apart.line_score.districts, apart.line_score.stations) == (3, 2)


def test_an_undrawn_line_is_all_zeros() -> None:
    score = seat("toy", "red").line_score
    assert (score.districts, score.stations, score.bonus, score.total) == (0, 0, 0, 0)


def test_r4_2_two_for_each_section_under_the_river() -> None:
    red = seat("toy", "red").inked("b1-b3")
    assert red.line_score.bonus == 2
    assert red.line_score.total == 2 * 1 + 2


def test_r4_2_both_tracks_of_a_double_section_pass_under_it() -> None:
    drawn = seat("toy", "red").inked("b1-b3").takes("teal").inked("b3-b1")
    assert drawn.line_score.bonus == 2
    assert total(item for item in drawn.items if item.rule == "river") == 4


def test_r6_5_two_for_each_monument() -> None:
    """f1 and i1 in C, with g0; g3 and h3 in F: two districts of three stations and one monument."""
    blue = seat("paris", "blue").inked("h3-g3 g3-g0 g0-f1 f1-i1")
    assert (blue.line_score.districts, blue.line_score.stations, blue.line_score.bonus) == (2, 3, 2)


# --- circles and doubled districts (R7.7) ------------------------------------------------------


def test_r7_7_a_circled_station_counts_as_two_in_its_district() -> None:
    plain = seat("toy", "red").inked("b1-a0 a0-c0")
    assert plain.line_score.stations == 2
    assert plain.marked(circled="a0").line_score.stations == 3
    assert plain.marked(circled="c0").line_score.stations == 2


def test_r7_7_a_doubled_district_counts_as_two() -> None:
    plain = seat("toy", "red").inked("b1-a0 a0-c0")
    assert plain.marked(doubled="A").line_score.districts == 3


def test_r7_7_marks_count_for_their_line_alone() -> None:
    red = seat("toy", "red").inked("b1-a0").marked(circled="b1", doubled="A")
    gold = red.takes("gold").inked("d1-b1")
    assert (gold.line_score.districts, gold.line_score.stations) == (2, 1)


def test_r7_7_never_for_monuments_boxes_interchanges_or_stamps() -> None:
    paris = seat("paris", "blue").inked("h3-g3 g3-g0 g0-f1 f1-i1")
    assert paris.marked(circled="i1").line_score.bonus == paris.line_score.bonus
    london = seat("london", "green").inked("d2-c3 c3-a3")
    assert london.marked(circled="a3").extras == london.extras
    tokyo = seat("tokyo", "purple").inked("d0-c0 c0-a0")
    assert tokyo.marked(circled="a0").extras == tokyo.extras


# --- the network -------------------------------------------------------------------------------


@pytest.mark.parametrize(("marks", "points"), list(enumerate((0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25, 25, 25))))
def test_r4_3_tourist_boxes(marks: int, points: int) -> None:
    """At most ten boxes are marked in a game."""
    london = board("london")
    sites = [s.id for s in london.stations if "tourist" in s.tags]
    drawn = seat("london", "purple")
    for line in london.lines:
        drawn = drawn.takes(line)
        here, marks = min(marks, 5), marks - min(marks, 5)
        drawn = with_stations(drawn, [london.stations[n].cell for n in sites[:here]])
    assert drawn.extras["tourist"] == points


def with_stations(drawn: Seat, cells: list[str]) -> Seat:
    """The line as if it served these stations: what scores asks for no more."""
    mask = sum(1 << drawn.board.at[cell] for cell in cells)
    line = replace(drawn.position.line, stations=mask)
    sheet = drawn.position.sheet.with_line(drawn.position.pencil, line)
    return replace(drawn, position=replace(drawn.position, sheet=sheet))


@pytest.mark.parametrize(("lines", "points"), [(1, 0), (2, 2), (3, 5), (4, 9)])
@pytest.mark.parametrize("city", ["london", "paris"])
def test_r4_4_r6_7_interchanges(city: str, lines: int, points: int) -> None:
    drawn = seat(city, board(city).lines[0])
    cell = {"london": "f3", "paris": "f5"}[city]  # the central station; the platform by its last cell
    for line in board(city).lines[:lines]:
        drawn = with_stations(drawn.takes(line), [cell])
    assert drawn.extras["interchanges"] == points


@pytest.mark.parametrize(("lines", "points", "on_loop"), [(1, 0, 0), (2, 0, 5), (3, 5, 15), (4, 15, 30)])
def test_r5_6_interchanges_in_tokyo_count_the_loop(lines: int, points: int, on_loop: int) -> None:
    for cell, expected in (("a0", points), ("f2", on_loop)):
        drawn = seat("tokyo", "purple")
        for line in board("tokyo").lines[:lines]:
            drawn = with_stations(drawn.takes(line), [cell])
        assert drawn.extras["interchanges"] == expected


def test_r5_4_a_district_is_stamped_once() -> None:
    once = with_stations(seat("tokyo", "purple"), ["a0", "c0", "d0", "e3"])
    assert once.extras["stamps"] == 0
    twice = with_stations(once.takes("blue"), ["a0", "c0", "d0", "e3"])
    assert twice.extras["stamps"] == 10 + 5  # A and B; c0 and d0 share B, and G has no stamp
    assert with_stations(twice.takes("pink"), ["a0", "c0"]).extras["stamps"] == 15


def test_r5_4_the_loop_is_no_line_of_the_player() -> None:
    """No loop station lies in an outer district, so a board of its own would be needed to see it there."""
    outer = set(dict(dict(board("tokyo").mechanics)["stamps"])["values"])
    tokyo = board("tokyo")
    for station in tokyo.stations:
        if "loop" in station.tags:
            assert tokyo.districts[station.district] not in outer


def test_r5_5_three_are_lost_for_each_loop_station_that_no_line_serves() -> None:
    empty = seat("tokyo", "purple")
    assert empty.extras["loop"] == -24
    one = empty.inked("d0-f0 f0-f2")
    assert one.extras["loop"] == -21
    assert one.takes("brown").inked("j3-h1 h1-g1 g1-f2").extras["loop"] == -21


def test_r6_6_crossings_passed_once_and_twice() -> None:
    orange = seat("paris", "orange").inked("d2-d0")
    assert orange.extras["crossings"] == 2
    assert orange.inked("d0-b0 b0-b1 b1-e1").extras["crossings"] == 6
    assert orange.takes("blue").inked("h3-j3").extras["crossings"] == 4


# --- objectives (R7.1) -------------------------------------------------------------------------

ALL_CELLS = {name: [station.cell for station in board(name).stations] for name in BOARDS}


def objective(city: str, name: str, cells: list[str], lines: int = 1) -> int:
    """What this objective gives if so many lines serve these stations."""
    other = next(o for o in board(city).modules["objectives"]["objectives"] if o != name)
    drawn = seat(city, board(city).lines[0], objectives=(name, other))
    for line in board(city).lines[:lines]:
        drawn = with_stations(drawn.takes(line), cells)
    return next(item.value for item in drawn.items if item.how.get("objective") == name)


def cells_of(city: str, *, tag: str = "", district: str = "") -> list[str]:
    where = board(city)
    return [
        s.cell
        for s in where.stations
        if (not tag or tag in s.tags) and (not district or where.districts[s.district] == district)
    ]


@pytest.mark.parametrize(
    ("city", "name", "cells", "lines"),
    [
        ("london", "interchanges", ALL_CELLS["london"][:8], 2),
        ("london", "tourist-sites", cells_of("london", tag="tourist"), 1),
        ("london", "central-district", cells_of("london", district="G"), 1),
        ("tokyo", "whole-loop", cells_of("tokyo", tag="loop"), 1),
        ("tokyo", "central-district", cells_of("tokyo", district="G"), 1),
        ("tokyo", "great-interchange", ["f2"], 3),
        ("tokyo", "great-interchange", ["a0"], 4),
        ("tokyo", "stamps", ["a0", "j0", "a9", "h9"], 2),
        ("paris", "triple-interchanges", ["a0", "b0", "e4"], 3),
        ("paris", "monuments", cells_of("paris", tag="monument")[:6], 1),
        ("paris", "whole-district", cells_of("paris", district="B"), 1),
    ],
)
def test_r7_1_an_objective_is_fulfilled_and_not_with_one_less(
    city: str, name: str, cells: list[str], lines: int
) -> None:
    assert objective(city, name, cells, lines) == 10
    assert objective(city, name, cells[1:], lines) == 0
    if lines > 1:
        assert objective(city, name, cells, lines - 1) == 0


@pytest.mark.parametrize("city", ["london", "tokyo"])
def test_r7_1_a_station_in_every_district(city: str) -> None:
    where = board(city)
    one_each = [cells_of(city, district=letter)[0] for letter in where.districts]
    assert objective(city, "all-districts", one_each) == 10
    assert objective(city, "all-districts", one_each[:-1]) == 0


def test_r7_1_paris_long_line_is_one_line_and_a_doubled_district_counts_once() -> None:
    six = [cells_of("paris", district=letter)[0] for letter in "ABCEFH"]
    assert objective("paris", "long-line", six) == 0
    assert objective("paris", "long-line", [*six, "g6"]) == 10
    drawn = with_stations(seat("paris", "orange", objectives=("long-line", "monuments")), six)
    assert drawn.marked(doubled="A").extras["objectives"] == 0
    split = with_stations(drawn.takes("blue"), ["g6"])
    assert split.extras["objectives"] == 0


def test_r7_1_a_whole_secondary_district_is_not_enough_in_paris() -> None:
    assert objective("paris", "whole-district", ["a0", "j0", "a9", "j9", "e4"]) == 0


def test_r7_1_london_river_counts_sections_of_all_lines() -> None:
    lines = {"green": "d2-d6 d6-e5", "purple": "c5-b4 b4-c3 c3-c4"}
    drawn = network("london", lines, objectives=("river", "interchanges"))
    under = sum(item.value for item in drawn.items if item.rule == "river") // 2
    assert under == 4
    more = drawn.takes("pink").inked("h3-h5 h5-i4")
    assert more.extras["objectives"] == 10
    assert drawn.extras["objectives"] == 0


def test_r7_1_two_crossings_passed_twice() -> None:
    lines = {"orange": "d2-d0 d0-b0 b0-b1 b1-e1", "blue": "h3-j3 j3-j1 j1-i2 i2-i7"}
    drawn = network("paris", lines, objectives=("double-crossings", "monuments"))
    assert drawn.extras == {"crossings": 12, "interchanges": 0, "objectives": 10}
    less = network("paris", {"orange": lines["orange"]}, objectives=("double-crossings", "monuments"))
    assert less.extras["objectives"] == 0


# --- winners and ratings -----------------------------------------------------------------------


def items(first: int, *lines: int, extra: int = 0) -> list[Item]:
    values = (first, *lines)
    how = {"districts": 1, "stations": 1}
    return [Item("route", name, value, how) for name, value in zip("wxyz", values, strict=False)] + [
        Item("interchanges", None, extra)
    ]


def test_r7_9_the_highest_total_wins() -> None:
    assert winners([items(5, 5), items(5, 6), items(1, 2)], "wx") == (1,)


def test_r7_9_then_the_highest_single_line_then_shared() -> None:
    assert winners([items(6, 6), items(5, 7), items(12, 0, extra=-1)], "wx") == (1,)
    assert winners([items(5, 7), items(7, 5)], "wx") == (0, 1)
    assert winners([items(5, 6, extra=1), items(7, 5), items(5, 7)], "wx") == (1, 2)


@pytest.mark.parametrize(
    ("city", "best"),
    [
        ("london", (90, 105, 120, 135, 150)),
        ("tokyo", (70, 85, 100, 115, 130)),
        ("paris", (105, 120, 135, 150, 165)),
    ],
)
def test_six_solo_ratings(city: str, best: tuple[int, ...]) -> None:
    ratings = board(city).ratings
    assert ratings == best
    assert [rating(ratings, points) for points in best] == [1, 2, 3, 4, 5]
    assert [rating(ratings, points + 1) for points in best] == [2, 3, 4, 5, 6]
    assert rating(ratings, -40) == 1


def test_r7_8_ten_are_taken_off_for_each_module() -> None:
    lines = board("london").lines
    gates = dict(zip(("a0", "j0", "a9", "j9"), BONUSES, strict=True))
    dealt = {"objectives": ["river", "interchanges"], "gates": gates}
    table = start(ruleset("london", ("objectives", "gates")), dealt, ["A"], pencils_of(lines, lines, 1))
    assert solo(table, 110) == SoloScore(90, 1, 20)
    assert solo(table, 111) == SoloScore(91, 2, 20)


def test_the_ranking_is_led_by_the_winners() -> None:
    """A tie is broken by the best line (R7.9), in the order as in who wins."""

    def seat(*lines: int) -> list[Item]:
        return [
            Item("route", str(n), value, {"districts": 1, "stations": value}) for n, value in enumerate(lines)
        ]

    seats = [seat(6, 4), seat(7, 3), seat(9, 2)]
    names = ("0", "1")
    assert ranking(seats, names) == [2, 1, 0]
    assert winners(seats[:2], names) == (1,)
    assert ranking(seats[:2], names) == [1, 0]
