"""Why something cannot be done: every reason that the engine can give, on the toy board and in the cities.

  a b c d e
0 C . S . T     red (line 1) leaves b1, gold d1, teal b3, grey e2;
1 . P . C .     ? and M show every symbol
2 S . ? . P
3 . T . M .
4 P . C . S
"""

import random
from dataclasses import replace

import pytest
from tests.rules.seat import Seat, seat
from tests.strategies import MODULE_SETS, eager, ruleset

from terminus.boards import shipped_boards
from terminus.locale.vocabulary import vocabulary
from terminus.record.dealer import Dealer
from terminus.record.draft import Draft
from terminus.record.log import step
from terminus.record.notation import parse
from terminus.rules.actions import DONE, SKIP, Action, Circle, Draw, Use
from terminus.rules.board import members
from terminus.rules.errors import Illegal, Refusal
from terminus.rules.play import advance, allowed, apply, legal
from terminus.rules.position import Position, Prompt, Reach
from terminus.rules.refusal import reason
from terminus.rules.table import commit
from terminus.rules.why_not import why_not, why_not_section

GATES = {"a0": "switch", "e0": "double-visit", "a4": "double-district", "e4": "double-station"}


def drafted(one: Seat, cards: str, *said: str) -> Position:
    draft = Draft.of(one.asked(cards))
    for words in said:
        draft = draft.say(words)
    return draft.position


def told(position: Position, place: str) -> Refusal:
    """What is said of a station, or of a section."""
    board = position.ruleset.board
    a, _, b = place.partition("-")
    found = why_not_section(position, board.names[a, b]) if b else why_not(position, board.at[a])
    assert found is not None, f"{place} can be drawn"
    return found


def shown(position: Position, refusal: Refusal) -> list[str]:
    """What lights up."""
    board = position.ruleset.board
    sections = ["-".join(board.sections[section].ends) for section in members(refusal.sections)]
    return sections + [board.stations[station].cell for station in members(refusal.stations)]


RED = seat("toy", "red")
BRANCH = RED.inked("b1-a0 b1-b3 b3-c4")  # d1 hangs on b1, which is no end
CROSSED = seat("toy", "gold").inked("d1-b1").takes("red").inked("b1-c0")
LOOP = seat("tokyo", "purple").inked("d0-f0 f0-f2")
FULL = LOOP.inked("f2-c2").takes("blue").inked("a6-b5 b5-c4 c4-b3 b3-c2")
SQUARE = ("square", "extension")
TWO = seat("toy", "red", power="double-section").inked("b1-a2 a2-a0 b1-d1")
MONUMENT = seat("paris", "blue").inked("h3-g3 g3-g0 g0-f1")

PLACES = [
    # seat, cards, what was done, the place, the word, the rule, what lights up
    (RED, "circle", [], "b1", "departure", "R3.2", ["b1"]),
    (RED.inked("b1-a0"), "square", [], "a0", "end", "R3.2", ["a0"]),
    (BRANCH, "circle", [], "b3", "on-line", "R3.4", ["b3"]),
    (RED, "circle", [], "e0", "symbol/circle", "R3.3", []),
    (RED, "square", [], "a0", "symbol/square", "R3.3", []),
    (RED, "triangle", [], "a0", "symbol/triangle", "R3.3", []),
    (RED, "pentagon", [], "a0", "symbol/pentagon", "R3.3", []),
    (RED, "pentagon", [], "e2", "no-straight/departure", "R3.0", ["b1"]),
    (RED.inked("b1-a0"), "pentagon", [], "e2", "no-straight", "R3.0", ["a0", "b1"]),
    (RED, "square", [], "e4", "between", "R3.0", ["c2"]),
    (BRANCH, "circle", [], "d1", "no-end", "R3.2", ["a0", "c4"]),
    (BRANCH, "switch+circle", [], "d1", "early-switch", "R3.8", ["a0", "c4"]),
    (CROSSED.inked("b1-a0"), "joker", [], "c2", "crosses", "R3.6", ["b1-d1"]),
    (CROSSED.inked("c0-a0"), "joker", [], "d1", "joined", "R3.5", ["b1-d1"]),
    (CROSSED, "joker", [], "b1-d1", "joined", "R3.5", ["b1-d1"]),
    (RED, "joker", [], "c0-c2", "departure-first", "R3.2", ["b1"]),
    (RED.inked("b1-a0"), "joker", [], "d3-e4", "off-line", "R3.2", ["a0", "b1"]),
    (BRANCH, "circle", [], "b1-d1", "no-end", "R3.2", ["a0", "c4"]),
    (RED, "circle", ["b1-a0"], "c0", "no-more", "R3.1", []),
    (RED, "circle", ["b1-a0"], "a0-c0", "no-more", "R3.1", []),
    # Tokyo: the loop and double track
    (LOOP, "pentagon", [], "c2", "joined/printed", "R3.5", ["c2-f2"]),
    (seat("tokyo", "purple").inked("d0-d1"), "joker", [], "f3", "printed-between", "R5.1", None),
    (FULL, "joker", [], "f2", "two-tracks", "R5.2", ["c2-f2"]),
    # Paris: the platform, crossings, the guided visit
    (seat("paris", "orange").inked("d2-d3 d3-e4 f4-g4"), "joker", [], "e4", "on-line", "R3.4", ["e4"]),
    (MONUMENT, "joker", ["f1-i1"], "a0", "starts-here", "R6.4", ["i1"]),
    (MONUMENT, "joker", ["f1-i1"], "i1", "end", "R3.2", ["i1"]),
    # modules
    (
        seat("toy", "red", special=SQUARE).inked("b1-a0"),
        "square",
        ["a0-c0"],
        "c2",
        "straight-on",
        "R7.4",
        None,
    ),
    (seat("toy", "red", power="joker"), "circle", ["use joker"], "a0", "power-needless", "R7.3", []),
    (TWO, "joker", ["use double-section"], "e0", "power-incomplete", "R7.3", []),
    (seat("toy", "red", gates=GATES), "circle", ["b1-a0"], "e2", "no-straight", "R3.0", ["a0", "b1"]),
]


