"""Pencil powers (R7.3): once a round, and only where they are needed."""

import pytest
from tests.rules.seat import seat

from terminus.record.notation import notate
from terminus.rules.actions import DONE, Circle, Use
from terminus.rules.play import allowed, apply, legal

SQUARE = "b1-a0 a0-c0"


def test_a_power_is_used_once_a_round() -> None:
    red = seat("toy", "red", power="joker").turn("circle", "use joker", "b1-b3")
    assert red.refused("circle", "use joker", "b3-a2") == "R7.3"


def test_only_the_pencils_own_power() -> None:
    assert seat("toy", "red", power="joker").refused("circle", "use switch", "b1-a0") == "R7.3"
    assert seat("toy", "red").refused("circle", "use joker", "b1-b3") == "R7.3"
    assert seat("toy", "red", power="joker").refused("circle", "use luck", "b1-b3") == "R7.3"


def test_never_on_a_pass() -> None:
    for power in ("joker", "double-section"):
        assert seat("toy", "red", power=power).refused("circle", f"use {power}") == "R7.3"


def test_it_stands_before_the_first_section() -> None:
    red = seat("toy", "red", power="double-section")
    assert red.refused("circle", "b1-a0", "use double-section", "b1-d1") == "R7.3"


# --- joker -------------------------------------------------------------------------------------


def test_joker_draws_only_what_the_card_does_not_allow() -> None:
    red = seat("toy", "red", power="joker")
    assert red.turn("circle", "use joker", "b1-b3").stations == {"b1", "b3"}
    assert red.refused("circle", "use joker", "b1-a0") == "R7.3"


def test_joker_is_never_used_on_a_joker() -> None:
    assert seat("toy", "red", power="joker").refused("joker", "use joker", "b1-b3") == "R7.3"


def test_joker_carries_no_double_track_and_no_guided_visit() -> None:
    tokyo = seat("tokyo", "purple", power="joker").inked("d0-f0 f0-f2")
    assert tokyo.refused("circle", "use joker", "f2-c2") == "R3.5"
    paris = seat("paris", "blue", power="joker").inked("h3-g3 g3-g0 g0-f1")
    assert paris.refused("circle", "use joker", "f1-i1", "i1-j0") == "R7.3"  # i1 needs no joker
    assert paris.refused("circle", "use joker", "f1-e1", "e1-d0") == "R3.1"


# --- switch ------------------------------------------------------------------------------------


def test_switch_branches_like_the_card() -> None:
    red = seat("toy", "red", power="switch").inked(SQUARE).passes(1)
    assert red.turn("square", "use switch", "a0-a2").ends == {"b1", "c0", "a2"}


def test_switch_never_where_it_gives_nothing() -> None:
    red = seat("toy", "red", power="switch").inked(SQUARE)
    assert red.refused("square", "use switch", "a0-a2") == "R7.3"  # too early in the round
    assert red.passes(1).refused("switch+square", "use switch", "a0-a2") == "R7.3"  # there is one already
    assert red.passes(1).refused("square", "use switch", "b1-a2") == "R7.3"  # from an end
    assert seat("toy", "red", power="switch").passes(2).refused("circle", "use switch", "b1-a0") == "R7.3"


def test_switch_keeps_the_jokers_own_effect() -> None:
    tokyo = seat("tokyo", "purple", power="switch").inked("d0-f0 f0-f2 f2-f3").passes(2)
    assert tokyo.turn("joker", "use switch", "f2-c2").stations >= {"c2"}
    paris = seat("paris", "green", power="switch").inked("c6-b6 b6-b8")
    assert paris.turn("joker", "use switch", "b6-a5", "a5-a4").stations >= {"a5", "a4"}


# --- double section ----------------------------------------------------------------------------


def test_double_section_draws_two_to_the_revealed_symbol() -> None:
    red = seat("toy", "red", power="double-section")
    assert red.turn("circle", "use double-section", "b1-a0", "b1-d1").ends == {"a0", "d1"}
    assert red.refused("circle", "use double-section", "b1-a0", "a0-a2") == "R3.3"


def test_double_section_is_two_or_none() -> None:
    assert (
        seat("toy", "red", power="double-section").refused("circle", "use double-section", "b1-a0") == "R7.3"
    )


def test_double_section_in_either_order() -> None:
    red = seat("toy", "red", power="double-section")
    one = red.turn("circle", "use double-section", "b1-a0", "b1-d1")
    other = red.turn("circle", "use double-section", "b1-d1", "b1-a0")
    assert one.position.sheet == other.position.sheet


