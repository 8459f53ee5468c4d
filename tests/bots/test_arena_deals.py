"""Settled games: the same for every bot, whatever else is in play, and their deal never seen by one."""

from collections import Counter
from dataclasses import replace

import pytest
from tests.strategies import MODULE_SETS, ruleset

from terminus.bots.games import Game, game_of, seed_of
from terminus.bots.view import View
from terminus.record.dealer import SettledDealer
from terminus.rules.cards import DEFAULT_DECK, is_switch
from terminus.rules.errors import BadSetup
from terminus.rules.table import Table

CITIES = ("london", "tokyo", "paris")


def first_flip(game: Game) -> Table:
    return SettledDealer(game.deal).turn_up(game.table)


@pytest.mark.parametrize("modules", MODULE_SETS, ids="+".join)
@pytest.mark.parametrize("city", CITIES)
def test_a_game_has_one_deal(city: str, modules: tuple[str, ...]) -> None:
    first = game_of(ruleset(city, modules), 2, 5, 17)
    again = game_of(ruleset(city, modules), 2, 5, 17)
    assert first.deal == again.deal
    assert first.table.pencils == again.table.pencils
    assert first.table.dealt == again.table.dealt
    assert all(sorted(deck) == sorted(DEFAULT_DECK.cards) for deck in first.deal.decks)
    assert {name: len(rounds) for name, rounds in first.deal.opened.items()} == (
        {"specials": 4} if "specials" in modules else {}
    )


def test_decks_do_not_depend_on_what_else_is_in_play() -> None:
    decks = {game_of(ruleset(city, modules), players, 1, 0).deal.decks
             for city in CITIES for modules in MODULE_SETS for players in (1, 4)}  # fmt: skip
    assert len(decks) == 1


def test_a_seed_deals_what_it_always_has() -> None:
    """Seeds name games in results that people keep."""
    deal = game_of(ruleset("london", ("objectives", "specials")), 1, 1, 0).deal
    assert deal.pencils == ("blue", "pink", "purple", "green")
    assert deal.decks[0][:3] == ("underground/joker", "underground/square", "street/circle")
    assert deal.dealt == {"objectives": ["tourist-sites", "central-district"]}
    assert deal.opened["specials"][0] == {"symbol": "pentagon", "effect": "switch"}
    gates = game_of(ruleset("london", ("objectives", "gates")), 1, 1, 0).deal.dealt["gates"]
    assert gates == {"a0": "double-district", "j0": "double-station", "a9": "switch", "j9": "double-visit"}


def test_seeds_and_games_deal_differently() -> None:
    games = [game_of(ruleset("london"), 1, seed, game) for seed in range(5) for game in range(40)]
    assert len({game.deal.decks for game in games}) == 200
    assert len({game.table.pencils for game in games}) == 24


def test_every_card_comes_first_equally_often() -> None:
    firsts = Counter(game_of(ruleset("toy"), 1, 3, game).deal.decks[0][0] for game in range(4400))
    assert set(firsts) == set(DEFAULT_DECK.cards)
    assert all(320 < count < 480 for count in firsts.values())  # 400 each; four standard errors


def test_turning_up_follows_the_deal() -> None:
    game = game_of(ruleset("paris", ("specials",)), 1, 2, 3)
    dealer, deck = SettledDealer(game.deal), game.deal.decks[0]
    table = dealer.turn_up(game.table)
    assert table.positions[0].notes == {"specials": game.deal.opened["specials"][0]}
    table = dealer.turn_up(table)
    assert table.shown == deck[: 2 if is_switch(deck[0]) else 1]


def test_the_switch_is_turned_with_the_next_card() -> None:
    games = (game_of(ruleset("london"), 1, 1, game) for game in range(200))
    game = next(game for game in games if is_switch(game.deal.decks[0][0]))
    assert first_flip(game).shown == game.deal.decks[0][:2]


def test_a_view_is_the_same_whatever_comes_next() -> None:
    """Two deals that begin alike look alike: nothing of the deck's order is in what a bot is shown."""
    one = game_of(ruleset("london"), 1, 1, 1)
    decks = tuple((deck[0], *reversed(deck[1:])) for deck in one.deal.decks)
    other = replace(one, deal=replace(one.deal, decks=decks))
    assert one.deal.decks != other.deal.decks
    if is_switch(one.deal.decks[0][0]):
        pytest.fail("choose another game: this one turns the switch first")
    assert View.of(first_flip(one), 0) == View.of(first_flip(other), 0)


def test_five_cannot_play() -> None:
    with pytest.raises(BadSetup, match="one to four"):
        game_of(ruleset("london"), 5, 1, 1)


def test_dice_differ_by_bot_and_game_but_not_by_day() -> None:
    assert seed_of(1, 2, "greedy") == 190517174563458976
    assert len({seed_of(seed, game, bot) for seed in (1, 2) for game in (1, 2) for bot in ("a", "b")}) == 8
