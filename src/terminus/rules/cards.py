"""The station deck and what a turn's cards say (R2.4–R2.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .board import ALL, SYMBOLS
from .errors import BadSetup, Illegal

Card = str
GROUNDS = ("street", "underground")
FACES = (*SYMBOLS, "joker")
SWITCH = "street/switch"
DECK: tuple[Card, ...] = (*(f"{ground}/{face}" for ground in GROUNDS for face in FACES), SWITCH)
UNDERGROUND_CARDS = 5


@dataclass(frozen=True, slots=True)
class Turn:
    """What the cards of one turn say, before any mechanic has its say."""

    number: int  # in the round, from 1
    symbols: int
    joker: bool = False
    switch: bool = False

    @classmethod
    def of(cls, number: int, cards: Sequence[Card]) -> Turn:
        """The turn that these cards make: one card, or the switch and the card turned with it."""
        for card in cards:
            if card not in DECK:
                raise Illegal("R2.4", f"there is no card «{card}» in the deck")
        faces = [card for card in cards if card != SWITCH]
        if len(faces) != 1 or len(cards) > 2:
            raise Illegal("R2.5", f"a turn shows one card, or the switch and one more, not {list(cards)}")
        face = faces[0].split("/")[1]
        return cls(number, SYMBOLS.get(face, ALL), face == "joker", SWITCH in cards)

    @classmethod
    def parse(cls, number: int, text: str) -> Turn:
        """A turn as the command line names it: `circle`, `joker`, `switch+triangle`."""
        words = text.split("+")
        face = words[-1]
        if face not in FACES or words[:-1] not in ([], ["switch"]):
            raise BadSetup(f"there is no turn «{text}»; write a symbol or joker, or switch+ and one of them")
        return cls(number, SYMBOLS.get(face, ALL), face == "joker", len(words) == 2)


def left_in_deck(turned: Sequence[Card]) -> tuple[Card, ...]:
    """What a round has left, in the order of the unshuffled deck: public, unlike its order."""
    return tuple(card for card in DECK if card not in turned)


def is_underground(card: Card) -> bool:
    return card.startswith("underground/")


def round_is_over(turned: Sequence[Card]) -> bool:
    """The turn that reveals the last underground card ends the round (R2.6)."""
    return sum(map(is_underground, turned)) == UNDERGROUND_CARDS
