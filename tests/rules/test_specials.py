"""Special stations (R7.4): the round's symbol has an effect for everybody, each time it is turned."""

import pytest
from tests.rules.seat import seat

from terminus.rules.mechanics.specials import EFFECTS

LINE = "b1-a0 a0-c0"


def test_switch_works_as_if_one_had_been_turned() -> None:
    red = seat("toy", "red", special=("square", "switch")).inked(LINE)
    assert red.refused("square", "a0-a2") == "R3.2"  # too early, as for the card
    assert red.passes(1).turn("square", "a0-a2").ends == {"b1", "c0", "a2"}
    assert red.passes(1).refused("triangle", "a0-a2") == "R3.2"


def test_joker_counts_as_one_with_double_track_in_every_city() -> None:
    red = seat("toy", "red", special=("square", "joker")).inked("b1-d1")
    gold = red.takes("gold").with_special("square", "joker")
    assert "d1-b1" in gold.sections("square")
    assert gold.sections("square") >= {"d1-e0", "d1-e2", "d1-c0"}
    assert gold.refused("circle", "d1-b1") == "R3.3"


@pytest.mark.parametrize(("city", "line"), [("london", "green"), ("tokyo", "purple"), ("paris", "orange")])
def test_the_special_joker_gives_all_that_a_joker_gives(city: str, line: str) -> None:
    one = seat(city, line, special=("square", "joker"))
    assert one.sections("square") == one.sections("joker")


def test_joker_carries_no_guided_visit() -> None:
    paris = seat("paris", "blue", special=("square", "joker")).inked("h3-g3 g3-g0 g0-f1")
    assert paris.refused("square", "f1-i1", "i1-j0") == "R3.1"


@pytest.mark.parametrize("effect", EFFECTS)
def test_never_on_a_joker(effect: str) -> None:
    with_it = seat("toy", "red", special=("square", effect)).inked(LINE).passes(2)
    without = seat("toy", "red").inked(LINE).passes(2)
    assert with_it.sections("joker") == without.sections("joker")
    assert with_it.turn("joker", "c0-e0").position.sheet == without.turn("joker", "c0-e0").position.sheet


# --- extension ---------------------------------------------------------------------------------


def test_extension_goes_straight_on_whatever_the_symbol() -> None:
    red = seat("toy", "red", special=("square", "extension")).inked("b1-a0")
    extended = red.turn("square", "a0-c0", "c0-e0")
    assert extended.stations == {"b1", "a0", "c0", "e0"}
    assert red.turn("square", "a0-c0").stations == {"b1", "a0", "c0"}  # it may be declined
    assert red.refused("square", "a0-c0", "c0-c2") == "R7.4"
    assert red.refused("triangle", "a0-c0", "c0-e0") == "R3.3"


def test_extension_obeys_chapter_3() -> None:
    gold = seat("toy", "gold", special=("square", "extension")).inked("d1-c0 c0-e0")
    red = gold.takes("red").with_special("square", "extension").inked("b1-a0")
    assert red.refused("square", "a0-c0", "c0-e0") == "R3.5"
    assert red.turn("square", "a0-c0").stations == {"b1", "a0", "c0"}


def test_extension_never_as_double_track() -> None:
    tokyo = seat("tokyo", "blue", special=("pentagon", "extension")).inked("a6-b5 b5-b3 b3-a2")
    assert tokyo.refused("pentagon", "a2-c2", "c2-f2") == "R3.5"


def test_extension_through_the_platform() -> None:
    paris = seat("paris", "orange", special=("circle", "extension")).inked("d2-d3")
    assert paris.turn("circle", "d3-e4", "f5-g6").stations == {"d2", "d3", "e4", "g6"}
    assert paris.refused("circle", "d3-e4", "f4-g3") == "R7.4"


def test_no_extension_off_the_map() -> None:
    red = seat("toy", "red", special=("square", "extension"))
    assert red.refused("square", "b1-a2", "a2-a4") == "R3.1"


# --- double station ----------------------------------------------------------------------------


def test_double_station_circles_the_station_just_reached() -> None:
    red = seat("toy", "red", special=("square", "double-station"))
    reached = red.turn("square", "b1-a2")
    assert reached.circled == {"a2"}
    assert reached.turn("pentagon", "a2-a4").circled == {"a2"}
    assert reached.turn("square", "b1-c2").circled == {"a2", "c2"}  # each time, and wild stations too
    assert red.refused("square", "b1-a2", "circle a2") == "R7.3"  # it needs no word
