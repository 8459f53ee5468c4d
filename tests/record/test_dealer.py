"""The dealer: fair packs, no memory in the table, and a round that can be taken over in the middle."""

import random
from collections import Counter

import pytest
from tests.strategies import MODULE_SETS, answer, ruleset, whatever

from terminus.boards import BOARDS
from terminus.record.dealer import Dealer
from terminus.record.log import step
from terminus.rules.cards import DEFAULT_DECK, is_switch
from terminus.rules.errors import BadSetup
from terminus.rules.table import Table


def test_a_seed_deals_the_same_game_again() -> None:
    one = Dealer(random.Random(3)).start(ruleset("paris", ("objectives", "gates")), ["A", "B"])
    assert one == Dealer(random.Random(3)).start(ruleset("paris", ("objectives", "gates")), ["A", "B"])
    assert one != Dealer(random.Random(4)).start(ruleset("paris", ("objectives", "gates")), ["A", "B"])


@pytest.mark.parametrize("city", BOARDS)
@pytest.mark.parametrize("modules", MODULE_SETS)
def test_every_start_that_is_dealt_can_be_played(city: str, modules: tuple[str, ...]) -> None:
    for seats in (1, 2, 3, 4):
        event = Dealer(random.Random(seats)).start(ruleset(city, modules), ["x"] * seats)
        assert step(None, event).ruleset.modules == modules


def test_five_cannot_play() -> None:
    with pytest.raises(BadSetup, match=r"R2\.1"):
        Dealer(random.Random(1)).start(ruleset("toy"), ["x"] * 5)


def after_turns(seed: int, turns: int) -> Table:
    rng = random.Random(seed)
    dealer = Dealer(rng)
    table = step(None, dealer.start(ruleset("toy"), ["A"]))
    for _ in range(turns):
        if (event := dealer.next_event(table)) is None:
            break
        table = step(table, event)
        do = answer(rng, table.positions[0], whatever)
        table = step(table, {"event": "turn", "round": table.round, "turn": table.turn, "seat": 0, "do": do})
    return table


def test_another_dealer_takes_over_with_what_the_round_has_left() -> None:
    table = after_turns(5, 3)
    left = set(table.remaining)
    for seed in range(30):
        event = Dealer(random.Random(seed)).next_event(table)
        assert event is not None
        assert set(event["cards"]) <= left


def test_nothing_is_dealt_while_a_seat_answers_or_after_the_end() -> None:
    dealer = Dealer(random.Random(1))
    table = step(None, dealer.start(ruleset("toy"), ["A"]))
    event = dealer.next_event(table)
    assert event is not None
    asked = step(table, event)
    assert dealer.next_event(asked) is None
    over = after_turns(1, 40)
    assert over.over
    assert dealer.next_event(over) is None


def test_every_card_comes_first_about_as_often() -> None:
    first: Counter[str] = Counter()
    for seed in range(1100):
        table = step(None, Dealer(random.Random(0)).start(ruleset("toy"), ["A"]))
        event = Dealer(random.Random(seed)).next_event(table)
        assert event is not None
        first[event["cards"][0]] += 1
        assert len(event["cards"]) == 1 + is_switch(event["cards"][0])
    assert set(first) == set(DEFAULT_DECK.cards)
    assert all(60 < count < 150 for count in first.values())
