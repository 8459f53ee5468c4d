"""The deck of a board file: `[deck]` with its cards and what ends a round; without it, the usual one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..rules.cards import DEFAULT_DECK, FACES, Card, Deck, is_switch, suit_of
from ..rules.errors import Sentence
from .fields import Fields

FEWEST_CARDS, MOST_CARDS, MOST_SUITS = 2, 16, 4
CARD = re.compile(rf"[a-z]+/({'|'.join(FACES)}|switch)")
EMPTY = "empty"  # what `round_ends` says if all cards are turned
ENDLESS = Sentence(
    'the round has no end; say how many cards of a suit end it, or that all are turned ("{empty}")',
    empty=EMPTY,
)


def read_deck(file: Fields) -> Deck:
    """The deck that a file describes, with every fault that is in it noted."""
    if "deck" not in file.table:
        return DEFAULT_DECK
    fields = file.table_of("deck")
    deck = Deck(tuple(fields.texts("cards")), {})
    if deck.cards or fields.table.get("cards") == []:
        _check_cards(fields, deck)
    return Deck(deck.cards, _round_ends(fields, deck))


def _check_cards(fields: Fields, deck: Deck) -> None:
    cards = deck.cards
    for card in dict.fromkeys(cards):
        if not CARD.fullmatch(card):
            fields.fault("cards", _no_card(card))
        elif cards.count(card) > 1:
            fields.fault("cards", Sentence("{name} is there twice", name=card))
    if not FEWEST_CARDS <= len(cards) <= MOST_CARDS:
        size = {"fewest": FEWEST_CARDS, "most": MOST_CARDS, "count": len(cards)}
        fields.fault("cards", Sentence("a deck has {fewest} to {most} cards, not {count}", **size))
    if len(deck.suits) > MOST_SUITS:
        suits = ", ".join(deck.suits)
        fields.fault(
            "cards", Sentence("a deck has at most {most} suits, not {suits}", most=MOST_SUITS, suits=suits)
        )
    if len(switches := set(filter(is_switch, cards))) > 1:
        cards_named = ", ".join(sorted(switches))
        fields.fault("cards", Sentence("a deck has at most one switch, not {cards}", cards=cards_named))


def _no_card(card: Card) -> Sentence:
    return Sentence(
        "«{card}» is no card; a card is a suit in small letters, / and {faces} or switch",
        card=card,
        faces=", ".join(FACES),
    )


def _round_ends(fields: Fields, deck: Deck) -> Mapping[str, int]:
    ends: Any = fields.table.get("round_ends")
    if ends == EMPTY:
        return {}
    if not isinstance(ends, Mapping) or not ends:
        fields.fault("round_ends", ENDLESS)
        return {}
    for suit, count in ends.items():
        if why_not := _never_comes(deck.cards, suit, count):
            fields.fault(f"round_ends.{suit}", why_not)
    return ends


def _never_comes(cards: tuple[Card, ...], suit: str, count: object) -> Sentence | None:
    has = sum(suit_of(card) == suit for card in cards)
    if type(count) is not int or count < 1:
        return Sentence("must be a whole number, 1 or more")
    if not has:
        return Sentence("the deck has no such suit")
    if count > has:
        return Sentence("the deck has only {has} of them, so the round would have no end", has=has)
    return None
