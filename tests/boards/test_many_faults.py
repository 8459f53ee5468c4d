"""`board check` tells every fault: of many planted in one file it finds what it finds of each alone.

A fault stands in the shadow of another if it can only be judged once that one is mended. What is but such a
shadow is not told.
"""

import tomllib
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.boards.test_check import LONDON, PARIS, TOKYO, TOY, faults
from tests.boards.toml import dump

Plant = tuple[str, str]  # a text of the file, and what it becomes


def rule(name: str, figures: str = "") -> Plant:
    """One mechanic more."""
    return "[modules.powers]", f'[[mechanics]]\nrule = "{name}"\n{figures}\n[modules.powers]'


# Each touches another text, and none hides another.
ALONE: dict[str, Plant] = {
    "an unknown symbol": (". P . C .", ". P . C X"),
    "no district letter": ("D D E F F", "D DD E F F"),
    "a departure that is no station": ('grey = "e2"', 'grey = "d2"'),
    "a departure of no line": ("[tourist_sites]", 'rose = "a0"\n[tourist_sites]'),
    "a site that is no station": ('["c2", "e4"]', '["c2", "e4", "a1"]'),
    "a river under no section": ("crossed_by = [", 'crossed_by = ["b2-z9", '),
    "a section twice under the river": ('"b1-b3", ', '"b1-b3", "b3-b1", '),
    "no name": ('name = "Toy"\n', ""),
    "an unknown key": ("central_district", "bridges = 3\ncentral_district"),
    "an unknown key of a table": ('name = "Brook"', 'name = "Brook"\nlength = 3'),
    "other sections": ('"every-ray"', '"some-rays"'),
    "falling ratings": ("[10, 20, 30, 40, 50]", "[10, 20, 30, 50, 40]"),
    "a wrong figure": ("from_turn = 2", 'from_turn = "2"'),
    "an empty figure": ("boxes = [0, 1, 3, 6]", "boxes = []"),
    "a key that is no number": ("{ 2 = 2, 3 = 5, 4 = 9 }", "{ two = 2 }"),
    "an unknown rule": rule('tax'),
    "a tag of nothing": rule('section-bonus', 'tag = "rail"'),
    "a rule without its loop": rule('loop'),
    "a rule without its crossings": rule('crossings'),
    "an unknown module": ("[modules.specials]", "[modules.special]"),
    "too few objectives": ("drawn = 2", "drawn = 4"),
    "an unknown predicate": ('"every-district"', '"each"'),
    "a deck without an end": ("[modules.gates]", '[deck]\ncards = ["a/joker", "b/joker"]\n[modules.gates]'),
    "an escape sequence": ('sections = "', 'note = "\\b"\nsections = "'),
}  # fmt: skip

# These are judged from all sections, so from grids, crossings and loops without a fault.
BY_SECTIONS: dict[str, Plant] = {
    "a river under two stations that no section joins": ("crossed_by = [", 'crossed_by = ["a0-e4", '),
    "a departure that is no station": ('grey = "e2"', 'grey = "d2"'),
    "a site that is no station": ('["c2", "e4"]', '["c2", "e4", "a1"]'),
    "a course that crosses nothing": ('name = "Brook"', 'name = "Brook"\ncourse = [[9, 9], [9, 10]]'),
    "no such district": ('central_district = "E"', 'central_district = "Z"'),
    "no such secondary district": ("districts = []", 'districts = ["Y"]'),
    "stamps for no district": rule('stamps', 'values = { Q = 2 }'),
    "falling ratings": ("[10, 20, 30, 40, 50]", "[10, 20, 30, 50, 40]"),
    "an unknown module": ("[modules.specials]", "[modules.special]"),
}  # fmt: skip


def planted(text: str, plants: list[Plant]) -> str:
    for old, new in plants:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def told(text: str, plants: list[Plant]) -> set[str]:
    found = faults(planted(text, plants))
    assert len(found) == len(set(found)), "each once"
    return set(found)


def each_alone(text: str, plants: list[Plant]) -> set[str]:
    return set().union(*(told(text, [plant]) for plant in plants))


@pytest.mark.parametrize("kinds", [ALONE, BY_SECTIONS], ids=["alone", "by sections"])
def test_every_pair_is_told(kinds: dict[str, Plant]) -> None:
    single = {kind: told(TOY, [plant]) for kind, plant in kinds.items()}
    assert all(single.values())
    for one, other in combinations(kinds, 2):
        assert told(TOY, [kinds[one], kinds[other]]) == single[one] | single[other], (one, other)


