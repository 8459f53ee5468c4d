"""The naive witness itself: it must find the counts and scores that are known."""

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from tests import naive
from tests.naive.draw import Line, Round, Turn
from tests.naive.geometry import Section, cell_named, shared_part

BOARDS = Path(__file__).parents[1] / "src" / "terminus" / "boards"
SAMPLES = Path(__file__).parent / "golden" / "samples"
GAMES = sorted(file.name.removesuffix(".score.json") for file in SAMPLES.glob("*.score.json"))
FOUR = "circle square switch+triangle pentagon"
GATES = "a0=switch,j0=double-visit,a9=double-district,j9=double-station"
OTHER_GATES = "a0=double-visit,j0=switch,a9=double-station,j9=double-district"


@cache
def board(name: str) -> naive.Board:
    return naive.board(BOARDS / f"{name}.toml")


def boards() -> dict[str, naive.Board]:
    return {name: board(name) for name in ("london", "tokyo", "paris")}


def section(name: str) -> Section:
    return Section.along(*map(cell_named, name.split("-")))


def line(*names: str) -> Line:
    return Line(frozenset(map(section, names)))


# --- geometry and boards -----------------------------------------------------------------------


def test_segments_meet_in_a_point_in_a_stretch_or_not_at_all() -> None:
    half, two, three = ((Fraction(x, 2), Fraction(y, 2)) for x, y in ((1, 1), (4, 0), (6, 0)))
    assert shared_part((0, 0), (1, 1), (0, 1), (1, 0)) == (half, half)
    assert shared_part((0, 0), (3, 0), (2, 0), (5, 0)) == (two, three)
    assert shared_part((0, 0), (2, 0), (2, 0), (2, 2)) == (two, two)
    assert shared_part((0, 0), (1, 0), (2, 0), (3, 0)) is None
    assert shared_part((0, 0), (1, 0), (0, 1), (1, 1)) is None
    assert shared_part((0, 0), (1, 0), (2, 1), (2, -1)) is None


@pytest.mark.parametrize(
    ("name", "stations", "sections", "crossing"),
    [("london", 53, 155, 116), ("tokyo", 52, 132, 65), ("paris", 53, 157, 82)],
)
def test_board_counts(name: str, stations: int, sections: int, crossing: int) -> None:
    found = board(name)
    assert len(set(found.station_at.values())) == len(found.symbols) == stations
    assert len(found.sections) == sections
    assert sum(len(others) for others in found.crossed.values()) == 2 * crossing


def test_river_loop_and_aerial_crossings() -> None:
    assert len(board("london").river) == 24
    assert board("london").river <= board("london").sections
    assert len(board("tokyo").loop) == 8
    paris = board("paris")
    assert len(paris.crossings) == 8
    for crossing in paris.crossings:
        assert sum(crossing in paris.passes(section) for section in paris.sections) == 2


# --- the counts --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "turns", "ways"),
    [
        ("london green", "circle square triangle pentagon", 238),
        ("london pink", "square joker switch+triangle circle", 891),
        ("london blue", "triangle circle square switch+joker", 1163),
        ("london purple", "pentagon switch+circle triangle square", 187),
        ("tokyo purple", "circle square triangle pentagon", 52),
        ("tokyo blue", "triangle circle square switch+joker", 307),
        ("tokyo pink", "square joker switch+triangle circle", 137),
        ("tokyo brown", "joker joker", 35),
        ("paris orange", "joker joker", 134),
        ("paris green", "square joker switch+triangle circle", 2443),
        ("paris purple", "triangle circle square switch+joker", 2224),
        ("paris blue", "pentagon switch+circle triangle square", 482),
    ],
)
def test_perft(where: str, turns: str, ways: int) -> None:
    name, colour = where.split()
    assert naive.perft(board(name), colour, turns.split()) == ways


@pytest.mark.parametrize(
    ("where", "power", "turns", "sheets"),
    [
        ("london purple", None, FOUR, 282),
        ("london purple", "double-section", FOUR, 1656),
        ("tokyo purple", "joker", FOUR, 229),
        ("paris orange", "switch", FOUR, 825),
        ("paris orange", "double-section", FOUR, 5743),
        ("london purple", "double-section", "triangle switch+triangle triangle", 12),
        ("paris green", "double-section", "circle switch+square triangle", 354),
        ("tokyo purple", "double-section", "square switch+joker pentagon", 75),
        ("paris purple", "double-section", "pentagon pentagon joker", 444),
        ("london purple", "double-station", FOUR, 1469),
        ("tokyo blue", "joker", "switch+square circle pentagon", 58),
        ("paris orange", "joker", "circle pentagon pentagon", 248),
    ],
)
def test_sheets_with_a_power(where: str, power: str | None, turns: str, sheets: int) -> None:
    name, colour = where.split()
    assert naive.sheets(board(name), colour, turns.split(), power=power) == sheets


