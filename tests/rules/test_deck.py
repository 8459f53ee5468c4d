"""R2.4–R2.6 for decks of any kind: what is left, what a turn's cards make, and when a round is over."""

import random
import tomllib
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

import pytest
from tests import naive
from tests.decks import DECKS, EITHER, EMPTY, SUITS, board_with, file_with, random_deck, toy_with
from tests.naive.boards import read as read_board
from tests.strategies import played, same, whatever
from tests.witness import CITIES

from terminus.record.log import replay, write_line
from terminus.record.scores import score_file
from terminus.rules.board import Board
from terminus.rules.cards import DEFAULT_DECK, Deck, is_switch, suit_of
from terminus.rules.errors import Illegal

SWITCH = "street/switch"


def rounds_of(events: Sequence[Mapping[str, Any]]) -> dict[int, list[str]]:
    """The cards turned, round by round."""
    found: dict[int, list[str]] = {}
    for event in events:
        if event["event"] == "flip":
            found.setdefault(event["round"], []).extend(event["cards"])
    return found


def test_the_usual_deck() -> None:
    assert DEFAULT_DECK.suits == ("street", "underground")
    assert DEFAULT_DECK.to_go(()) == {"underground": 5}
    assert DEFAULT_DECK.left(DEFAULT_DECK.cards[1:]) == ("street/circle",)


def test_a_round_ends_with_whichever_suit_comes_first() -> None:
    streets = [f"street/{face}" for face in ("circle", "square", "triangle", "pentagon")]
    undergrounds = [card for card in EITHER.cards if suit_of(card) == "underground"]
    assert EITHER.to_go([*streets, *undergrounds[:2]]) == {"street": 1, "underground": 3}
    assert EITHER.fewest_to_go([*streets, *undergrounds[:2]]) == 1
    assert not EITHER.is_over([*streets, *undergrounds[:4]])
    assert EITHER.is_over([*streets, SWITCH, undergrounds[0]]), "a switch is a card of its suit"
    assert EITHER.is_over(undergrounds)
    assert EITHER.to_go([*streets, SWITCH, "street/joker"])["street"] == 0, "two of a suit in one turn"


def test_a_deck_that_is_turned_to_its_end() -> None:
    faces = [card for card in EMPTY.cards if not is_switch(card)]
    assert EMPTY.to_go(()) == {}
    assert EMPTY.fewest_to_go(()) == 10
    assert not EMPTY.is_over(faces[1:])
    assert EMPTY.is_over(faces), "a switch that has no partner left is no turn"
    assert EMPTY.is_over([*faces, SWITCH])


def test_the_switch_alone_ends_the_round_of_every_deck() -> None:
    deck = Deck(("red/circle", "red/switch"), {"red": 2})
    assert not deck.is_over(())
    assert deck.is_over(("red/circle",))


def test_a_deck_without_a_switch() -> None:
    assert SUITS.suits == ("north", "south", "sea")
    with pytest.raises(Illegal, match=r"no card «street/switch» in the deck \(R2\.4\)"):
        SUITS.turn(1, [SWITCH, "north/circle"])
    assert SUITS.turn(1, ["sea/joker"]).joker


@pytest.mark.parametrize("name", DECKS)
def test_a_turn_is_one_card_or_the_switch_and_one_more(name: str) -> None:
    deck = DECKS[name]
    for pair in permutations(deck.cards, 2):
        if any(map(is_switch, pair)):
            assert deck.turn(3, pair).switch
        else:
            with pytest.raises(Illegal, match=r"R2\.5"):
                deck.turn(3, pair)


def check_game(board: Board, modules: tuple[str, ...], rng: random.Random) -> None:
    """A whole game ends each round where its deck says, and its log tells the same game."""
    deck, events = board.deck, played(board, modules, rng, 2, whatever)
    rounds = rounds_of(events)
    assert list(rounds) == [1, 2, 3, 4]
    for cards in rounds.values():
        assert len(set(cards)) == len(cards)
        assert deck.is_over(cards)
        before_the_last = cards[:-2] if is_switch(cards[-2:][0]) else cards[:-1]
        assert not deck.is_over(before_the_last)
        for place in range(len(cards) + 1):
            assert deck.is_over(cards[:place]) == (deck.fewest_to_go(cards[:place]) == 0)
    text = "".join(map(write_line, events))
    assert same(replay(text, lambda _: board), replay(events, lambda _: board))


@pytest.mark.parametrize("name", DECKS)
@pytest.mark.parametrize("modules", [(), ("objectives", "specials"), ("gates",), ("powers",)])
def test_a_whole_game_with_another_deck(name: str, modules: tuple[str, ...]) -> None:
    for seed in range(3):
        check_game(toy_with(DECKS[name]), modules, random.Random(f"{name} {seed}"))


@pytest.mark.parametrize("seed", range(30))
def test_a_whole_game_with_any_deck(seed: int) -> None:
    rng = random.Random(seed)
    deck = random_deck(rng)
    board = toy_with(deck)
    assert board.deck == deck
    check_game(board, rng.choice([(), ("specials",), ("powers",)]), rng)


@pytest.mark.parametrize("name", DECKS)
@pytest.mark.parametrize("city", CITIES)
def test_the_witness_reads_the_same_game(city: str, name: str) -> None:
    board = board_with(city, DECKS[name])
    witness = read_board(tomllib.loads(file_with(city, DECKS[name])))
    for seed, modules in enumerate([(), ("specials",)]):
        events = played(board, modules, random.Random(f"{name} {seed}"), 2)
        game = naive.replay(map(write_line, events), {city: witness})
        assert game.ended
        assert naive.score(game) == score_file(replay(events, lambda _: board))
        with pytest.raises(naive.Refused):  # a round is over: no card more
            naive.replay(map(write_line, one_card_more(events, DECKS[name])), {city: witness})


def one_card_more(events: Sequence[Mapping[str, Any]], deck: Deck) -> list[Mapping[str, Any]]:
    """The first round, and a card that it did not turn in place of the second round's first."""
    flips = [event for event in events if event["event"] == "flip" and event["round"] == 1]
    turned = [card for flip in flips for card in flip["cards"]]
    left = [card for card in deck.cards if card not in turned] or ["street/circle"]
    more = {"event": "flip", "round": 1, "turn": flips[-1]["turn"] + 1, "cards": left[:1]}
    second = next(place for place, event in enumerate(events) if event.get("round") == 2)
    return [*events[:second], more]


def test_the_decks_of_these_tests_end_in_different_ways() -> None:
    cards = rounds_of(played(toy_with(EMPTY), (), random.Random(1)))
    assert all(len(turned) >= 10 for turned in cards.values())
    ended_by = set()
    for seed in range(20):
        for turned in rounds_of(played(toy_with(EITHER), (), random.Random(seed))).values():
            ended_by |= {suit for suit, left in EITHER.to_go(turned).items() if not left}
    assert ended_by == {"street", "underground"}
