"""Chapter 3 on the toy board: how a section may be drawn, and which rule forbids it.

  a b c d e
0 C . S . T     red leaves b1, gold d1, teal b3, grey e2;
1 . P . C .     ? and M show every symbol;
2 S . ? . P     the brook runs under a2-c2, b1-b3 and d1-d3;
3 . T . M .     a switch gives nothing in the first turn of a round.
4 P . C . S
"""

import pytest
from tests.rules.seat import seat

from terminus.rules.errors import Illegal


def test_r3_0_only_printed_sections_are_drawn() -> None:
    red = seat("toy", "red")
    assert red.refused("triangle", "b1-e0") == "R3.0"  # no straight joins them
    assert red.refused("circle", "b1-e4") == "R3.0"  # c2 stands between them
    assert red.refused("circle", "b1-b2") == "R3.0"  # no station
    assert red.refused("circle", "b1-z9") == "R3.0"  # no cell


def test_r3_1_drawing_is_optional() -> None:
    assert seat("toy", "red").turn("circle").stations == set()


def test_r3_1_and_one_section_a_turn_is_all() -> None:
    assert seat("toy", "red").refused("circle", "b1-a0", "b1-d1") == "R3.1"


def test_r3_2_the_first_section_starts_at_the_departure() -> None:
    red = seat("toy", "red")
    assert red.sections("circle") == {"b1-a0", "b1-d1", "b1-c2"}
    assert red.refused("circle", "a2-a0") == "R3.2"
    assert red.refused("pentagon", "a0-b1") == "R3.2"  # not towards it either


def test_r3_2_the_departure_stays_an_end_until_it_has_two_sections() -> None:
    red = seat("toy", "red").turn("circle", "b1-a0")
    assert red.ends == {"b1", "a0"}
    both = red.turn("circle", "b1-d1")
    assert both.ends == {"a0", "d1"}
    assert both.refused("triangle", "b1-b3") == "R3.2"


def test_r3_2_a_section_starts_at_an_end_of_its_own_line() -> None:
    red = seat("toy", "red").turn("circle", "b1-a0").turn("square", "a0-c0")
    assert red.ends == {"b1", "c0"}
    assert red.refused("square", "a0-a2") == "R3.2"  # no end any more
    assert red.refused("triangle", "c4-b3") == "R3.2"  # not on the line


def test_r3_3_it_goes_to_the_revealed_symbol() -> None:
    red = seat("toy", "red")
    assert red.refused("circle", "b1-b3") == "R3.3"
    assert red.sections("triangle") == {"b1-b3", "b1-c2"}


@pytest.mark.parametrize("card", ["circle", "square", "triangle", "pentagon"])
def test_r3_3_a_station_of_every_symbol_always_matches(card: str) -> None:
    assert "b1-c2" in seat("toy", "red").sections(card)


def test_r3_3_a_joker_matches_everything() -> None:
    assert seat("toy", "red").sections("joker") == {"b1-a0", "b1-c0", "b1-d1", "b1-a2", "b1-c2", "b1-b3"}


def test_r3_4_never_to_a_station_of_this_line() -> None:
    red = seat("toy", "red").turn("circle", "b1-a0").turn("square", "a0-c0")
    assert red.refused("pentagon", "c0-b1") == "R3.4"
    assert red.refused("circle", "c0-a0") == "R3.4"


def test_r3_5_never_between_stations_that_are_joined_already() -> None:
    red = seat("toy", "red").turn("circle", "b1-d1")
    gold = red.takes("gold")
    assert gold.refused("pentagon", "d1-b1") == "R3.5"
    assert gold.refused("joker", "d1-b1") == "R3.5"  # there is no double track here


def test_r3_6_never_across_a_drawn_section() -> None:
    teal = seat("toy", "teal").turn("pentagon", "b3-b1")
    gold = teal.takes("gold").turn("square", "d1-c2")
    assert gold.refused("square", "c2-a2") == "R3.6"
    alone = seat("toy", "gold").turn("square", "d1-c2")
    assert "c2-a2" in alone.sections("square")


def test_r3_6_not_even_across_its_own_line() -> None:
    red = seat("toy", "red").turn("circle", "b1-d1").turn("square", "d1-c0")
    assert red.refused("circle", "c0-c2") == "R3.6"


def test_r3_6_sections_that_share_a_station_do_not_cross() -> None:
    red = seat("toy", "red").turn("circle", "b1-c2").turn("circle", "c2-d3")
    assert {"d1-c2"} <= red.takes("gold").sections("square")


def test_r3_7_a_departure_is_an_ordinary_station_for_every_colour() -> None:
    red = seat("toy", "red").turn("circle", "b1-d1").turn("pentagon", "d1-e2")
    assert red.stations == {"b1", "d1", "e2"}
    assert red.refused("pentagon", "d1-b1") == "R3.2"


def test_a_line_without_a_section_serves_no_station() -> None:
    red = seat("toy", "red").turn("circle").turn("square")
    assert red.stations == set()
    assert red.line_score.total == 0


# --- the switch (R3.8) -------------------------------------------------------------------------


def test_r3_8_a_switch_lets_it_start_at_any_station_of_the_line() -> None:
    red = seat("toy", "red").turn("circle", "b1-a0").turn("square", "a0-c0")
    assert red.sections("triangle") == {"b1-b3", "b1-c2", "c0-e0", "c0-c2"}
    assert red.sections("switch+square") == {"a0-a2", "b1-a2", "b1-c2", "c0-c2"}


def test_r3_8_a_branch_makes_one_end_more() -> None:
    red = seat("toy", "red").turn("circle", "b1-a0").turn("square", "a0-c0").turn("switch+square", "a0-a2")
    assert red.ends == {"b1", "c0", "a2"}
    assert "a2-a4" in red.sections("pentagon")


def test_r3_8_a_switch_too_early_in_the_round_gives_nothing() -> None:
    branched = seat("toy", "red").inked("b1-a0 a0-c0")
    assert branched.refused("switch+square", "a0-a2") == "R3.8"
    assert "a0-a2" in branched.passes(1).sections("switch+square")


@pytest.mark.parametrize(
    ("city", "line", "sections", "first"),
    [
        ("london", "green", "d2-d1 d1-c0 c0-b0", 3),
        ("tokyo", "blue", "a6-b5 b5-c4 c4-d4", 3),
        ("paris", "blue", "h3-g3 g3-f2 f2-f1", 1),
    ],
)
def test_r3_8_the_turn_from_which_it_works(city: str, line: str, sections: str, first: int) -> None:
    drawn = seat(city, line).inked(sections)
    for turn in range(1, 5):
        asked = drawn.passes(turn - 1)
        grows = asked.sections("switch+joker") > asked.sections("joker")
        assert grows == (turn >= first)


def test_r3_8_a_switch_from_an_end_is_no_branch() -> None:
    red = seat("toy", "red").passes(2).turn("switch+circle", "b1-a0").turn("square", "a0-c0")
    assert red.ends == {"b1", "c0"}


def test_the_first_section_starts_at_the_departure_with_a_switch_too() -> None:
    assert seat("toy", "red").passes(3).refused("switch+circle", "a2-a0") == "R3.2"


def test_an_illegal_action_changes_nothing() -> None:
    red = seat("toy", "red").turn("circle", "b1-a0")
    before = red.position
    with pytest.raises(Illegal):
        red.turn("square", "a0-c2")
    assert red.position == before
