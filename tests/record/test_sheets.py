"""Sheets from paper: what a game drew counts to what it scored, and whatever cannot be is said and kept."""

import json
import random
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import naive
from tests.strategies import MODULE_SETS, played, ruleset
from tests.witness import naive_boards

from terminus.boards import BOARDS, board
from terminus.record.log import is_counted, read, replay, write_line
from terminus.record.scores import score_file
from terminus.record.sheets import MOST_MARKS, BadSheet, read_sheet
from terminus.rules.board import Board, members
from terminus.rules.errors import BadLog
from terminus.rules.position import Position
from terminus.rules.score import score, total
from terminus.rules.table import Table

Texts = dict[str, list[str]]


def drawn(position: Position, rng: random.Random) -> Texts:
    """All that is on a sheet, its marks and lines in any order and its sections in any direction."""
    city, found = position.ruleset.board, {}
    for name, line in zip(city.lines, position.sheet.lines, strict=True):
        ways = [rng.sample(city.sections[n].ends, 2) for n in members(line.sections)]
        marks = [f"{a}-{b}" for a, b in ways]
        marks += [f"circle {city.stations[n].cell}" for n in members(line.circled)]
        found[name] = rng.sample(marks, len(marks))
    return dict(rng.sample(list(found.items()), len(found)))


def from_paper(events: list[dict[str, Any]], table: Table, rng: random.Random) -> list[dict[str, Any]]:
    """The log that the game's sheets would be counted as."""
    sheets = [drawn(position, rng) for position in table.positions]
    return [events[0], {"event": "sheets", "sheets": sheets}]


@pytest.mark.parametrize("modules", MODULE_SETS, ids="+".join)
@pytest.mark.parametrize("city", BOARDS)
def test_the_sheets_of_a_game_count_to_its_score(city: str, modules: tuple[str, ...]) -> None:
    for seed in range(3):
        rng = random.Random(f"{city} {modules} {seed}")
        events = played(board(city), modules, rng, seats=1 + seed)
        table = replay(events)
        for position in table.positions:
            sheet = read_sheet(table.ruleset, table.dealt, drawn(position, rng)).sheet
            assert sheet.problems == ()
            assert sheet.position.sheet == position.sheet
        log = from_paper(events, table, rng)
        counted = replay([*log, events[-1]])  # the end event is compared
        assert counted.over
        assert score_file(counted) == score_file(table)
        told = [json.dumps(event) for event in (*log, events[-1])]
        assert naive.score(naive.replay(told, naive_boards())) == score_file(counted), "says the witness"
        assert [is_counted(log), is_counted(events)] == [True, False]


def _can_be(city: Board, sheet: dict[str, set[int]], doubling: bool) -> bool:
    """The rules of a sheet once more: a line is a tree with its departure, and no two tracks clash."""
    for name, sections in sheet.items():
        stations = {station for n in sections for station in (city.sections[n].a, city.sections[n].b)}
        reached, grown = {city.departures[city.lines.index(name)]}, True
        while grown:
            ways = ({city.sections[n].a, city.sections[n].b} for n in sections)
            new = {station for way in ways if way & reached for station in way} - reached
            reached, grown = reached | new, bool(new)
        if sections and (reached != stations or len(stations) != len(sections) + 1):
            return False
    tracks = [n for sections in sheet.values() for n in sections] + list(members(city.printed))
    crossing = any(city.clash[one] >> other & 1 for one, other in combinations(tracks, 2) if one != other)
    doubled = [n for n in set(tracks) if tracks.count(n) > 1]
    fine = all(doubling and tracks.count(n) == 2 and not city.sections[n].passes for n in doubled)
    return fine and not crossing


@pytest.mark.parametrize("city", BOARDS)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_a_sheet_that_was_changed_can_be_or_has_a_problem(city: str, seed: int) -> None:
    rng = random.Random(seed)
    rules = ruleset(city)
    position = replay(played(rules.board, (), random.Random(seed % 20))).positions[0]
    lines = zip(rules.board.lines, position.sheet.lines, strict=True)
    sections = {name: set(members(line.sections)) for name, line in lines}
    for _ in range(rng.randrange(1, 3)):
        line = sections[rng.choice(rules.board.lines)]
        if line and rng.random() < 0.5:
            line.discard(rng.choice(sorted(line)))
        else:
            line.add(rng.randrange(len(rules.board.sections)))
    texts = {name: ["-".join(rules.board.sections[n].ends) for n in line] for name, line in sections.items()}
    sheet = read_sheet(rules, {}, texts)
    doubling = any(name == "double-track" for name, _ in rules.board.mechanics)
    assert (not sheet.sheet.problems) == _can_be(rules.board, sections, doubling)
    inked = [set(members(line.sections)) for line in sheet.sheet.position.sheet.lines]
    assert inked == list(sections.values())  # kept, whatever is wrong


