"""What is dealt face up: a pack of things, shuffled by whoever deals, who gets them, and how they lie there.

A mechanic says what it deals by a pack, so that every dealer deals it and every table checks it alike. What
was dealt is plain data, by mechanic, as the start event of a log writes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from .errors import Sentence

T = TypeVar("T")
Shuffle = Callable[[Sequence[T]], list[T]]
Dealt = Mapping[str, Any]  # mechanic -> a list of things, or place -> thing


@dataclass(frozen=True, slots=True)
class Token:
    """A thing that lies face up, as one seat sees it: what it is, and what it belongs to.

    Kind and thing are what it is called by in the vocabulary.
    """

    kind: str
    thing: str
    cell: str | None = None  # the station that it lies at
    line: str | None = None  # the pencil that it belongs to
    symbol: str | None = None  # the symbol that it is for
    points: int | None = None  # what it is worth
    spent: bool = False
    now: bool = False  # it says something about the cards on the table


@dataclass(frozen=True, slots=True)
class Pack:
    """So many different things of a pack; with places, one thing for each of them."""

    things: tuple[str, ...]
    drawn: int = 0
    places: tuple[str, ...] = ()

    def deal(self, shuffle: Shuffle[str]) -> list[str] | dict[str, str]:
        shuffled = shuffle(self.things)
        if self.places:
            return dict(zip(self.places, shuffled, strict=True))
        return shuffled[: self.drawn]

    def fault(self, dealt: object) -> str | None:
        """Why this cannot have been dealt from the pack."""
        things = ", ".join(self.things)
        if not self.places:
            wrong = Sentence("must be {count} different ones of {things}", count=self.drawn, things=things)
            return None if self._are_drawn(dealt) else wrong
        if self._are_given(dealt):
            return None
        strange = [place for place in dealt if place not in self.places] if isinstance(dealt, Mapping) else []
        wrong = Sentence(
            "must give {places} one each of {things}", places=", ".join(self.places), things=things
        )
        if not strange:
            return wrong
        return Sentence("{fault}; there is no place «{place}»", fault=wrong, place=strange[0])

    def _are_given(self, dealt: object) -> bool:
        if not isinstance(dealt, Mapping) or set(dealt) != set(self.places):
            return False
        return sorted(map(str, dealt.values())) == sorted(self.things)

    def _are_drawn(self, dealt: object) -> bool:
        if not isinstance(dealt, Sequence) or isinstance(dealt, str) or len(dealt) != self.drawn:
            return False
        return all(thing in self.things and dealt.count(thing) == 1 for thing in dealt)
