"""`board check`: each way in which a file is no playable board, with the place and the reason it names."""

import pytest
from tests.witness import BOARDS

from terminus.boards import load_board
from terminus.rules.errors import BadBoard

TOY = (BOARDS / "toy.toml").read_text(encoding="utf-8")
TOKYO = (BOARDS / "tokyo.toml").read_text(encoding="utf-8")
PARIS = (BOARDS / "paris.toml").read_text(encoding="utf-8")
LONDON = (BOARDS / "london.toml").read_text(encoding="utf-8")


def faults(text: str) -> list[str]:
    with pytest.raises(BadBoard) as refused:
        load_board(text, "mine")
    return refused.value.faults


def changed(text: str, old: str, new: str) -> list[str]:
    assert old in text
    return faults(text.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (". P . C .", ". X . C .", "stations: b1: unknown symbol «X»"),
        (". P . C .", ". P . C", "stations: row 1 has 4 cells, row 0 has 5"),
        (". P . C .", ". PP . C .", "stations: row 1, column 1: «PP» is not one character"),
        ("A A B C C\nA A", "A A B C\nA A", "districts: row 1 has 5 cells, row 0 has 4"),
        ("D D E F F\n", "", "districts: the grid has another shape than stations"),
        ('red = "b1"', 'red = "a1"', "departures.red: there is no station at «a1»"),
        ('red = "b1"', "red = 7", "departures.red: there is no station at «7»"),
        ('red = "b1"', 'red = "d1"', "departures: two lines depart from one station"),
        ('red = "b1"\n', "", "departures.red: missing"),
        ('red = "b1"', 'rot = "b1"', "departures.rot: there is no such line"),
        (', "grey"]', "]", "lines: there must be 4 different ones"),
        (', "grey"]', ', ""]', "lines: a line needs a name"),
        ('"Toy"', r'"\u001b[2J"', "name: a text may not hold control characters"),
        ('"Toy"', r'"To\u202ey"', "name: a text may not hold control characters"),
        ('"Toy"', r'"\u2067To\u2069y"', "name: a text may not hold control characters"),
        ('"Toy"', r'"To\u200by"', "name: a text may not hold signs that nobody sees"),
        ('"Toy"', r'"To\u200ey"', "name: a text may not hold signs that nobody sees"),
        ('"Toy"', r'"To\u00ady"', "name: a text may not hold signs that nobody sees"),
        ('"Toy"', r'"\ufeffToy"', "name: a text may not hold signs that nobody sees"),
        ('"Toy"', r'"\u3164"', "name: a text may not hold signs that nobody sees"),
        ('"Toy"', r'"\u200d\u200d"', "name: a text may not hold signs that nobody sees"),
        ('"Toy"', r'"\u034f"', "name: a text may not hold signs that nobody sees"),
        ('"Toy"', r'"\ufe0f\ufe0f"', "name: a text may not hold signs that nobody sees"),
        ('"Toy"', r'" \u200c "', "name: a text may not hold signs that nobody sees"),
        ('"Toy"', '" "', "name: a city needs a name"),
        ('"Toy"', '""', "name: a city needs a name"),
        ('"grey"]', r'"\u200d"]', "lines: a text may not hold signs that nobody sees"),
        ('red = "b1"', r'"\u009b" = "b1"', "departures: a text may not hold control characters"),
        ('["red"', r'["red\b"', "lines: a text may not hold control characters"),
        ('["red", "gold", "teal", "grey"]', "[1, 2, 3, 4]", "lines: must be a list of texts"),
        ('["c2", "e4"]', '["c2", "e3"]', "tourist_sites.stations: there is no station at «e3»"),
        ('"a2-c2", ', '"a2-b2", ', "river.crossed_by: there is no section a2-b2"),
        ('"a2-c2", ', '"a2-c2", "c2-a2", ', "river.crossed_by: c2-a2 is there twice"),
        ('"a2-c2", ', '"a2-c2-a2", ', "river.crossed_by: there is no section a2-c2-a2"),
        ('name = "Toy"', "name = 3", "name: must be text"),
        ('name = "Toy"\n', "", "name: missing"),
        ('name = "Toy"', 'nom = "Toy"', "nom: unknown key"),
        ('name = "Brook"', 'nom = "Brook"', "river.nom: unknown key"),
        ("[10, 20, 30, 40, 50]", "[10, 20, 30, 40]", "solo.ratings: must be five rising totals"),
        ("[10, 20, 30, 40, 50]", "[10, 30, 20, 40, 50]", "solo.ratings: must be five rising totals"),
        ("[10, 20, 30, 40, 50]", '["a"]', "solo.ratings: must be a list of whole numbers"),
        ('central_district = "E"', 'central_district = "Z"', "central_district: there is no district «Z»"),
        ("districts = []", 'districts = ["z"]', "secondary_districts: there is no district «z»"),
        ('"every-ray"', '"some-rays"', 'sections: only "every-ray" is known'),
        ('rule = "route"', 'rule = "rout"', "mechanics: there is no rule «rout»"),
        ('rule = "route"', 'rule = "gates"', "mechanics: a board needs the rule route"),
        ('rule = "tourist"', 'rule = "route"', "mechanics: route is there twice"),
        ("from_turn = 2", 'from_turn = "2"', "mechanics: switch.from_turn has the wrong type"),
        ("from_turn = 2", "fromturn = 2", "mechanics: switch has no figure «fromturn»"),
        ("boxes = [0, 1, 3, 6]", 'boxes = ["0"]', "mechanics: tourist.boxes has the wrong type"),
        ("boxes = [0, 1, 3, 6]", "boxes = [0, 100001]", "mechanics: no number may be larger than 100000"),
        ("[10, 20, 30, 40, 50]", f"[10, 20, 30, 40, {10**23}]", "solo: no number may be larger than 100000"),
        ("boxes = [0, 1, 3, 6]", "boxes = []", "mechanics: tourist: it needs the points of its boxes"),
        ("{ 2 = 2, 3 = 5, 4 = 9 }", "{ two = 2 }", "mechanics: interchanges: it needs points for"),
        ("{ 2 = 2, 3 = 5, 4 = 9 }", "{ 2 = 2, 02 = 5 }", "mechanics: interchanges: it needs points for"),
        ("{ 2 = 2, 3 = 5, 4 = 9 }", '{ 2 = "2" }', "mechanics: interchanges.values has the wrong type"),
        ('tag = "river"\n', 'tag = "rail"\n', "mechanics: section-bonus: no section is tagged rail"),
        ("[modules.powers]", "[modules.power]", "modules: there is no module «power»"),
        ('["tourist"]', "[1]", "modules: gates.never_circled has the wrong type"),
        ("drawn = 2", "drawn = 0", "modules: objectives: 0 are drawn, and it must be one at least"),
        ("drawn = 2", "drawn = 4", "modules: objectives: 4 are drawn, and there are only 3"),
        ('"every-district"', '"each"', "modules: objectives: all-districts: there is no predicate «each»"),
        ("stations = 3, lines = 2", "stations = 3", "modules: objectives: interchanges: lines is missing"),
        ("3, lines = 2", '3, lines = "2"', "modules: objectives: interchanges: lines is missing or has"),
        ("stations = 3, lines = 2", "stations = 3, lines = 2, x = 1", "stations-on-lines has no figure «x»"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_place(old: str, new: str, fault: str) -> None:
    assert any(fault in found for found in changed(TOY, old, new))


def test_all_faults_of_a_step_are_told_at_once() -> None:
    found = faults(TOY.replace(". P . C .", ". X . Y .").replace('name = "Toy"', "name = 1"))
    assert len(found) == 3


def test_a_symbol_needs_a_station_of_its_own() -> None:
    assert changed(TOY, "T", "C")[0] == "stations: no station has the symbol triangle, so its cards are dead"


def small(stations: str, departures: str, districts: str | None = None, more: str = "") -> str:
    """A board with nothing but its grid; districts are all A unless given."""
    grid = stations.replace("/", "\n")
    areas = (districts or "/".join("A " * len(row.split()) for row in stations.split("/"))).replace("/", "\n")
    lines = dict(zip("wxyz", departures.split(), strict=True))
    return (
        f'name = "Small"\nlines = ["w", "x", "y", "z"]\nstations = """\n{grid}\n"""\n'
        f'districts = """\n{areas}\n"""\n[solo]\nratings = [1, 2, 3, 4, 5]\n[departures]\n'
        + "".join(f'{line} = "{cell}"\n' for line, cell in lines.items())
        + f'[[mechanics]]\nrule = "route"\n{more}'
    )


def test_a_departure_without_a_section() -> None:
    stations = "C S . . . / T P . . . / . . . . C"
    assert faults(small(stations, "a0 b0 a1 e2")) == ["departures: no section leaves the departure of z"]


def test_a_district_that_nobody_can_reach() -> None:
    stations, districts = "C S . . . / T P . . . / . . . . C", "A A A A A / A A A A A / A A A A Z"
    assert faults(small(stations, "a0 b0 a1 b1", districts)) == [
        "districts: no line can ever reach district Z"
    ]
    assert load_board(small(stations, "a0 b0 a1 b1"), "no district lost").districts == ("A",)


def test_a_district_without_a_station_cannot_be_reached_either() -> None:
    found = faults(small("C S / T P / . .", "a0 b0 a1 b1", "A A / A A / B B"))
    assert found == ["districts: no line can ever reach district B"]


def test_gates_need_four_corners_of_their_own() -> None:
    said = "modules: gates: the corner {} of the grid has no station of its own"
    assert faults(small("C S . / T P C", "a0 b0 a1 b1", more="[modules.gates]\n")) == [said.format("c0")]
    assert len(load_board(small("C S / T P", "a0 b0 a1 b1", more="[modules.gates]\n"), "four").corners) == 4
    one = "# S P / # C T / # C S"
    shared = [said.format("a0"), said.format("a2")]
    assert faults(small(one, "b0 c0 b1 c1", more="[modules.gates]\n")) == shared


# --- loop, crossings, river --------------------------------------------------------------------

PATH = '["c2", "f2", "h2", "h4", "h6", "h7", "g7", "e7", "c7", "c6", "c4"]'


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        (PATH.replace(', "c4"', ', "b4"'), "b4 to c2 is no straight (the loop is not closed)"),
        (PATH.replace('"h2", ', ""), "it passes the station g3 without naming it"),
        (PATH.replace('"h2"', '"h3"'), "f2 to h3 is no straight"),
        (PATH.replace('"h2"', '"z2"'), "there is no cell «z2»"),
        (PATH.replace('"h6", ', ""), "it passes the station h6 without naming it"),
        ('["c2", "f2"]', "must list three or more cells"),
        ("3", "must be a list of texts"),
        ('["c2", "f2", "h2", "h4", "h2"]', "the loop touches itself"),
    ],
)
def test_a_loop_that_is_none(path: str, fault: str) -> None:
    assert any(found.startswith("loop.") and fault in found for found in changed(TOKYO, PATH, path))