@pytest.mark.parametrize("kinds", [ALONE, BY_SECTIONS], ids=["alone", "by sections"])
def test_all_at_once_are_told(kinds: dict[str, Plant]) -> None:
    plants = list(kinds.values())
    assert told(TOY, plants) == each_alone(TOY, plants)


@given(st.lists(st.sampled_from(sorted(ALONE)), min_size=2, unique=True))
def test_any_of_them_are_told(kinds: list[str]) -> None:
    plants = [ALONE[kind] for kind in kinds]
    assert told(TOY, plants) == each_alone(TOY, plants)


@given(st.lists(st.sampled_from(sorted({**ALONE, **BY_SECTIONS})), min_size=2, unique=True))
def test_none_is_told_that_is_only_a_shadow(kinds: list[str]) -> None:
    plants = [{**ALONE, **BY_SECTIONS}[kind] for kind in kinds]
    assert told(TOY, plants) <= each_alone(TOY, plants)


def tables() -> dict[str, dict[str, object]]:
    texts = {"toy": TOY, "london": LONDON, "tokyo": TOKYO, "paris": PARIS}
    return {name: tomllib.loads(text) for name, text in texts.items()}


@pytest.mark.parametrize(
    ("name", "key"), [(name, key) for name, table in tables().items() for key in [*table, "deck", "note"]]
)
@pytest.mark.parametrize("value", [None, "", "x", 7, [], [[1]], {}, {"x": {"x": 1}}], ids=repr)
def test_a_key_that_is_missing_or_something_else(name: str, key: str, value: object) -> None:
    """Beside another fault, so that whatever it leaves in doubt is asked for."""
    table = {**tables()[name], key: value, "odd": 1}
    if value is None:
        del table[key]
    assert "odd: unknown key" in faults(dump(table))[0]


# --- shadows -----------------------------------------------------------------------------------


def test_the_cell_with_the_unknown_symbol_may_be_a_station() -> None:
    text = TOY.replace(". P . C .", ". X . C .")  # the departure of red is there
    assert faults(text) == ["stations: b1: unknown symbol «X»"]


def test_a_row_that_is_too_short_leaves_only_itself_in_doubt() -> None:
    text = TOY.replace(". P . C .", ". P . C").replace('grey = "e2"', 'grey = "d2"')
    assert faults(text) == [
        "stations: row 1 has 4 cells, row 0 has 5",
        "departures.grey: there is no station at «d2»",
    ]


def test_without_its_lines_a_file_can_still_name_departures() -> None:
    text = TOY.replace('lines = ["red", "gold", "teal", "grey"]\n', "").replace('grey = "e2"', 'grey = "d2"')
    assert faults(text) == ["lines: missing", "departures.grey: there is no station at «d2»"]


def test_a_missing_grid_says_nothing_of_what_stands_in_it() -> None:
    start, end = TOY.index("stations ="), TOY.index("districts =")
    assert faults(TOY[:start] + TOY[end:]) == ["stations: missing"]


def test_districts_in_doubt_hide_no_fault_of_the_stations() -> None:
    text = TOY.replace("D D E F F\n", "").replace('grey = "e2"', 'grey = "d2"').replace('"E"', '"Z"')
    assert faults(text) == [
        "districts: the grid has another shape than stations",
        "departures.grey: there is no station at «d2»",
    ]


def test_a_course_is_not_held_against_sections_that_cannot_be_read() -> None:
    text = LONDON.replace("crossed_by = [", "crossed_by = [7, ")
    assert faults(text) == ["river.crossed_by: must be a list of texts"]


@pytest.mark.parametrize(
    ("text", "plants"),
    [
        (TOKYO, [('"h2", "h4"', '"h3", "h4"'), ("[solo]", "[solo]\nbest = 3")]),
        (PARIS, [('d1 = "hv"', 'd1 = "hh"'), ('orange = "d2"', 'orange = "a3"'), ('g1 = "hv"', 'a0 = "hv"')]),
        (LONDON, [('"a2-c4", ', '"a2-c4", "b2-b3", '), ("[-0.5, 3.75]", '["x", 3.75]')]),
    ],
    ids=["loop", "crossings", "river"],
)
def test_loops_crossings_and_rivers_too(text: str, plants: list[Plant]) -> None:
    assert told(text, plants) == each_alone(text, plants)
    assert len(told(text, plants)) == len(plants)
