"""Actions as text: `parse` undoes `notate`."""

import pytest

from terminus.boards import board, shipped_boards
from terminus.record.notation import notate, parse
from terminus.rules.actions import DONE, SKIP, Action, Circle, Draw, Use
from terminus.rules.errors import Illegal
from terminus.rules.mechanics.powers import POWERS


@pytest.mark.parametrize("name", shipped_boards())
def test_parse_undoes_notate(name: str) -> None:
    city = board(name)
    actions: list[Action] = [SKIP, DONE, *map(Use, POWERS)]
    actions += [Circle(station.id) for station in city.stations]
    actions += [Draw(section.id, section.a, section.b) for section in city.sections]
    actions += [Draw(section.id, section.b, section.a) for section in city.sections]
    words = [notate(city, action) for action in actions]
    assert [parse(city, word) for word in words] == actions
    assert len(set(words)) == len(words)


def test_the_direction_drawn_is_kept() -> None:
    london = board("london")
    assert parse(london, "d2-d1") == Draw(london.names["d1", "d2"], london.at["d2"], london.at["d1"])
    assert notate(london, parse(london, "d2-d1")) == "d2-d1"


def test_a_section_to_the_platform_keeps_the_cell_it_ends_in() -> None:
    paris = board("paris")
    for word in ("e3-e4", "e3-f4", "f4-g4", "f5-g4", "c3-e5"):
        assert notate(paris, parse(paris, word)) == word
    with pytest.raises(Illegal, match="there is no section e4-g4"):
        parse(paris, "e4-g4")


def test_any_cell_of_the_platform_names_it_in_a_circle() -> None:
    paris = board("paris")
    assert {parse(paris, f"circle {cell}") for cell in ("e4", "f4", "e5", "f5")} == {Circle(paris.at["e4"])}
    assert notate(paris, Circle(paris.at["f5"])) == "circle e4"


@pytest.mark.parametrize(
    ("word", "rule"),
    [
        ("", "R2.5"),
        ("d2", "R2.5"),
        ("d2 d1", "R2.5"),
        ("use", "R2.5"),
        ("circle", "R2.5"),
        ("Skip", "R2.5"),
        ("skip ", "R2.5"),
        ("use joker now", "R2.5"),
        ("circle b9x", "R3.0"),
        ("circle d0", "R3.0"),
        ("d2-", "R3.0"),
        ("-d2", "R3.0"),
        ("d2-d1-d0", "R3.0"),
        ("d2–d1", "R2.5"),
    ],
)
def test_what_is_no_action(word: str, rule: str) -> None:
    with pytest.raises(Illegal) as refused:
        parse(board("london"), word)
    assert refused.value.rule == rule
