"""Decks that no city has: kernel and engine in lock-step, and everything in the kernel plays with them."""

from __future__ import annotations

import random
from statistics import mean

import pytest
from tests.decks import DECKS, board_with, random_deck, toy_with
from tests.kernel.lockstep import play_pair
from tests.strategies import MODULE_SETS

from terminus.boards import BOARDS, board
from terminus.bots import make_bot
from terminus.bots.bot import play_game
from terminus.bots.evaluation import net_of
from terminus.bots.games import game_of
from terminus.bots.greedy import points
from terminus.bots.native import by_points, native_player
from terminus.bots.train import Training, train
from terminus.kernel import kernel_of
from terminus.rules.cards import Deck
from terminus.rules.ruleset import Ruleset

decks = pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)


@decks
@pytest.mark.parametrize("modules", MODULE_SETS, ids=lambda modules: "+".join(modules) or "base")
def test_games_on_the_toy_board_agree(deck: Deck, modules: tuple[str, ...]) -> None:
    for seed in range(6):
        play_pair(Ruleset.of(toy_with(deck), modules), seed)


@decks
@pytest.mark.parametrize("city", BOARDS)
def test_games_in_a_city_agree(deck: Deck, city: str) -> None:
    for seed in range(4):
        play_pair(Ruleset.of(board_with(city, deck), ()), seed)


@pytest.mark.parametrize("seed", range(40))
def test_games_with_any_deck_agree(seed: int) -> None:
    rng = random.Random(seed)
    for game in range(3):
        play_pair(Ruleset.of(toy_with(random_deck(rng)), rng.choice(MODULE_SETS)), game)


@decks
@pytest.mark.parametrize("modules", [(), ("powers",), ("specials",), ("gates",)])
def test_whole_games_are_those_of_the_bot_at_a_table(deck: Deck, modules: tuple[str, ...]) -> None:
    ruleset = Ruleset.of(toy_with(deck), modules)
    games = [game_of(ruleset, 1, 3, game) for game in range(3)]
    at_tables = [
        (points(play_game(settled, [make_bot("points:1", random.Random(0))]).positions[0]),)
        for settled in games
    ]
    assert native_player(by_points(1), ruleset)(games, range(3))() == at_tables


@decks
def test_search_finds_what_the_engine_finds_legal(deck: Deck) -> None:
    ruleset = Ruleset.of(toy_with(deck), ("specials",))
    assert play_game(game_of(ruleset, 1, 3, 0), [make_bot("mcts:12", random.Random(1))]).over


@decks
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_the_short_way_of_playing_is_the_long_one(deck: Deck, policy: str) -> None:
    """Playouts of the base game leave prompts out; batches do not."""
    kernel = kernel_of(Ruleset.of(toy_with(deck)))
    short, batch = kernel.play(policy, 4000, seed=5), kernel.batch(64, seed=6)
    long: list[int] = []
    while len(long) < 4000:
        batch.choose(policy)
        batch.step()
        long += [total for total, ended in zip(batch.finals, batch.ended, strict=True) if ended]
    assert abs(mean(short) - mean(long)) < 0.6


def test_longer_rounds_bring_more() -> None:
    usual, whole = Ruleset.of(board("toy")), Ruleset.of(toy_with(DECKS["empty"]))
    means = [mean(kernel_of(ruleset).play("greedy", 2000, seed=1)) for ruleset in (usual, whole)]
    assert means[0] + 1 < means[1]


def test_what_was_learned_with_the_usual_deck_is_not_played_with_another() -> None:
    assert net_of(board_with("london", DECKS["either"])) is None


@decks
def test_another_deck_can_be_learned(deck: Deck) -> None:
    weights, _ = train(toy_with(deck), Training(100, refine=20), lambda done, total: None)
    assert weights