@pytest.mark.parametrize(
    ("where", "special", "turns", "sheets"),
    [
        ("london purple", ("square", "extension"), FOUR, 455),
        ("tokyo purple", ("square", "joker"), FOUR, 128),
        ("paris orange", ("square", "extension"), FOUR, 1153),
        ("tokyo pink", ("circle", "joker"), "square triangle circle", 47),
        ("paris purple", ("circle", "joker"), "square square circle", 55),
    ],
)
def test_sheets_with_a_special_station(where: str, special: tuple[str, str], turns: str, sheets: int) -> None:
    name, colour = where.split()
    assert naive.sheets(board(name), colour, turns.split(), special=special) == sheets


@pytest.mark.parametrize(
    ("where", "gates", "turns", "sheets"),
    [
        ("london purple", GATES, "joker circle joker square", 995),
        ("tokyo purple", GATES, "joker circle joker square", 545),
        ("paris orange", GATES, "joker circle joker square", 5905),
        ("london green", GATES, "circle circle joker joker", 879),
        ("paris green", OTHER_GATES, "joker switch+joker joker", 2624),
        ("london green", OTHER_GATES, "joker joker switch+joker", 2670),
    ],
)
def test_sheets_with_gates(where: str, gates: str, turns: str, sheets: int) -> None:
    name, colour = where.split()
    dealt = dict(gate.split("=") for gate in gates.split(","))
    assert naive.sheets(board(name), colour, turns.split(), gates=dealt) == sheets


# --- single readings ---------------------------------------------------------------------------


def test_double_track_follows_a_bend_of_the_loop_and_only_with_a_joker() -> None:
    tokyo = board("tokyo")
    seat = Round(tokyo, "purple", tuple(tokyo.loop))
    before = line("d0-f0", "f0-f2")
    bend = Section.along(*map(cell_named, ("f2", "h2", "h4")))
    with_joker = naive.answers(seat, before, Turn(3, "joker"))
    assert bend in with_joker[("f2-h4",)].sections
    assert ("f2-h4",) not in naive.answers(seat, before, Turn(3, "circle"))
    crowded = Round(tokyo, "purple", (*tokyo.loop, bend))
    assert ("f2-h4",) not in naive.answers(crowded, before, Turn(3, "joker"))


def test_an_aerial_crossing_lets_each_direction_through_once() -> None:
    paris = board("paris")
    before = line("d2-b2", "b2-b1")
    upright = Round(paris, "orange", (section("d0-d2"),))
    assert ("b1-e1",) in naive.answers(upright, before, Turn(3, "pentagon"))
    along = Round(paris, "orange", (section("b1-e1"),), special=("pentagon", "joker"))
    assert ("b1-e1",) not in naive.answers(along, before, Turn(3, "pentagon"))


def test_the_special_joker_doubles_any_other_section_in_every_city() -> None:
    london = board("london")
    taken = (section("d2-d1"),)
    assert ("d2-d1",) not in naive.answers(Round(london, "green", taken), Line(), Turn(1, "joker"))
    special = Round(london, "green", taken, special=("square", "joker"))
    assert ("d2-d1",) in naive.answers(special, Line(), Turn(1, "square"))
    assert ("d2-d1",) not in naive.answers(special, Line(), Turn(1, "joker"))


def test_an_extension_goes_straight_through_the_platform() -> None:
    paris = board("paris")
    seat = Round(paris, "orange", special=("circle", "extension"))
    found = naive.answers(seat, line("d2-d3"), Turn(3, "circle"))
    assert ("d3-e4", "f5-g6") in found
    assert [words for words in found if words[:1] == ("d3-e4",)] == [("d3-e4",), ("d3-e4", "f5-g6")]


def test_a_guided_visit_follows_a_switch_and_a_declined_second_is_the_free_visit() -> None:
    seat, before = Round(board("paris"), "green"), line("c6-b6", "b6-b8")
    branching = naive.answers(seat, before, Turn(1, "joker", switch=True))
    assert ("b6-a5",) in branching
    assert ("b6-a5", "a5-a4") in branching
    assert ("b6-a5", "c6-c7") not in branching  # the second starts at the monument
    assert ("b6-a5",) not in naive.answers(seat, before, Turn(1, "joker"))