def test_a_loop_comes_by_all_its_stations_and_by_no_other() -> None:
    assert any(
        "come by each" in fault for fault in changed(TOKYO, '"c6", "c4"]\npath', '"c6", "c4", "a0"]\npath')
    )
    assert any(
        "it passes the station c4" in fault for fault in changed(TOKYO, '"c6", "c4"]\npath', '"c6"]\npath')
    )


@pytest.mark.parametrize("directions", ['"h"', '"hh"', '"hvx"', '"hx"', "4", '["h", "v"]', '""'])
def test_an_aerial_crossing_has_two_directions(directions: str) -> None:
    assert changed(PARIS, 'd1 = "hv"', f"d1 = {directions}")[0].startswith("aerial_crossings.d1: needs two")


@pytest.mark.parametrize("cell", ["a0", "z9", "d99", "d", "dd1", "e4"])
def test_an_aerial_crossing_stands_in_an_empty_cell(cell: str) -> None:
    assert "stands in an empty cell" in changed(PARIS, 'd1 = "hv"', f'{cell} = "hv"')[0]


def test_an_aerial_crossing_is_passed_by_two() -> None:
    assert changed(PARIS, 'd1 = "hv"', 'd1 = "h/"') == [
        "aerial_crossings: d1: two sections must pass here, not 1"
    ]


