"""What each city adds to chapter 3: the loop, double track, aerial crossings, the platform, guided visits."""

import pytest
from tests.rules.seat import seat

# --- Tokyo: the loop and double track (chapter 5) ----------------------------------------------


def test_r5_1_no_section_crosses_the_loop() -> None:
    """f0 looks at f3 through f2: to pass, a line goes through a station of the loop."""
    purple = seat("tokyo", "purple").inked("d0-f0")
    assert purple.refused("joker", "f0-f3") == "R3.0"
    assert purple.inked("f0-f2 f2-f3").stations == {"d0", "f0", "f2", "f3"}


def test_r5_2_only_a_joker_draws_alongside_the_loop() -> None:
    purple = seat("tokyo", "purple").inked("d0-f0 f0-f2")
    assert "f2-h4" in purple.sections("joker")  # round the bend at h2
    assert "f2-c2" in purple.sections("joker")
    assert purple.refused("circle", "f2-h4") == "R3.5"
    assert purple.refused("pentagon", "f2-c2") == "R3.5"


def test_r5_2_double_track_beside_another_line() -> None:
    brown = seat("tokyo", "purple").inked("d0-e1").takes("brown").inked("j3-h1 h1-g1 g1-e1")
    assert "e1-d0" in brown.sections("joker")
    assert brown.refused("square", "e1-d0") == "R3.5"


def test_r5_2_at_most_two_tracks() -> None:
    crowded = seat("tokyo", "purple").inked("d0-f0 f0-f2 f2-c2")
    other = crowded.takes("blue").inked("a6-b5 b5-c4 c4-b3 b3-c2")
    assert other.refused("joker", "c2-f2") == "R5.2"


def test_r5_2_never_two_of_one_colour() -> None:
    purple = seat("tokyo", "purple").inked("d0-f0")
    assert purple.refused("joker", "f0-d0") == "R3.4"


# --- Paris: platform, crossings, visits (chapter 6) --------------------------------------------


def test_r6_1_the_platform_is_one_station_over_four_cells() -> None:
    orange = seat("paris", "orange").inked("d2-d3 d3-e4")
    assert orange.stations == {"d2", "d3", "e4"}
    assert {"f4-g4", "f5-g6", "e5-e6"} <= orange.sections("joker")  # it leaves from any of its cells
    assert orange.inked("f4-g4").refused("joker", "g4-f4") == "R3.4"


def test_r6_1_of_two_sections_to_the_same_station_one_is_drawn() -> None:
    board = seat("paris", "orange").board
    platform = board.at["e4"]
    ways = [s for s in board.sections if platform in (s.a, s.b)]
    pairs = [(s, t) for s in ways for t in ways if s.id < t.id and {s.a, s.b} == {t.a, t.b}]
    assert pairs
    for one, other in pairs:
        assert board.clash[one.id] >> other.id & 1


def test_r6_3_an_aerial_crossing_lets_one_pass_in_each_direction() -> None:
    """d0-d2 goes down through d1, b1-e1 along it: of one colour or of two, in either order."""
    upright = seat("paris", "orange").inked("d2-d0")
    assert upright.inked("d0-b0 b0-b1 b1-e1").stations == {"d2", "d0", "b0", "b1", "e1"}
    along = seat("paris", "orange").inked("d2-b2 b2-b1 b1-e1 e1-d0")
    green = along.takes("green").inked("c6-d5 d5-d3 d3-d2")
    assert "d2-d0" in green.sections("triangle")


def test_r6_3_elsewhere_crossing_stays_forbidden() -> None:
    orange = seat("paris", "orange").inked("d2-f2")
    assert orange.takes("green").inked("c6-d5 d5-d3").refused("joker", "d3-f1") == "R3.6"


def test_r6_3_a_section_through_one_cannot_be_doubled() -> None:
    orange = seat("paris", "orange", special=("triangle", "joker")).inked("d2-d0 d0-g0")
    green = orange.takes("green").with_special("triangle", "joker").inked("c6-d5 d5-d3 d3-d2")
    assert green.refused("triangle", "d2-d0") == "R6.3"
    assert green.refused("joker", "d2-d0") == "R3.5"
    beside = green.inked("d2-b0 b0-d0")
    assert "d0-g0" in beside.sections("triangle")  # the special joker doubles in every city


def test_r6_4_a_visit_is_free_or_guided() -> None:
    blue = seat("paris", "blue").inked("h3-g3 g3-g0 g0-f1")
    free = blue.turn("joker", "f1-i1")
    guided = blue.turn("joker", "f1-i1", "i1-j0")
    assert guided.stations == free.stations | {"j0"}
    assert blue.refused("circle", "f1-i1", "i1-j0") == "R3.1"  # only visit cards guide


def test_r6_4_the_second_section_starts_at_the_monument() -> None:
    blue = seat("paris", "blue").inked("h3-g3 g3-g0 g0-f1")
    assert blue.refused("joker", "f1-i1", "h3-h5") == "R6.4"
    assert blue.refused("joker", "f1-e1", "e1-d0") == "R3.1"  # e1 is no monument


def test_r6_4_a_guided_visit_follows_a_switch() -> None:
    green = seat("paris", "green").inked("c6-b6 b6-b8")
    assert green.turn("switch+joker", "b6-a5", "a5-a4").stations >= {"a5", "a4"}


@pytest.mark.parametrize("card", ["circle", "square", "triangle", "pentagon"])
def test_r6_2_monuments_and_the_platform_show_every_symbol(card: str) -> None:
    assert "d3-e4" in seat("paris", "orange").inked("d2-d3").sections(card)
    assert "f1-i1" in seat("paris", "blue").inked("h3-g3 g3-g0 g0-f1").sections(card)
