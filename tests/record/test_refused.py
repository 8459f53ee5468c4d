"""Logs that break a rule or the format: refused at their line, with the rule, and nothing else happens."""

import json
import random
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import MODULE_SETS, played

from terminus.boards import BOARDS, board
from terminus.record.log import Event, read, replay, step, write_line
from terminus.rules.errors import BadLog, TerminusError

FOLDER = Path(__file__).parents[1] / "golden" / "refused"
TABLE = [
    line.split(" ", 2)
    for line in (FOLDER / "expected.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize(("name", "line", "says"), TABLE, ids=[row[0] for row in TABLE])
def test_a_log_is_refused_at_its_line_with_the_rule(name: str, line: str, says: str) -> None:
    data = (FOLDER / f"{name}.jsonl").read_bytes()
    with pytest.raises(BadLog) as refused:
        replay(data)
    assert refused.value.line == int(line)
    assert str(refused.value).startswith(f"line {line}: ")
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("name", "line"), [row[:2] for row in TABLE], ids=[row[0] for row in TABLE])
def test_up_to_that_line_it_is_a_good_log(name: str, line: str) -> None:
    """So the refusal is for the line it names and for no other."""
    lines = (FOLDER / f"{name}.jsonl").read_bytes().split(b"\n")
    if int(line) > 1:
        replay(b"\n".join(lines[: int(line) - 1]))


def test_every_refused_log_is_in_the_table() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.jsonl")) == sorted(row[0] for row in TABLE)


def test_each_rule_of_chapter_3_that_can_be_broken_is_broken() -> None:
    said = " ".join(row[2] for row in TABLE)
    for rule in ("R3.0", "R3.1", "R3.2", "R3.3", "R3.4", "R3.5", "R3.6", "R3.8"):
        assert rule in said
    for rule in ("R2.1", "R2.2", "R2.4", "R2.5", "R5.2", "R6.3", "R6.4", *(f"R7.{n}" for n in range(1, 7))):
        assert rule in said


# --- the fuzzer --------------------------------------------------------------------------------


@cache
def game(city: str, modules: tuple[str, ...]) -> list[Event]:
    events = played(board(city), modules, random.Random(4), seats=2)
    return [event for _, event in read("".join(map(write_line, events)))]


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 12)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(
        ["street/switch", "d2-d1", "use joker", "circle f3", "skip", "london", "gates", "switch", "a0"]
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


def places(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if not isinstance(value, dict | list):
        return [here]
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    return [*([here] if here else []), *(p for key, child in inside for p in places(child, (*here, key)))]


@st.composite
def damaged(draw: st.DrawFn) -> list[Any]:
    """A good log of which a few events were changed, lost, doubled or moved."""
    events: list[Any] = deepcopy(game(draw(st.sampled_from(BOARDS)), draw(st.sampled_from(MODULE_SETS))))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, min(len(events), draw(st.sampled_from([3, 20, 400]))) - 1))
        match draw(st.sampled_from(["value", "value", "value", "lose", "double", "move", "key"])):
            case "value":
                *path, last = draw(st.sampled_from(places(events[at]))) or [None]
                parent = events[at]
                for key in path:
                    parent = parent[key]
                if last is not None:
                    parent[last] = draw(values)
            case "lose":
                events.pop(at)
            case "double":
                events.insert(at, deepcopy(events[at]))
            case "move":
                events.insert(draw(st.integers(0, len(events) - 1)), events.pop(at))
            case _ if isinstance(events[at], dict):
                events[at][draw(st.sampled_from(["event", "do", "seat", "x"]))] = draw(values)
        if not events:
            break
    return events


@settings(max_examples=300)
@given(damaged())
def test_a_damaged_log_is_read_or_refused_and_never_changed(events: list[Any]) -> None:
    before = deepcopy(events)
    try:
        replay(events)
    except BadLog as error:
        refused = str(error)
    else:
        refused = ""
    assert str(events) == str(before)  # as text: a fuzzed nan is no equal of itself
    assert "\n" not in refused


@settings(max_examples=100)
@given(damaged(), st.integers(0, 4000), st.binary(max_size=3))
def test_so_is_its_text_cut_or_overwritten_anywhere(events: list[Any], at: int, put: bytes) -> None:
    data = "".join(json.dumps(event) + "\n" for event in events).encode()
    for text in (data, data[:at], data[:at] + put + data[at + len(put) :]):
        try:
            replay(text)
        except BadLog as error:
            refused = error
            assert refused.line >= 1


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_so_is_anything_at_all(data: bytes | str) -> None:
    with pytest.raises(BadLog):
        replay(data)


def test_a_refused_event_leaves_the_table_as_it_was() -> None:
    events = game("london", ("powers",))
    table = step(None, events[0])
    for event in events[1:40]:
        wrong = {**event, "do": ["d2-z9"], "cards": ["no/card"], "round": 1}
        with pytest.raises(TerminusError):
            step(table, wrong)
        table = step(table, event)


def test_an_event_of_no_kind_is_refused_as_an_object_too() -> None:
    with pytest.raises(BadLog, match="line 1: this is no event"):
        replay([{}])
