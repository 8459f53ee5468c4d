"""A board in the making: every fault at its place, the river's sections, the rulebooks' facts."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from terminus.boards import BOARDS, board, kit, load_document, shipped_document
from terminus.boards.digest import digest
from terminus.boards.drawn import drawn
from terminus.boards.facts import facts, printed
from terminus.boards.faults import Spot
from terminus.rules.mechanics import KNOWN
from terminus.server.shown.checks import check_view

FILES = r"rule route|boxes is|section-bonus|crossed_by|must (list|name)|objectives:|\b1 sections|a round, or"


def spots(document: dict[str, Any]) -> dict[str, Spot]:
    return {fault.place: fault.spot for fault in drawn(document).faults}


@pytest.mark.parametrize("name", BOARDS)
def test_what_ships_has_no_fault_and_agrees_with_its_rulebook(name: str) -> None:
    found = drawn(shipped_document(name))
    assert found.board is not None
    assert not found.faults
    counted = facts(found.board)
    assert printed(name)
    assert {fact: counted[fact] for fact in printed(name)} == printed(name)


def test_an_empty_city_is_half_made_and_no_more() -> None:
    found = drawn(kit.empty())
    assert found.board is not None
    assert {fault.place.partition(".")[0] for fault in found.faults} == {"name", "stations", "departures"}
    assert spots(kit.empty())["departures.blue"].lines == ("blue",)


def test_the_deck_of_an_empty_city_has_a_switch_and_so_have_its_rules() -> None:
    assert "switch" in {one["rule"] for one in kit.empty()["mechanics"]}


def without(city: str, **other: Any) -> dict[str, Any]:
    return {key: one for key, one in (shipped_document(city) | other).items() if one is not None}


def halves() -> Iterator[dict[str, Any]]:
    """What somebody who only clicks can leave."""
    london, tokyo = shipped_document("london"), shipped_document("tokyo")
    yield without("london", mechanics=[one for one in london["mechanics"] if one["rule"] != "route"])
    yield without("london", mechanics=[*london["mechanics"], {"rule": "tourist", "boxes": []}])
    yield without("london", river=None, tourist_sites=None, central_district=None)
    yield without("london", river={"name": "", "course": [[1, 1]], "crossed_by": []})
    yield without("london", deck={"cards": ["street/circle", "street/square"], "round_ends": {}})
    yield without("tokyo", loop=None)
    yield without("tokyo", loop=tokyo["loop"] | {"path": ["c2", "f2", "h2", "h7", "c7"]})
    crossings = dict.fromkeys(shipped_document("paris")["aerial_crossings"], "h/")
    yield without("paris", aerial_crossings=crossings)


@pytest.mark.parametrize("document", list(halves()))
def test_a_fault_of_what_was_drawn_has_no_word_of_the_files(document: dict[str, Any]) -> None:
    """Names of rules, of their figures and of keys are for those who write files."""
    said = [fault.text for fault in check_view(drawn(document), None).faults]
    assert said
    assert not [text for text in said if re.search(FILES, text)]


def test_a_fault_knows_its_cells_lines_and_districts() -> None:
    city = shipped_document("london")
    city["departures"] = city["departures"] | {"pink": "d2"}
    assert spots(city)["departures"] == Spot(cells=("d2",), lines=("green", "pink"))
    alone = shipped_document("london")
    alone["departures"] = alone["departures"] | {"pink": "b0", "blue": "a1"}
    assert spots(alone)["departures.blue"] == Spot(cells=("a1",), lines=("blue",))
    loop = shipped_document("tokyo")
    loop["loop"] = loop["loop"] | {"path": ["c2", "f3", "h4"]}
    assert {"c2", "h4"} <= set(spots(loop)["loop.path"].cells)


def test_an_empty_corner_is_shown_where_it_is() -> None:
    city = shipped_document("london")
    city["stations"] = "." + city["stations"].strip()[1:-1] + ".\n"
    gates = [fault for fault in drawn(city).faults if fault.place == "modules"]
    assert [fault.spot.cells for fault in gates] == [("a0",), ("j9",)]


def test_the_river_finds_what_it_crosses() -> None:
    city = shipped_document("london")
    ours = list(city["river"]["crossed_by"])
    city["river"] = city["river"] | {"crossed_by": []}
    found = drawn(city)
    assert not found.faults
    assert found.document["river"]["crossed_by"] == ours
    assert digest(load_document(found.document, "london")) == digest(board("london"))


@pytest.mark.parametrize(
    "document", [None, [], {"stations": 7}, {"name": {"a": [[[[[[[[[[1]]]]]]]]]]}}, {"river": 3}]
)
def test_whatever_it_is_it_is_answered(document: object) -> None:
    assert drawn(document).faults


@pytest.mark.parametrize("gone", [("districts",), ("districts", "stations")])
@pytest.mark.parametrize("grid", ["", "é", 7, [], "A" * 40])
def test_a_board_without_districts_is_shown_all_the_same(grid: object, gone: tuple[str, ...]) -> None:
    document = shipped_document("tokyo") | {"central_district": "A"} | dict.fromkeys(gone, grid)
    shown = check_view(drawn(document), "tokyo")
    assert shown.faults
    assert len(shown.stations) == (0 if "stations" in gone else 52)
    assert sum(shown.by_district.values()) == len(shown.stations)


def test_the_kit_knows_every_mechanic_with_its_figures() -> None:
    parts = {part.name: part for part in [*kit.mechanics(), *kit.modules()]}
    assert parts.keys() == KNOWN.keys()
    assert [(f.name, f.kind, f.default, f.of) for f in parts["section-bonus"].figures] == [
        ("tag", "text", "river", "section-tags"),
        ("points_each", "number", 2, ""),
    ]