@pytest.mark.parametrize(
    ("one", "cards", "did", "place", "why", "rule", "lit"), PLACES, ids=[f"{p[3]}-{p[4]}" for p in PLACES]
)
def test_a_place_that_cannot_be_drawn_says_why(
    one: Seat, cards: str, did: list[str], place: str, why: str, rule: str, lit: list[str] | None
) -> None:
    position = drafted(one, cards, *did)
    refusal = told(position, place)
    assert (refusal.why, refusal.rule) == (why, rule)
    if lit is not None:
        assert sorted(shown(position, refusal)) == sorted(lit)


def test_the_line_in_the_way_is_named_by_its_number() -> None:
    assert told(CROSSED.inked("b1-a0").asked("joker"), "c2").values == {"line": 2}


def test_the_extension_lights_the_section_straight_on() -> None:
    one = drafted(seat("toy", "red", special=SQUARE).inked("b1-a0"), "square", "a0-c0")
    assert shown(one, told(one, "c2")) == ["c0-e0"]


def test_a_straight_that_the_loop_cuts_shows_the_whole_loop() -> None:
    one = seat("tokyo", "purple").inked("d0-d1").asked("joker")
    assert told(one, "f3").sections == one.ruleset.board.printed


def test_a_section_over_a_crossing_cannot_be_doubled() -> None:
    paris = seat("paris", "orange", special=("square", "joker"))
    over = next(s for s in paris.board.sections if s.passes)
    sheet = paris.position.sheet.with_section(paris.board, 1, over.id, over.a, over.b)
    position = replace(paris, position=replace(paris.position, sheet=sheet)).asked("square")
    refusal = why_not_section(position, over.id)
    assert refusal is not None
    assert (refusal.why, refusal.rule, refusal.sections) == ("crossing-doubled", "R6.3", 1 << over.id)


# -- what no shipped board comes to, made by hand ------------------------------------------------


def by_hand(*prompts: Prompt) -> Position:
    return RED.asked("joker").asked(prompts)


def draw(name: str) -> Action:
    return parse(RED.board, name)


def printed_across() -> Position:
    """c0-c2 as if it were printed: no shipped board has such a one."""
    bit, across = (1 << RED.board.names[names] for names in (("c0", "c2"), ("b1", "d1")))
    sheet = replace(RED.position.sheet, drawn=bit, blocked=bit | across)
    return replace(RED.asked("joker"), sheet=sheet)


STUCK = by_hand(Prompt("card", Reach()), Prompt("circle", None, required=True))
POWER = seat("toy", "red", power="joker")
CIRCLE = seat("toy", "red", gates=GATES).inked("b1-c2 c2-d3")
C2, B1, A0 = (RED.board.at[cell] for cell in ("c2", "b1", "a0"))


def full() -> Position:
    """Every section is in somebody's way."""
    sheet = replace(POWER.position.sheet, blocked=(1 << len(RED.board.sections)) - 1)
    return replace(POWER.asked("circle"), sheet=sheet)


