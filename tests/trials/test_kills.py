"""The trial of killed servers, a small share of it; and that it would see what was lost."""

import re
from copy import deepcopy
from typing import Any

from bench.trials.kills import run
from bench.trials.person import Memory

CARD = (1, 1)


async def test_nothing_acknowledged_is_lost_when_a_server_is_killed() -> None:
    figures, faults = await run(3, people=2, bots=1, seed=5, pause=(0.1, 0.6), think=(0.0, 0.01))
    assert not faults
    over = re.search(r"(\d+) games played to their end", figures)
    assert over
    assert int(over[1]) >= 3, "every table goes on, and begins anew where there is time"


def remembered() -> Memory:
    memory = Memory()
    for do in ({"contribute": {"0": "ab"}}, {"draft": "d2-f4"}, {"say": "hm"}, {"commit": True}):
        memory.keep(do, CARD)
    return memory


LOG: list[dict[str, Any]] = [
    {"event": "contribution", "round": 0, "seat": 0, "value": "ab"},
    {"event": "turn", "round": 1, "turn": 1, "seat": 0, "do": ["d2-f4", "skip"]},
]


def test_a_log_that_lost_something_is_seen() -> None:
    assert not remembered().missing_in_log(LOG, 0)
    for number, key, value in ((0, "value", "cd"), (1, "do", []), (1, "auto", "clock"), (1, "turn", 2)):
        log = deepcopy(LOG)
        log[number][key] = value
        assert len(remembered().missing_in_log(log, 0)) == 1, (key, value)
    assert len(remembered().missing_in_log([], 0)) == 2


def test_a_table_that_lost_something_is_seen() -> None:
    asked: dict[str, Any] = {"round": 1, "turn": 1, "me": 0, "chat": [], "answer": {"actions": ["d2-f4"]}}
    assert "confirmed" in remembered().missing_in(asked)[0]
    assert remembered().unsaid_in(asked)
    half = Memory()
    half.keep({"draft": "d2-f4"}, CARD)
    assert not half.missing_in(asked)
    asked["answer"] = {"actions": []}
    assert half.missing_in(asked)
    half.keep({"undo": True}, CARD)
    assert not half.missing_in(asked)
    taken_back = remembered()
    taken_back.keep({"take_back": True}, CARD)
    assert taken_back.missing_in(asked) == ["draft of (1, 1) is [], not ['d2-f4']"]
