"""City gates (R7.5, R7.6): a corner's bonus, every time a section is drawn to it."""

import pytest
from tests.rules.seat import Seat, seat

from terminus.record.notation import notate
from terminus.record.readings import texts
from terminus.rules.actions import DONE, SKIP
from terminus.rules.play import advance, allowed, legal

ONE = {"a0": "switch", "e0": "double-visit", "a4": "double-district", "e4": "double-station"}
TWO = {"a0": "double-visit", "e0": "switch", "a4": "double-station", "e4": "double-district"}


def red(gates: dict[str, str], sections: str = "") -> Seat:
    return seat("toy", "red", gates=gates).inked(sections)


def test_switch_is_one_more_section_from_anywhere_to_anywhere_in_any_turn() -> None:
    opened = red(ONE, "b1-d1 d1-e2")
    after = opened.turn("circle", "b1-a0", "d1-e0")
    assert after.stations == {"b1", "d1", "e2", "a0", "e0"}
    assert opened.refused("circle", "b1-a0", "d1-c0", "c0-c2") == "R3.1"


def test_double_visit_is_two_more_from_any_end() -> None:
    after = red(TWO).turn("circle", "b1-a0", "a0-c0", "c0-c2")
    assert after.stations == {"b1", "a0", "c0", "c2"}
    assert red(TWO, "b1-d1 d1-e2").refused("circle", "b1-a0", "d1-c0") == "R3.2"


def test_a_bonus_may_be_declined_or_used_in_part() -> None:
    assert red(TWO).turn("circle", "b1-a0").stations == {"b1", "a0"}
    assert red(TWO).turn("circle", "b1-a0", "a0-c0").stations == {"b1", "a0", "c0"}


def test_double_district_is_marked_without_asking() -> None:
    after = red(ONE, "b1-a2").turn("pentagon", "a2-a4")
    assert after.doubled == {"G"}
    assert red(ONE, "b1-a2").turn("pentagon", "b1-c2").doubled == set()


def test_double_station_circles_one_station_of_the_line_but_no_special_one() -> None:
    here = red(ONE, "b1-c2 c2-d3")
    assert here.turn("square", "d3-e4", "circle b1").circled == {"b1"}
    assert here.turn("square", "d3-e4").circled == set()
    assert here.refused("square", "d3-e4", "circle c2") == "R7.5"  # a tourist site
    assert here.refused("square", "d3-e4", "circle e4") == "R7.5"  # so is this corner
    assert here.refused("square", "d3-e4", "circle a0") == "R7.5"  # not on the line
    assert here.refused("square", "d3-e4", "circle b1", "circle d3") == "R7.3"  # one only


def test_the_corner_just_reached_may_be_circled() -> None:
    assert red(TWO, "b1-a2").turn("pentagon", "a2-a4", "circle a4").circled == {"a4"}


@pytest.mark.parametrize(
    ("city", "line", "sections", "card", "to", "never", "may"),
    [
        ("london", "green", "d2-c3 c3-a3 a3-a2", "pentagon", "a2-a0", "a3", "d2"),
        ("paris", "orange", "d2-b0 b0-a1", "square", "a1-a0", "d2", "b0"),
        ("paris", "orange", "d2-b0 b0-a1", "square", "a1-a0", "a1", "a0"),
        ("tokyo", "purple", "d0-c0", "square", "c0-a0", "", "d0"),
    ],
)
def test_r7_5_what_each_city_never_circles(
    city: str, line: str, sections: str, card: str, to: str, never: str, may: str
) -> None:
    corners = ("a0", "j0", "a9", "j9")
    gates = dict(zip(corners, ("double-station", "switch", "double-visit", "double-district"), strict=True))
    here = seat(city, line, gates=gates).inked(sections)
    assert here.turn(card, to, f"circle {may}").circled == {may}
    if never:
        assert here.refused(card, to, f"circle {never}") == "R7.5"