def waiting_circle() -> Position:
    """A circle that stands behind a section which is still to be drawn or skipped."""
    prompts = Prompt("visit", Reach()), Prompt("circle", None, circles=1 << B1, rule="R7.5")
    return CIRCLE.asked("square").asked(prompts)


ACTIONS: list[tuple[Position, Action, str, str]] = [
    (RED.position, DONE, "not-asked", "R2.5"),
    (RED.asked("joker"), Draw(999, 0, 1), "no-section", "R3.0"),
    (RED.asked("joker"), Circle(999), "no-station", "R3.0"),
    (by_hand(Prompt("card", Reach(3))), draw("b1-b3"), "symbol", "R3.3"),
    (printed_across(), draw("b1-d1"), "crosses/printed", "R3.6"),
    (STUCK, draw("b1-a0"), "impossible", "R3.1"),
    (STUCK, DONE, "unfinished", "R2.5"),
    (RED.asked("joker"), SKIP, "no-skip", "R7.6"),
    (RED.asked("joker"), Use("joker"), "not-in-play", "R7.3"),
    (RED.asked("joker"), Circle(B1), "no-circle", "R7.3"),
    (POWER.asked("circle"), Use("luck"), "power-unknown", "R7.3"),
    (POWER.asked("circle"), Use("switch"), "power-other", "R7.3"),
    (POWER.turn("circle", "use joker", "b1-b3").asked("circle"), Use("joker"), "power-spent", "R7.3"),
    (drafted(POWER, "circle", "b1-a0"), Use("joker"), "power-late", "R7.3"),
    (POWER.asked("joker"), Use("joker"), "power-useless", "R7.3"),
    (drafted(POWER, "circle", "use joker"), DONE, "power-open", "R7.3"),
    (drafted(CIRCLE, "square", "d3-e4"), Circle(C2), "never-circled", "R7.5"),
    (drafted(CIRCLE, "square", "d3-e4"), Circle(A0), "circle-off-line", "R7.5"),
    (drafted(CIRCLE.marked("b1"), "square", "d3-e4"), Circle(B1), "circled", "R7.7"),
    (full(), Use("joker"), "power-stuck", "R7.3"),
    (waiting_circle(), Circle(B1), "bonus-first", "R7.6"),
]


@pytest.mark.parametrize(("position", "action", "why", "rule"), ACTIONS, ids=[f"{a[2]}" for a in ACTIONS])
def test_an_action_that_is_refused_says_why(position: Position, action: Action, why: str, rule: str) -> None:
    found = reason(position, action)
    assert (found.why, found.rule) == (why, rule)
    with pytest.raises(Illegal) as refused:
        apply(position, action)
    assert refused.value.refusal == found
    assert str(refused.value) == f"{found.text} ({found.rule})"


SAID_BY_THE_SERVER = {"watching", "confirmed"}
SAID_OF_PAPER = {"too-many-circles"}  # tests/record/test_sheets.py: at a table there is nothing to offer then


def test_every_reason_has_been_given_here_and_has_its_sentence() -> None:
    given = {place[4] for place in PLACES} | {action[2] for action in ACTIONS} | {"crossing-doubled"}
    assert given | SAID_BY_THE_SERVER | SAID_OF_PAPER == vocabulary()["refusal"].keys()


@pytest.mark.parametrize("city", shipped_boards())
def test_in_whole_games_exactly_what_cannot_be_drawn_has_a_reason(city: str) -> None:
    rng = random.Random(city)
    for modules in MODULE_SETS[:4]:
        dealer = Dealer(rng)
        table = step(None, dealer.start(ruleset(city, modules), ["P"]))
        while not table.over:
            table = step(table, dealer.next_event(table) or {})
            position = table.positions[0]
            actions = []
            while not position.done:
                if rng.random() < 0.2:
                    check(position)
                actions.append(eager(rng, position, legal(position)))
                position = advance(position, actions[-1])
            if actions:
                table = commit(table, 0, position)


def check(position: Position) -> None:
    board, drawn = position.ruleset.board, [a for a in allowed(position) if isinstance(a, Draw)]
    words = vocabulary()["refusal"]
    for station in board.stations:
        refusal = why_not(position, station.id)
        assert (refusal is None) == any(draw.target == station.id for draw in drawn)
        assert refusal is None or refusal.why in words
    for section in board.sections:
        refusal = why_not_section(position, section.id)
        assert (refusal is None) == any(draw.section == section.id for draw in drawn)
        assert refusal is None or refusal.why in words