def test_with_a_joker_the_second_goes_to_a_symbol_of_the_first() -> None:
    red = seat("toy", "red", power="double-section")
    assert red.turn("joker", "use double-section", "b1-a2", "b1-c0").stations == {"b1", "a2", "c0"}
    assert red.refused("joker", "use double-section", "b1-a2", "b1-d1") == "R3.3"
    wild = red.turn("joker", "use double-section", "b1-c2", "c2-e2")  # c2 shows every symbol
    assert wild.stations == {"b1", "c2", "e2"}


def test_a_switch_serves_one_of_the_two() -> None:
    red = seat("toy", "red", power="double-section").inked("b1-a0 a0-c0 c0-e0").passes(1)
    do = ("use double-section", "a0-a2", "b1-c2")
    assert red.turn("switch+square", *do).ends == {"e0", "a2", "c2"}
    both = ("use double-section", "a0-a2", "c0-c2")
    assert red.refused("switch+square", *both) == "R3.2"


def test_double_track_serves_one_of_the_two() -> None:
    tokyo = seat("tokyo", "purple", power="double-section").inked("d0-f0 f0-f2")
    both_ends = tokyo.inked("d0-c0 c0-c2")
    assert both_ends.refused("joker", "use double-section", "f2-h4", "c2-c4") == "R3.5"
    assert both_ends.turn("joker", "use double-section", "f2-h4", "c2-b1").stations >= {"h4", "b1"}


def test_a_guided_visit_comes_before_the_second_section() -> None:
    paris = seat("paris", "blue", power="double-section").inked("h3-g3 g3-g0 g0-f1")
    three = paris.turn("joker", "use double-section", "f1-i1", "i1-j0", "h3-h5")
    assert three.stations >= {"i1", "j0", "h5"}
    declined = paris.turn("joker", "use double-section", "f1-i1", "h3-h5")
    assert declined.stations >= {"i1", "h5"}
    from_it = paris.turn("joker", "use double-section", "f1-i1", "i1-j0")  # the second, none guided
    assert from_it.stations >= {"i1", "j0"}


# --- double station ----------------------------------------------------------------------------


def test_double_station_circles_any_station_of_the_line_in_any_turn() -> None:
    red = seat("toy", "red", power="double-station").turn("circle", "b1-a0")
    assert red.turn("square", "circle b1").circled == {"b1"}  # passing
    assert red.turn("square", "a0-c0", "circle c0").circled == {"c0"}  # just reached
    assert red.turn("square", "circle b1", "a0-c0").circled == {"b1"}  # before the section


def test_double_station_needs_a_line_and_happens_once() -> None:
    red = seat("toy", "red", power="double-station")
    assert red.refused("circle", "circle b1") == "R7.3"
    assert red.refused("circle", "circle a0", "b1-a0") == "R7.3"
    once = red.turn("circle", "b1-a0", "circle a0")
    assert once.refused("square", "circle b1") == "R7.3"
    assert red.inked("b1-a0").refused("square", "circle a0", "circle b1") == "R7.3"


def test_a_circle_needs_the_power() -> None:
    assert seat("toy", "red").inked("b1-a0").refused("square", "circle a0") == "R7.3"


@pytest.mark.parametrize("power", ["joker", "switch", "double-section"])
def test_a_power_is_offered_exactly_where_something_can_be_drawn_with_it(power: str) -> None:
    red = seat("toy", "red", power=power)
    assert (Use(power) in legal(red.asked("circle"))) == (power != "switch")
    full = red.inked("b1-a0 a0-c0 c0-e0 e0-d1 d1-e2 e2-e4 e4-d3 d3-c4 c4-a4 a4-b3 b3-a2 b1-c2")
    assert Use(power) not in legal(full.passes(3).asked("pentagon"))  # every station is on the line


def test_legal_offers_the_circle_last_and_allowed_in_any_order() -> None:
    red = seat("toy", "red", power="double-station").inked("b1-a0")
    circled = apply(red.asked("square"), Circle(red.board.at["a0"]))
    assert legal(circled) == (DONE,)
    assert {notate(red.board, action) for action in allowed(circled)} == {
        "a0-c0",
        "a0-a2",
        "b1-a2",
        "b1-c0",
        "b1-c2",
        "done",
    }
