"""The trial of games through the protocol, a small share of it; and that its checker would see what leaks."""

import ast
import asyncio
import json
import sys
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

import pytest
from bench.trials import checker, games, places
from bench.trials.checker import Truth, Witness, leaks, moment_of

Json = dict[str, Any]
Heard = tuple[Witness, Truth, list[str]]
Played = tuple[games.Found, list[Heard]]
SEED = 5


@pytest.fixture(scope="module")
def played() -> Played:
    """Five games of different kinds, and all that everybody was sent in them."""
    heard: list[Heard] = []

    def overhear(witness: Witness, truth: Truth, deck: list[str]) -> Any:
        heard.append((Witness(list(witness.told)), truth, deck))
        return leaks(witness, truth, deck)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(games, "leaks", overhear)
        return asyncio.run(games.share(range(0, 24, 5), SEED, 2, inf)), heard


def test_what_people_are_sent_gives_nothing_away(played: Played) -> None:
    found, heard = played
    assert not found.faults
    assert (found.games, found.tampered) == (5, 15)
    assert (
        found.frames == sum(isinstance(told, bytes) for witness, *_ in heard for told in witness.told) > 300
    )


def test_the_checker_shares_no_code_with_the_server() -> None:
    for module in (checker, places):
        tree = ast.parse(Path(str(module.__file__)).read_text())
        direct = {
            alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
        }
        assert direct <= sys.stdlib_module_names
        taken = {(node.level, node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert {module for level, module in taken if level} <= {"places"}
        assert {str(module).split(".")[0] for level, module in taken if not level} <= sys.stdlib_module_names


# -- planted leaks ---------------------------------------------------------------------------------


def next_card(view: Json, truth: Truth) -> str:
    return truth.flips[view["round"]][view["turn"]][0]


def in_an_option(view: Json, truth: Truth) -> None:
    view["answer"]["options"][0]["do"] = next_card(view, truth)


def as_an_options_name(view: Json, truth: Truth) -> None:
    view["answer"]["options"][0][next_card(view, truth)] = 1


def in_the_chat(view: Json, truth: Truth) -> None:
    view["chat"] = [{"seat": 0, "name": "", "text": next_card(view, truth), "reaction": None, "at": 1.0}]


def in_a_field_of_its_own(view: Json, truth: Truth) -> None:
    view["next"] = 7


def turned_too_early(view: Json, truth: Truth) -> None:
    view["turned"] = [*view["turned"], [next_card(view, truth)]]


def in_the_order_of_the_deck(view: Json, truth: Truth) -> None:
    view["remaining"] = view["remaining"][::-1]


def left_out_of_the_rest(view: Json, truth: Truth) -> None:
    view["remaining"].remove(next_card(view, truth))


def by_what_is_to_go(view: Json, truth: Truth) -> None:
    view["to_go"] = {"underground": 0}


def in_a_notice(view: Json, truth: Truth) -> None:
    coming = {"round": view["round"], "turn": view["turn"] + 1, "cards": [next_card(view, truth)]}
    view["notices"] = [{"number": 1, "seat": 0, "why": "nothing", **coming}]


def by_a_special_station(view: Json, truth: Truth) -> None:
    token = {"kind": "effect", "thing": "joker", "symbol": "star", "cell": None, "line": None}
    view["tokens"] = [*view["tokens"], {**token, "points": None, "spent": False, "now": False}]


def by_the_secret(view: Json, truth: Truth) -> None:
    view["seats"][0]["name"] = truth.hidden[-1].decode()


def by_another_seal(view: Json, truth: Truth) -> None:
    view["seals"][1] = "0" * 64


PLANTS = [
    in_an_option,
    as_an_options_name,
    in_the_chat,
    in_a_field_of_its_own,
    turned_too_early,
    in_the_order_of_the_deck,
    left_out_of_the_rest,
    by_what_is_to_go,
    in_a_notice,
    by_a_special_station,
    by_the_secret,
    by_another_seal,
]


def asked(heard: list[Heard]) -> tuple[Heard, int, Json]:
    """Somebody who is asked in the middle of a round, after which frame, and what they see then."""
    for witness, truth, deck in heard:
        view: Json = {}
        for place, told in enumerate(witness.told):
            if isinstance(told, bytes):
                view = checker._next_view(view, json.loads(told))
                if view["answer"] and 1 < view["turn"] < len(truth.flips[view["round"]]):
                    return (witness, truth, deck), place, json.loads(json.dumps(view))
    raise AssertionError("nobody was asked")


@pytest.mark.parametrize("plant", PLANTS)
def test_a_leak_is_seen(plant: Callable[[Json, Truth], None], played: Played) -> None:
    (witness, truth, deck), place, view = asked(played[1])
    whole = json.dumps({"type": "view", "view": view}).encode()
    heard = Witness([*witness.told[: place + 1], whole, *witness.told[place + 1 :]])
    assert not list(leaks(heard, truth, deck))
    plant(view, truth)
    leaky = json.dumps({"type": "view", "view": view}).encode()
    assert list(leaks(Witness([*witness.told[: place + 1], leaky]), truth, deck))


def test_a_leak_in_a_difference_is_seen(played: Played) -> None:
    (witness, truth, deck), place, view = asked(played[1])
    for path, value in (
        ("deck", 1),
        ("answer/next", None),
        ("turn", view["turn"] + 1),
        ("answer/prompt", "x/y"),
    ):
        leaky = json.dumps({"type": "change", "base": view["version"], "view": {path: value}}).encode()
        assert list(leaks(Witness([*witness.told[: place + 1], leaky]), truth, deck)), path


def test_a_card_that_comes_before_it_may_is_seen(played: Played) -> None:
    (witness, truth, deck), *_ = asked(played[1])
    assert not list(leaks(witness, truth, deck))
    card = next(told for told in witness.told if isinstance(told, tuple))
    hasty = Witness([told for told in witness.told if told != card])
    assert any(f"before {card}" in leak for leak in leaks(hasty, truth, deck))


def test_a_log_that_knows_more_than_the_table_is_seen(played: Played) -> None:
    flip, opening = {"event": "flip", "round": 1, "turn": 2}, {"event": "opening", "round": 1}
    lines = "".join(json.dumps(event) + "\n" for event in (flip, opening))
    assert not list(games._ahead(lines, (2, 1), lines + "more"))
    assert list(games._ahead(lines, (1, 3), lines + "more"))
    assert list(games._ahead(lines, (2, 1), "other"))


def test_moments_come_in_their_order() -> None:
    views: list[Json] = [{"phase": "lobby"}, {"phase": "playing", "round": 4, "turn": 9}, {"phase": "over"}]
    moments = [moment_of({"round": None, "turn": None, **view}) for view in views]
    assert moments == sorted(moments)
