"""The deck of a board and what a turn's cards say (R2.4–R2.6).

A card is a text, `suit/face`: the face is a symbol, the joker or the switch. The order of a deck is nobody's
but the dealer's; here are only its cards, what is left of them, and what ends a round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .errors import BadSetup, Illegal, Sentence
from .symbols import ALL, SYMBOLS

Card = str
FACES = (*SYMBOLS, "joker")


def suit_of(card: Card) -> str:
    return card.partition("/")[0]


def face_of(card: Card) -> str:
    return card.partition("/")[2]


def is_switch(card: Card) -> bool:
    return card.endswith("/switch")


@dataclass(frozen=True, slots=True)
class Turn:
    """What the cards of one turn say, before any mechanic has its say."""

    number: int  # in the round, from 1
    symbols: int
    joker: bool = False
    switch: bool = False

    @classmethod
    def parse(cls, number: int, text: str) -> Turn:
        """A turn as the command line names it: `circle`, `joker`, `switch+triangle`."""
        words = text.split("+")
        face = words[-1]
        if face not in FACES or words[:-1] not in ([], ["switch"]):
            raise BadSetup(
                Sentence(
                    "there is no turn «{text}»; write a symbol or joker, or switch+ and one of them",
                    text=text,
                )
            )
        return cls(number, SYMBOLS.get(face, ALL), face == "joker", len(words) == 2)


@dataclass(frozen=True)
class Deck:
    """The cards of a board. A round is over as soon as one suit has shown its number of `round_ends`, and
    in every deck once nothing is left to make a turn of: a switch without a partner is none."""

    cards: tuple[Card, ...]
    round_ends: Mapping[str, int]  # by suit; a deck that names none is turned to its end

    @property
    def suits(self) -> tuple[str, ...]:
        """In the order of their first cards."""
        return tuple(dict.fromkeys(map(suit_of, self.cards)))

    def left(self, turned: Sequence[Card]) -> tuple[Card, ...]:
        """What a round has left, in the order of the unshuffled deck: public, unlike its order."""
        return tuple(card for card in self.cards if card not in turned)

    def to_go(self, turned: Sequence[Card]) -> dict[str, int]:
        """By suit that can end the round: how many more of its cards do."""
        shown = list(map(suit_of, turned))
        return {suit: max(count - shown.count(suit), 0) for suit, count in self.round_ends.items()}

    def fewest_to_go(self, turned: Sequence[Card]) -> int:
        """How many cards can end the round, if the right ones come; 0 in its last turn."""
        turns_left = sum(not is_switch(card) for card in self.left(turned))
        return min(turns_left, *self.to_go(turned).values()) if self.round_ends else turns_left

    def is_over(self, turned: Sequence[Card]) -> bool:
        """Whether the turn that showed the last of these cards ends the round (R2.6)."""
        for suit, count in self.round_ends.items():
            if len(turned) >= count and list(map(suit_of, turned)).count(suit) >= count:
                return True
        return len(turned) >= len(self.cards) - 1 and all(map(is_switch, self.left(turned)))

    def turn(self, number: int, cards: Sequence[Card]) -> Turn:
        """The turn that these cards make: one card, or the switch and the card turned with it."""
        for card in cards:
            if card not in self.cards:
                raise Illegal("R2.4", Sentence("there is no card «{card}» in the deck", card=card))
        faces = [face_of(card) for card in cards if not is_switch(card)]
        if len(faces) != 1 or len(cards) > 2:
            raise Illegal(
                "R2.5",
                Sentence("a turn shows one card, or the switch and one more, not {cards}", cards=list(cards)),
            )
        face = faces[0]
        return Turn(number, SYMBOLS.get(face, ALL), face == "joker", len(cards) == 2)


DEFAULT_DECK = Deck(
    (*(f"{suit}/{face}" for suit in ("street", "underground") for face in FACES), "street/switch"),
    {"underground": 5},
)
