"""Queries: answers matched by id, exactly one of them final, whatever the query."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.review.games import base

from terminus.boards import board
from terminus.kernel import installed
from terminus.record.log import write_line
from terminus.review import Game, Settings, as_json, review
from terminus.review.queries import LONGEST_QUERY, answers, read_query
from terminus.rules.errors import BadSetup

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: there is no review without it")


def open_file(name: str) -> Game:
    return Game.of(Path(name).read_bytes())


def ask(query: object) -> list[dict[str, Any]]:
    line = query if isinstance(query, bytes) else json.dumps(query).encode()
    said = list(answers(read_query(line), open_file, board))
    json.dumps(said)
    assert [answer.get("final", False) for answer in said] == [False] * (len(said) - 1) + [True]
    return said


def events(*bots: str) -> list[Any]:
    return list(base("london", *bots))


def text() -> str:
    return "".join(map(write_line, events("greedy")))


def test_a_turn_at_a_time_and_then_the_whole() -> None:
    said = ask({"id": "a", "events": events("greedy", "random"), "depth": 1})
    whole = as_json(review(Game.of(events("greedy", "random")), Settings(depth=1)))
    final = said.pop()
    assert {key: final[key] for key in whole} == json.loads(json.dumps(whole))
    assert {answer["id"] for answer in [*said, final]} == {"a"}
    turns = [(answer["seat"], answer["turn"]) for answer in said]
    assert [{**turn, "next_up": None} for _, turn in turns] == [
        {**turn, "next_up": None} for seat in whole["seats"] for turn in seat["turns"]
    ]


def test_a_log_is_events_a_text_or_a_file(tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_text(text(), encoding="utf-8")
    asked = {"id": 1, "seats": [0], "turns": [[1, 2], [2, 1]]}
    by_events = ask({**asked, "events": events("greedy")})
    assert by_events == ask({**asked, "log": text()})
    assert by_events == ask({**asked, "file": str(tmp_path / "game.jsonl")})
    assert [(a["turn"]["round"], a["turn"]["turn"]) for a in by_events[:-1]] == [(1, 2), (2, 1)]
    assert by_events[-1]["seats"] == []


def test_of_some_turns_all_that_was_asked_for_comes_with_the_turn() -> None:
    whole = as_json(review(Game.of(events("random")), Settings(depth=1, level="easy", play_on=3)))
    turns = {(turn["round"], turn["turn"]): turn for turn in whole["seats"][0]["turns"]}
    places = [list(place) for place, turn in turns.items() if turn["next_up"] or turn["as_good"]]
    asked = {"id": 1, "events": events("random"), "depth": 1, "turns": places}
    *said, _ = ask({**asked, "level": "easy", "play_on": 3})
    found = [answer["turn"] for answer in said]
    assert found == [turns[turn["round"], turn["turn"]] for turn in found]
    assert any(turn["next_up"] and turn["later"]["games"] == 3 for turn in found)
    *said, _ = ask(asked)
    assert not any(answer["turn"]["next_up"] or "later" in answer["turn"] for answer in said)


def test_unknown_fields_are_warned_of_by_name() -> None:
    said = ask({"id": "a", "log": text(), "turns": [], "dept": 3})
    assert [answer.get("field") for answer in said] == ["dept", None]
    assert "«dept»" in said[0]["warning"]
    assert "error" not in said[-1]


BAD = {
    "no JSON": (b"{", "no JSON"),
    "no object": ([1], "an object with an id"),
    "no id": ({"log": ""}, "the id of a query"),
    "an id of truth": ({"id": True}, "the id of a query"),
    "no log": ({"id": "a"}, "one of log, events, file"),
    "two logs": ({"id": "a", "log": "", "events": []}, "one of log, events, file"),
    "a log of numbers": ({"id": "a", "log": 5}, "log must be text"),
    "events of text": ({"id": "a", "events": "x"}, "events must be a list"),
    "a broken log": ({"id": "a", "log": "{"}, "line 1: this is no JSON"),
    "an empty log": ({"id": "a", "events": []}, "there is no start event"),
    "events that are none": ({"id": "a", "events": [1]}, "line 1: this is no event"),
    "a depth of 0": ({"id": "a", "log": "", "depth": 0}, "from 1 to 3, not 0"),
    "a depth of text": ({"id": "a", "log": "", "depth": "2"}, "depth must be a whole number"),
    "a deep dive": ({"id": "a", "log": "", "depth": 99}, "from 1 to 3, not 99"),
    "too many replies": ({"id": "a", "log": "", "replies": 10**9}, "the number of replies"),
    "an unknown level": ({"id": "a", "log": "", "level": "wizard"}, "there is no level"),
    "turns of numbers": ({"id": "a", "log": "", "turns": [1]}, "turns must be a list of pairs"),
    "too long": (b" " * (LONGEST_QUERY + 1), "longer than"),
}


@pytest.mark.parametrize(("query", "why"), BAD.values(), ids=BAD)
def test_bad_queries_are_answered_with_an_error(query: object, why: str) -> None:
    (said,) = ask(query)
    assert why in said["error"]
    assert said["id"] == (query["id"] if isinstance(query, dict) and query.get("id") == "a" else None)


def test_seats_that_are_not_there() -> None:
    for seats, why in (
        ([1], "there is no seat 1"),
        ("0", "seats must be a list"),
        ([True], "seats must be a list"),
    ):
        (said,) = ask({"id": "a", "events": events("greedy"), "seats": seats})
        assert why in said["error"]


def test_turns_that_are_not_there_are_named() -> None:
    asked = {"id": "a", "events": events("greedy", "random")[:-2]}
    for turns, why in (
        ([[9, 9]], "turn 9 of round 9"),
        ([[1, 1], [0, 1]], "turn 1 of round 0"),
        ([[1, 1], [1, 0]], "turn 0 of round 1"),
    ):
        (said,) = ask({**asked, "turns": turns})
        assert said["error"] == f"there is no answer to {why} in this log"


def test_a_turn_that_only_one_seat_has_answered_is_that_seats() -> None:
    stops = [event for event in events("greedy", "random") if event["event"] != "end"][:-1]
    last = [stops[-1]["round"], stops[-1]["turn"]]
    said = ask({"id": "a", "events": stops, "turns": [last], "depth": 1})
    assert [answer.get("seat") for answer in said] == [0, None]
    (said_of_the_other,) = ask({"id": "a", "events": stops, "turns": [last], "seats": [1]})
    assert "there is no answer" in said_of_the_other["error"]


def test_what_is_asked_unless_told() -> None:
    query = read_query(
        json.dumps({"id": "a", "events": events("greedy"), "turns": [], "level": None}).encode()
    )
    *_, final = answers(query, open_file, board, {"depth": 3, "level": "wizard"})
    assert final["depth"] == 3, "and a level of its own"
    assert "error" not in final


def test_what_nobody_thought_of_ends_one_query_only() -> None:
    def broken(name: str) -> Game:
        raise ZeroDivisionError("oh")

    (said,) = answers(read_query(b'{"id": 7, "file": "x"}'), broken, board)
    assert said == {"id": 7, "final": True, "error": "this cannot be reviewed: ZeroDivisionError: oh"}


def no_board(name: str) -> Any:
    raise BadSetup("no board")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
names = st.sampled_from(["id", "log", "events", "turns", "seats", "depth", "replies", "level", "seed", "x"])


@given(st.dictionaries(names, values, max_size=6) | values)
def test_whatever_is_asked_is_answered_once(query: object) -> None:
    said = list(answers(read_query(json.dumps(query).encode()), open_file, no_board))
    assert sum(answer.get("final", False) for answer in said) == 1
    assert said[-1]["final"]
