"""Decks that no city has, and boards that are played with them."""

import json
import random
from collections import Counter
from functools import cache

from tests.witness import BOARDS

from terminus.boards import load_board
from terminus.rules.board import Board
from terminus.rules.cards import DEFAULT_DECK, FACES, Deck, suit_of

EITHER = Deck(DEFAULT_DECK.cards, {"street": 5, "underground": 5})
EMPTY = Deck(DEFAULT_DECK.cards, {})
SUITS = Deck(
    tuple(f"{suit}/{face}" for suit in ("north", "south", "sea") for face in FACES), {"north": 4, "sea": 3}
)
PAIRS = Deck(("up/switch", "up/circle", "up/joker", "down/triangle", "up/square", "down/pentagon"), {"up": 3})
DECKS = {"either": EITHER, "empty": EMPTY, "suits": SUITS, "pairs": PAIRS}


def random_deck(rng: random.Random) -> Deck:
    """Any deck that a board file may have."""
    suits = rng.sample(["sun", "moon", "star", "earth"], rng.randint(1, 4))
    pool = [f"{suit}/{face}" for suit in suits for face in FACES]
    cards = rng.sample(pool, rng.randint(1, min(len(pool), 15)))
    if len(cards) == 1 or rng.random() < 0.6:
        cards.insert(rng.randint(0, len(cards)), f"{rng.choice(suits)}/switch")
    ends = Counter(map(suit_of, cards))
    chosen = rng.sample(sorted(ends), rng.randint(0, len(ends)))
    return Deck(tuple(cards), {suit: rng.randint(1, ends[suit]) for suit in chosen})


def deck_table(deck: Deck) -> str:
    """A deck as a board file writes it."""
    ends = ", ".join(f"{suit} = {count}" for suit, count in deck.round_ends.items())
    return f"[deck]\ncards = {json.dumps(deck.cards)}\nround_ends = " + (
        f"{{ {ends} }}" if ends else '"empty"'
    )


def file_with(name: str, deck: Deck) -> str:
    """A shipped board's file with another deck."""
    return f"{(BOARDS / f'{name}.toml').read_text(encoding='utf-8')}\n{deck_table(deck)}\n"


@cache
def _board(name: str, text: str) -> Board:
    return load_board(text, name)


def board_with(name: str, deck: Deck) -> Board:
    return _board(name, file_with(name, deck))


def toy_with(deck: Deck) -> Board:
    return board_with("toy", deck)