def test_r7_7_a_station_is_circled_at_most_once_in_a_line() -> None:
    gates = {"a0": "double-station", "e0": "switch", "a4": "double-visit", "e4": "double-district"}
    marked = red(gates).marked(circled="b1")
    assert marked.inked("b1-c0").refused("circle", "c0-a0", "circle b1") == "R7.7"
    other = red(gates, "b1-c0").marked(circled="c0").takes("gold").inked("d1-c0")
    assert other.turn("circle", "c0-a0", "circle c0").circled == {"c0"}


def test_a_gate_carries_no_double_track() -> None:
    corners = {"a0": "switch", "j0": "double-visit", "a9": "double-district", "j9": "double-station"}
    tokyo = seat("tokyo", "purple", gates=corners).inked("d0-f0 f0-f2 d0-c0")
    assert tokyo.refused("square", "c0-a0", "f2-c2") == "R3.5"


# --- chains (R7.6) -----------------------------------------------------------------------------


def test_a_bonus_that_reaches_a_corner_queues_that_one() -> None:
    """a0 gives two sections; the first reaches a4, whose circle waits until the second is done."""
    here = red(TWO, "b1-c2 c2-b3")
    after = here.turn("circle", "b1-a0", "b3-a4", "a0-a2", "circle a4")
    assert after.circled == {"a4"}
    assert after.stations == {"b1", "c2", "b3", "a0", "a4", "a2"}


def test_what_is_left_of_a_bonus_is_skipped_by_a_word_while_another_waits() -> None:
    here = red(TWO, "b1-c2 c2-b3")
    assert here.turn("circle", "b1-a0", "b3-a4", "skip", "circle a4").circled == {"a4"}
    assert here.refused("circle", "b1-a0", "b3-a4", "circle a4") == "R7.6"


def test_skip_is_written_only_where_another_bonus_waits() -> None:
    assert red(TWO).refused("circle", "b1-a0", "skip") == "R7.6"
    assert red(TWO).refused("circle", "skip") == "R7.6"
    assert red(TWO).refused("circle", "b1-a0", "a0-c0", "skip") == "R7.6"
    assert seat("toy", "red").refused("circle", "skip") == "R7.6"


def test_bonuses_declined_together_may_be_skipped_or_not() -> None:
    here = red(TWO, "b1-c2 c2-b3")
    silent = here.turn("circle", "b1-a0", "b3-a4")
    assert silent == here.turn("circle", "b1-a0", "b3-a4", "skip")


def test_the_log_writes_the_skip() -> None:
    """Of bonuses declined together each but the last is skipped: every reader of the format takes that."""
    asked = red(TWO, "b1-c2 c2-b3").asked("circle")
    position, actions = asked, []
    for word in ("b1-a0", "b3-a4", "done"):
        actions.append(next(a for a in legal(position) if notate(position.ruleset.board, a) == word))
        position = advance(position, actions[-1])
    assert texts(asked, actions) == ["b1-a0", "b3-a4", "skip"]


def test_a_bonus_of_no_use_may_be_skipped_or_passed_over() -> None:
    """After e2-e0 no end can go on: the second visit of a0 is of no use, but the switch of e0 waits."""
    here = red(TWO, "b1-a2 a2-b3 b3-c4 c4-e4 e4-d3 d3-c2 c2-c0 c0-d1 d1-e2")
    silent = here.turn("circle", "b1-a0", "e2-e0", "b3-a4", "circle b1")
    assert silent.circled == {"b1"}
    assert silent == here.turn("circle", "b1-a0", "e2-e0", "skip", "b3-a4", "circle b1")
    assert here.refused("circle", "b1-a0", "e2-e0", "skip", "skip", "b3-a4") == "R7.6"


def test_skip_is_offered_exactly_while_another_bonus_waits() -> None:
    asked = red(TWO, "b1-c2 c2-b3").asked("circle")
    assert SKIP not in allowed(asked)
    first = advance(asked, next(a for a in legal(asked) if notate(asked.ruleset.board, a) == "b1-a0"))
    assert SKIP not in allowed(first)
    second = advance(first, next(a for a in legal(first) if notate(asked.ruleset.board, a) == "b3-a4"))
    assert SKIP in legal(second)
    assert DONE in allowed(second)
