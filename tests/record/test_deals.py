"""Settled deals: kept, given to many tables, resumed anywhere, and never accepted if they are none."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.strategies import MODULE_SETS, answer, ruleset, whatever

from terminus.boards import BOARDS
from terminus.record.dealer import Dealer, SettledDealer, seeded
from terminus.record.deals import Deal, deal_file, read_deal, settle
from terminus.record.log import Event, replay, step, turn_event
from terminus.rules.errors import BadSetup
from terminus.rules.table import Table

RULES = ruleset("london", ("objectives", "specials"))


def kept(deal: Deal) -> dict[str, Any]:
    """As it comes back from a file."""
    found: dict[str, Any] = json.loads(json.dumps(deal_file(deal)))
    return found


def played(dealer: Callable[[], Dealer], seats: int, seed: int) -> list[Event]:
    """The events of a whole game; `dealer` gives whoever deals the next one."""
    rng = random.Random(seed)
    events: list[Event] = [dealer().start(RULES, ["x"] * seats)]
    table = step(None, events[0])
    while not table.over:
        event = dealer().next_event(table) or _answered(table, rng)
        events.append(event)
        table = step(table, event)
    return events


def _answered(table: Table, rng: random.Random) -> Event:
    seat = table.answered.index(False)
    return turn_event(table, seat, answer(rng, table.positions[seat], whatever))


def chance(events: list[Event]) -> list[Event]:
    return [event for event in events if event["event"] in ("special", "flip")]


@pytest.mark.parametrize("modules", MODULE_SETS, ids="+".join)
@pytest.mark.parametrize("city", BOARDS)
def test_a_deal_is_kept_as_it_is(city: str, modules: tuple[str, ...]) -> None:
    rules = ruleset(city, modules)
    for deal in (seeded(rules, 7, 3), settle(rules, lambda pack: random.sample(pack, len(pack)))):
        assert deal_file(read_deal(rules, kept(deal))) == deal_file(deal)


def test_every_table_of_a_deal_meets_the_same_cards() -> None:
    deal = seeded(RULES, 5)
    games = [played(lambda: SettledDealer(deal), seats, seed) for seats, seed in ((1, 1), (1, 2), (4, 3))]
    assert chance(games[0]) == chance(games[1]) == chance(games[2])
    assert games[0] != games[1]


def test_a_dealer_that_takes_over_deals_the_cards_that_were_to_come() -> None:
    """A restart after every event, each time from the file."""
    deal = seeded(RULES, 6)
    held = played(lambda: SettledDealer(deal), 2, 4)
    assert played(lambda: SettledDealer(read_deal(RULES, kept(deal))), 2, 4) == held
    assert replay(held).over


def test_a_deal_is_not_dealt_to_a_table_of_another() -> None:
    one, other = SettledDealer(seeded(ruleset("toy"), 1)), SettledDealer(seeded(ruleset("toy"), 2))
    table = one.turn_up(step(None, one.start(ruleset("toy"), ["A"])))
    table = step(table, turn_event(table, 0, []))
    with pytest.raises(BadSetup, match="was not dealt from this deal"):
        other.next_event(table)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda deal: deal.pop("decks"), "this is no deal"),
        (lambda deal: deal["pencils"].pop(), "pencils"),
        (lambda deal: deal.update(pencils="green"), "pencils"),
        (lambda deal: deal["decks"].pop(), "4 decks"),
        (lambda deal: deal["decks"][2].pop(), "deck of round 3"),
        (lambda deal: deal["decks"][1].__setitem__(0, deal["decks"][1][1]), "deck of round 2"),
        (lambda deal: deal["decks"].__setitem__(0, None), "deck of round 1"),
        (lambda deal: deal["dealt"].clear(), "objectives are missing"),
        (lambda deal: deal["dealt"].update(objectives=["river"]), r"R7\.1"),
        (lambda deal: deal["dealt"].update(objectives="river"), r"R7\.1"),
        (lambda deal: deal["dealt"].update(objectives=[[], {}]), r"R7\.1"),
        (lambda deal: deal["dealt"].update(gates={"a0": "switch"}), "not in play"),
        (lambda deal: deal.update(dealt=[]), "dealt must be by module"),
        (lambda deal: deal["opened"].clear(), "opens rounds for no module"),
        (lambda deal: deal["opened"]["specials"].pop(), "a different symbol"),
        (lambda deal: deal["opened"].update(specials=7), "a different symbol"),
        (lambda deal: deal["opened"]["specials"].insert(0, "x"), "a different symbol"),
        (lambda deal: deal["opened"]["specials"].append({}), "a different symbol"),
        (lambda deal: deal["opened"]["specials"][0].update(event="flip", round=9), "a different symbol"),
        (lambda deal: deal["opened"]["specials"][0].update(effect=[]), "a different effect"),
        (lambda deal: deal["opened"]["specials"][0].update(deal["opened"]["specials"][1]), "different"),
    ],
)
def test_what_is_no_deal_is_refused_by_name(spoil: Callable[[dict[str, Any]], Any], says: str) -> None:
    data = kept(seeded(RULES, 1))
    read_deal(RULES, data)
    spoil(data)
    with pytest.raises(BadSetup, match=says):
        read_deal(RULES, data)


@pytest.mark.parametrize("data", [None, [], "deal", 7, {}])
def test_a_deal_is_an_object_with_four_keys(data: object) -> None:
    with pytest.raises(BadSetup, match="this is no deal"):
        read_deal(RULES, data)


def test_a_deal_of_other_rules_is_refused() -> None:
    for other in (ruleset("paris", ("objectives", "specials")), ruleset("london"), ruleset("toy")):
        with pytest.raises(BadSetup):
            SettledDealer(seeded(RULES, 1)).start(other, ["A"])