def test_the_course_of_a_river_agrees_with_the_sections_it_crosses() -> None:
    assert "course: a2-c4 is not in crossed_by" in changed(LONDON, '"a2-c4", ', "")[0]
    assert changed(LONDON, "[-0.5, 3.75]", "[nan, 3.75]") == [
        "river.course: must list points, each a column and a row"
    ]


def test_a_river_of_one_point_is_only_begun() -> None:
    course = LONDON[LONDON.index("course = ") : LONDON.index("]]", LONDON.index("course = ")) + 2]
    assert changed(LONDON, course, "course = [[1, 3.75]]") == [
        "river.course: a river needs two points at least"
    ]


# --- what does load ----------------------------------------------------------------------------


def test_other_sizes_and_colours_load() -> None:
    text = small("C S . T P . C / T . P . . S . / P C . S T . T", "a0 b0 a1 c1", more="[modules.gates]\n")
    for line, colour in zip("wxyz", ("crimson", "jaune d'or", "青", "4"), strict=True):
        text = text.replace(f'"{line}"', f'"{colour}"').replace(f"\n{line} =", f'\n"{colour}" =')
    board = load_board(text, "wide")
    assert (board.columns, board.rows) == (7, 3)
    assert board.lines == ("crimson", "jaune d'or", "青", "4")
    assert [board.stations[n].cell for n in board.corners] == ["a0", "g0", "a2", "g2"]
    assert board.central_district is None


def test_rows_beyond_nine_have_cells_of_three_characters() -> None:
    board = load_board(small(" / ".join(["C S T P", "P T S C"] * 6), "a0 d0 a11 d11"), "tall")
    assert board.stations[board.departures[2]].cell == "a11"
    assert ("a10", "a11") in board.names


def test_a_board_may_be_as_large_as_the_letters_go() -> None:
    row = " ".join("CSTP"[n % 4] for n in range(26))
    assert load_board(small(f"{row} / {row}", "a0 b0 c0 d0"), "long").columns == 26
    assert "stations: a board has 2 to 26 rows and columns" in faults(
        small(f"{row} C / {row} C", "a0 b0 c0 d0")
    )