def _log(sheet: Texts, **start: Any) -> list[dict[str, Any]]:
    first = {
        "event": "start",
        "format": "terminus/1",
        "board": "london",
        "modules": [],
        "seats": ["Ada"],
        "pencils": [["green", "pink", "blue", "purple"]],
        **start,
    }
    return [first, {"event": "sheets", "sheets": [sheet]}]


@pytest.mark.parametrize(
    ("sheet", "rule"),
    [
        ({"green": ["c3-c4"]}, "R3.2"),  # not from its departure
        ({"green": ["d2-c3", "b1-a2"]}, "R3.2"),  # in two pieces
        ({"green": ["d2-c3", "c3-c4", "c4-d2"]}, "R3.0"),  # no such section
        ({"green": ["d2-c3", "circle d2"]}, "R7.3"),  # no module that circles
        ({"green": ["d2-c3", "d2-c3"]}, "R3.5"),  # twice
    ],
)
def test_what_cannot_be_is_refused_with_its_rule_unless_somebody_insists(sheet: Texts, rule: str) -> None:
    with pytest.raises(BadLog, match=rule):
        replay(_log(sheet))
    if rule != "R3.0":
        assert replay(_log({"green": [f"{mark}!" for mark in sheet["green"]]})).over


def test_a_line_has_no_more_circles_than_its_powers_and_bonuses_give() -> None:
    powers = {"green": "double-station", "pink": "joker", "blue": "switch", "purple": "double-section"}
    sheet = {"green": ["d2-c3", "circle d2", "circle c3"]}
    with pytest.raises(BadLog, match=r"circle c3: this line can have 1 circled at most \(R7.7\)"):
        replay(_log(sheet, modules=["powers"], powers=powers))
    found = read_sheet(ruleset("london", ("powers",)), {"powers": powers}, sheet)
    assert [problem.refusal.why for problem in found.sheet.problems] == ["too-many-circles"]


def test_what_hangs_on_something_insisted_on_is_no_problem_of_its_own() -> None:
    sheet = read_sheet(ruleset("london"), {}, {"green": ["c3-b4", "a3-c3!", "b1-a2"]})
    said = [(problem.mark.number, problem.mark.insisted) for problem in sheet.sheet.problems]
    assert said == [(1, True), (2, False)]
    assert [problem.mark.number for problem in sheet.open] == [2]


def test_to_insist_on_something_does_not_change_what_a_sheet_is_worth() -> None:
    """The corner is reached by the line, from whatever side it was inked first."""
    rules = ruleset("paris", ("gates",))
    city = rules.board
    dealt = {"gates": {city.stations[corner].cell: "double-district" for corner in city.corners}}
    for corner in city.corners:
        near = next(s for s in city.sections if corner in (s.a, s.b))
        other = near.a + near.b - corner
        beyond = next(s for s in city.sections if other in (s.a, s.b) and s is not near)
        to = beyond.a + beyond.b - other
        cells = [city.stations[station].cell for station in (to, other, corner)]
        one, two = f"{cells[1]}-{cells[0]}", f"{cells[2]}-{cells[1]}"
        written = ([one, two], [one, f"{two}!"], [f"{one}!", f"{two}!"], [two, one])
        sheets = [read_sheet(rules, dealt, {city.lines[0]: marks}) for marks in written]
        assert len({total(score(sheet.sheet.position)) for sheet in sheets}) == 1


def test_sheets_come_before_any_card_and_nothing_after_them() -> None:
    start, sheets = _log({})
    flip = {"event": "flip", "round": 1, "turn": 1, "cards": ["street/circle"]}
    for log in ([start, flip, sheets], [start, sheets, flip], [start, sheets, sheets]):
        with pytest.raises(BadLog, match=r"R2\.\d"):
            replay(log)


def test_a_sheet_has_its_bounds() -> None:
    with pytest.raises(BadSheet, match=str(MOST_MARKS)):
        read_sheet(ruleset("london"), {}, {"green": ["d2-c3"] * 10_000})
    full = read_sheet(ruleset("london"), {}, {line: ["d2-c3"] * MOST_MARKS for line in board("london").lines})
    assert len(full.sheet.problems) == 4 * MOST_MARKS - 1  # one can be


NONSENSE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=6)
    | st.sampled_from(["d2-c3", "circle d2!"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["green", "pink", "gold", ""]), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(sheets=NONSENSE)
@settings(max_examples=150, deadline=None)
def test_nonsense_is_refused_at_its_line(sheets: Any) -> None:
    start, event = _log({})
    text = write_line(start) + write_line({**event, "sheets": sheets})
    try:
        replay(text)
    except BadLog as refused:
        line = refused.line
    else:
        line = 2
    assert line == len(list(read(text))) == 2
