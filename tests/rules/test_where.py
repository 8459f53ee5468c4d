"""Where a score comes from: every number of every item names as many places as it counts."""

import random
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.seat import network, seat
from tests.strategies import board_names, eager, module_sets, ruleset, turns

from terminus.record.dealer import Dealer
from terminus.record.log import step
from terminus.rules.board import Board
from terminus.rules.position import Position
from terminus.rules.score import Item, Where, explained, score

PLACES = {"stations": "cells", "marks": "cells", "sections": "sections", "districts": "districts"}


def sheets(city: str, modules: tuple[str, ...], seed: int) -> Iterator[Position]:
    """A seeded game, sheet by sheet."""
    rng = random.Random(seed)
    dealer = Dealer(rng)
    table = step(None, dealer.start(ruleset(city, modules), ["Ada"]))
    while (event := dealer.next_event(table)) is not None:
        table = step(table, event)
        for turn in turns(table, rng, eager) if event["event"] == "flip" else ():
            table = step(table, turn)
        yield table.positions[0]


def counted(value: object) -> int:
    return len(value) if isinstance(value, list) else int(str(value))


def check(board: Board, item: Item, name: str, where: Where) -> None:
    places = getattr(where, PLACES.get(name, "cells"))
    assert where.count == len(places) == counted(item.how[name]), (item, name)
    assert {*where.cells} <= {*board.at, *board.crossings}
    assert {*where.districts} <= {*board.districts}
    assert {*where.sections} <= {*range(len(board.sections))}


@settings(max_examples=25)
@given(board_names(), module_sets(), st.integers(0, 2**32))
def test_each_number_names_the_places_it_counts(city: str, modules: tuple[str, ...], seed: int) -> None:
    for position in sheets(city, modules, seed):
        told = explained(position)
        assert tuple(item for item, _ in told) == score(position)
        for item, places in told:
            assert {*places} == {*item.how} - {"best"}
            for name in {*places} - {"objective"}:
                check(position.ruleset.board, item, name, places[name])


@settings(max_examples=25)
@given(board_names(), st.integers(0, 2**32))
def test_an_objective_is_fulfilled_when_its_progress_is_complete(city: str, seed: int) -> None:
    lacked: dict[object, int] = {}
    for position in sheets(city, ("objectives",), seed):
        for item, places in explained(position):
            if item.rule != "objectives":
                continue
            where = places["objective"]
            assert where.needed is not None
            assert (item.value > 0) == (where.count >= where.needed)
            lacks = max(0, where.needed - where.count)
            assert lacks <= lacked.get(item.how["objective"], lacks)  # ink is never rubbed out
            lacked[item.how["objective"]] = lacks


def where_of(position: Position, rule: str, name: str, line: str | None = None) -> Where:
    return next(p[name] for item, p in explained(position) if (item.rule, item.line) == (rule, line))


def test_a_circled_station_and_a_doubled_district_are_named_twice() -> None:
    red = seat("toy", "red").inked("b1-a0 a0-c0").marked(circled="a0", doubled="A")
    assert where_of(red.position, "route", "stations", "red").cells == ("a0", "a0", "b1")
    assert where_of(red.position, "route", "districts", "red").districts == ("A", "A", "B")


def test_the_best_district_is_named_with_its_stations() -> None:
    red = seat("toy", "red").inked("b1-a0 a0-c0 c0-e0")
    assert where_of(red.position, "route", "stations", "red").districts == ("A",)


def test_a_stamp_names_the_station_that_earned_it() -> None:
    tokyo = network("tokyo", {"purple": "d0-c0 c0-a0", "blue": "a6-a3 a3-a2 a2-a0"})
    stamps = where_of(tokyo.position, "stamps", "districts")
    assert (stamps.districts, stamps.cells) == (("A",), ("a0",))
