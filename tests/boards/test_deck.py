"""The deck in a board file: what it may be, and how each that is none is refused."""

import pytest
from tests.boards.test_check import TOY, faults
from tests.decks import DECKS, deck_table

from terminus.boards import BOARDS, board, load_board
from terminus.rules.cards import DEFAULT_DECK

SIX = '"street/circle", "street/square", "street/switch", "underground/joker", "underground/circle"'


def deck(cards: str, round_ends: str) -> str:
    return f"{TOY}\n[deck]\ncards = [{cards}]\n" + (f"round_ends = {round_ends}\n" if round_ends else "")


def test_a_board_without_a_deck_has_the_usual_one() -> None:
    assert all(board(name).deck is DEFAULT_DECK for name in BOARDS)


@pytest.mark.parametrize("name", DECKS)
def test_a_deck_of_its_own(name: str) -> None:
    assert load_board(f"{TOY}\n{deck_table(DECKS[name])}", "mine").deck == DECKS[name]


@pytest.mark.parametrize(
    ("cards", "round_ends", "fault"),
    [
        (SIX, "", "deck.round_ends: the round has no end; say how many cards of a suit end it"),
        (SIX, "{}", "deck.round_ends: the round has no end"),
        (SIX, '"never"', "deck.round_ends: the round has no end"),
        (SIX, "5", "deck.round_ends: the round has no end"),
        (SIX, "{ sea = 2 }", "deck.round_ends.sea: the deck has no such suit"),
        (SIX, "{ street = 4 }", "deck.round_ends.street: the deck has only 3 of them, so the round would"),
        (SIX, "{ street = 0 }", "deck.round_ends.street: must be a whole number, 1 or more"),
        (SIX, "{ street = true }", "deck.round_ends.street: must be a whole number, 1 or more"),
        (SIX, '{ street = "2" }', "deck.round_ends.street: must be a whole number, 1 or more"),
        (f'{SIX}, "street/star"', '"empty"', "deck.cards: «street/star» is no card; a card is a suit"),
        (f'{SIX}, "Street/joker"', '"empty"', "deck.cards: «Street/joker» is no card"),
        (f'{SIX}, "a-b/joker"', '"empty"', "deck.cards: «a-b/joker» is no card"),
        (f'{SIX}, "/joker"', '"empty"', "deck.cards: «/joker» is no card"),
        (f'{SIX}, "joker"', '"empty"', "deck.cards: «joker» is no card"),
        (f'{SIX}, "street/circle"', '"empty"', "deck.cards: street/circle is there twice"),
        (f'{SIX}, "sea/switch"', '"empty"', "at most one switch, not sea/switch, street/switch"),
        (f'{SIX}, "a/joker", "b/joker", "c/joker"', '"empty"', "at most 4 suits, not street, underground, a"),
        ('"street/circle"', '"empty"', "deck.cards: a deck has 2 to 16 cards, not 1"),
        ("", '"empty"', "deck.cards: a deck has 2 to 16 cards, not 0"),
        (", ".join(f'"street/circle{n}"' for n in range(17)), '"empty"', "has 2 to 16 cards, not 17"),
        ("1, 2, 3", '"empty"', "deck.cards: must be a list of texts"),
    ],
)
def test_a_deck_that_is_none(cards: str, round_ends: str, fault: str) -> None:
    assert any(fault in found for found in faults(deck(cards, round_ends)))


def test_each_fault_of_a_deck_is_told_once() -> None:
    found = faults(deck(f'{SIX}, "sea/star", "street/circle", "street/circle"', "{ sky = 1, street = 9 }"))
    assert len(found) == 4
    assert any("«sea/star» is no card" in fault for fault in found)


@pytest.mark.parametrize("table", ["deck = 3", 'deck = "empty"', "[deck]\ncards = 3", "[deck]\nx = 1"])
def test_a_deck_is_a_table_with_its_keys(table: str) -> None:
    text = f"{table}\n{TOY}" if table.startswith("deck") else f"{TOY}\n{table}"
    assert any(fault.startswith("deck") for fault in faults(text))
