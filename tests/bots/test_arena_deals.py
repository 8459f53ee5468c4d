"""Deals: the same for every bot, whatever else is in play, and never seen by one."""

from collections import Counter

import pytest
from tests.strategies import MODULE_SETS, ruleset

from terminus.bots.deals import Deal, deal, seed_of, turn_up
from terminus.bots.view import View
from terminus.rules.cards import DEFAULT_DECK, is_switch
from terminus.rules.errors import BadSetup

CITIES = ("london", "tokyo", "paris")


@pytest.mark.parametrize("modules", MODULE_SETS, ids="+".join)
@pytest.mark.parametrize("city", CITIES)
def test_a_game_has_one_deal(city: str, modules: tuple[str, ...]) -> None:
    first = deal(ruleset(city, modules), 2, 5, 17)
    again = deal(ruleset(city, modules), 2, 5, 17)
    assert (first.decks, first.specials, first.table.pencils) == (
        again.decks,
        again.specials,
        again.table.pencils,
    )
    assert first.table.setup == again.table.setup
    assert all(sorted(deck) == sorted(DEFAULT_DECK.cards) for deck in first.decks)
    assert len(first.specials) == (4 if "specials" in modules else 0)


def test_decks_do_not_depend_on_what_else_is_in_play() -> None:
    decks = {deal(ruleset(city, modules), players, 1, 0).decks
             for city in CITIES for modules in MODULE_SETS for players in (1, 4)}  # fmt: skip
    assert len(decks) == 1


def test_seeds_and_games_deal_differently() -> None:
    deals = [deal(ruleset("london"), 1, seed, game) for seed in range(5) for game in range(40)]
    assert len({found.decks for found in deals}) == 200
    assert len({found.table.pencils for found in deals}) == 24


def test_every_card_comes_first_equally_often() -> None:
    firsts = Counter(deal(ruleset("toy"), 1, 3, game).decks[0][0] for game in range(4400))
    assert set(firsts) == set(DEFAULT_DECK.cards)
    assert all(320 < count < 480 for count in firsts.values())  # 400 each; four standard errors


def test_turning_up_follows_the_deal() -> None:
    found = deal(ruleset("paris", ("specials",)), 1, 2, 3)
    table = turn_up(found, found.table)
    assert table.special == found.specials[0]
    table = turn_up(found, table)
    assert table.shown == found.decks[0][: 2 if is_switch(found.decks[0][0]) else 1]


def test_the_switch_is_turned_with_the_next_card() -> None:
    found = next(d for d in _deals() if is_switch(d.decks[0][0]))
    assert turn_up(found, found.table).shown == found.decks[0][:2]


def _deals() -> list[Deal]:
    return [deal(ruleset("london"), 1, 1, game) for game in range(200)]


def test_a_view_is_the_same_whatever_comes_next() -> None:
    """Two deals that begin alike look alike: nothing of the deck's order is in what a bot is shown."""
    one = deal(ruleset("london"), 1, 1, 1)
    other = Deal(one.table, tuple((deck[0], *reversed(deck[1:])) for deck in one.decks), one.specials)
    assert one.decks != other.decks
    if is_switch(one.decks[0][0]):
        pytest.fail("choose another game: this one turns the switch first")
    assert View.of(turn_up(one, one.table), 0) == View.of(turn_up(other, other.table), 0)


def test_five_cannot_play() -> None:
    with pytest.raises(BadSetup, match="one to four"):
        deal(ruleset("london"), 5, 1, 1)


def test_dice_differ_by_bot_and_game_but_not_by_day() -> None:
    assert seed_of(1, 2, "greedy") == 190517174563458976
    assert len({seed_of(seed, game, bot) for seed in (1, 2) for game in (1, 2) for bot in ("a", "b")}) == 8