def test_a_circle_may_stand_before_or_after_the_section_in_a_log() -> None:
    london = board("london")
    before, turn = line("d2-d1"), Turn(2, "triangle")
    one = naive.answers(Round(london, "green", power="double-station"), before, turn)
    every = naive.answers(Round(london, "green", power="double-station", any_order=True), before, turn)
    assert ("d2-e3", "circle d1") in one
    assert ("circle d1", "d2-e3") not in one
    assert one[("d2-e3", "circle d1")] == every[("circle d1", "d2-e3")]
    assert ("circle e3", "d2-e3") not in every


def test_a_bonus_is_skipped_by_a_word_only_while_another_waits() -> None:
    london = board("london")
    gates = {"a0": "double-visit", "a9": "switch", "j0": "double-station", "j9": "double-district"}
    seat = Round(london, "purple", gates=gates)
    before = line("c5-a7", "c5-b4", "b4-a3", "a3-a2")
    found = naive.answers(seat, before, Turn(3, "pentagon"))
    assert ("a2-a0",) in found
    assert ("a2-a0", "skip") not in found
    assert ("a2-a0", "a7-a9") not in found
    assert ("a2-a0", "a7-a9", "skip") in found
    assert ("a2-a0", "a7-a9", "skip", "c5-c4") in found
    assert ("a2-a0", "a7-a9", "c5-c4") not in found


# --- whole games -------------------------------------------------------------------------------


def log(name: str) -> list[str]:
    return (SAMPLES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


def test_there_are_nine_samples() -> None:
    assert len(GAMES) == 9


@pytest.mark.parametrize("name", GAMES)
def test_samples_score_as_written(name: str) -> None:
    written = json.loads((SAMPLES / f"{name}.score.json").read_text(encoding="utf-8"))
    game = naive.replay(log(name), boards())
    found = naive.score(game)
    assert found["seats"] == written["seats"]
    assert found["winners"] is not None
    assert ("solo" in found) == (len(game.sheets) == 1)
    end = json.dumps({"event": "end", "scores": written["seats"]})
    assert naive.replay([*log(name), end], boards()).ended


@pytest.mark.parametrize("name", GAMES)
def test_a_log_may_stop_after_any_line(name: str) -> None:
    lines = log(name)
    for length in range(1, len(lines), 17):
        assert naive.score(naive.replay(lines[:length], boards()))["winners"] is None


def changed(number: int, old: str, new: str) -> Callable[[list[str]], list[str]]:
    """The log with this text replaced in one of its lines, which must hold it."""

    def change(lines: list[str]) -> list[str]:
        assert old in lines[number - 1]
        return [*lines[: number - 1], lines[number - 1].replace(old, new), *lines[number:]]

    return change


@pytest.mark.parametrize(
    ("number", "old", "new"),
    [
        (1, '"blue", "pink"', '"blue", "blue"'),
        (1, '"a0": "double-visit"', '"a0": "switch"'),
        (1, '"london"', '"atlantis"'),
        (2, '"turn": 1', '"turn": 2'),
        (2, "underground/circle", "street/switch"),
        (3, "f7-d7", "f7-f9"),
        (3, "f7-d7", "d7-f7"),
        (3, '"f7-d7"', '"use joker", "f7-d7"'),
        (3, '"seat": 0', '"seat": 1'),
        (4, "underground/triangle", "underground/circle"),
        (9, "d7-d9", "d7-d9x"),
        (25, '"circle d7"', '"circle f3"'),
        (25, '"circle d7"', '"skip"'),
        (25, "]}", "]"),
    ],
)
def test_a_log_that_breaks_a_rule_is_refused_with_its_line(number: int, old: str, new: str) -> None:
    lines = changed(number, old, new)(log("london-gates"))
    with pytest.raises(naive.Refused, match=f"^line {number}: "):
        naive.replay(lines, boards())


def test_two_modules_that_exclude_each_other_are_refused() -> None:
    lines = changed(1, '["gates"]', '["gates", "powers"]')(log("london-gates"))
    with pytest.raises(naive.Refused, match="at most one"):
        naive.replay(lines, boards())


def test_a_wrong_end_is_refused() -> None:
    with pytest.raises(naive.Refused, match="the scores differ"):
        naive.replay([*log("tokyo"), '{"event": "end", "scores": []}'], boards())
    with pytest.raises(naive.Refused, match="not over"):
        naive.replay([*log("tokyo")[:-1], '{"event": "end", "scores": []}'], boards())


def test_unknown_events_and_keys_are_ignored() -> None:
    lines = log("paris")
    lines.insert(1, '{"event": "chat", "text": "bonjour"}')
    lines[0] = lines[0].replace("{", '{"clock": 1, ', 1)
    assert naive.score(naive.replay(lines, boards())) == naive.score(naive.replay(log("paris"), boards()))
