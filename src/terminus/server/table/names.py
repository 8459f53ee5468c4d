"""Everybody at a table can be told apart by their name, also by somebody who only glances at it.

Who has given no name has none: they are called by their seat, in the language of whoever reads it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import chain, count

from ...boards.signs import UNSEEN
from ...locale import LANGUAGES, translate
from .state import Seat
from .text import NAME_LENGTH, clean

# Small letters, and digits, that look like one of a b c … in some print: Cyrillic, Greek, Turkish.
FOREIGN = "авеѕіјкмнорстухԁһɡ" + "αβεζηικμνορτυχ" + "ıl10"
LATIN = "abesijkmhopctyxdhg" + "abezhikmnoptyx" + "iiio"
LOOKALIKES = str.maketrans(FOREIGN, LATIN)
NUMBERED = re.compile(r" \d+$")


def looks(name: str) -> str:
    """What is left of a name at a glance: no case, no spaces or points, one letter for all of its kind."""
    letters = unicodedata.normalize("NFKC", UNSEEN.sub("", name)).casefold().translate(LOOKALIKES)
    seen = "".join(letter for letter in letters if unicodedata.category(letter)[0] not in "ZPC")
    return seen or letters


def distinct(name: str, others: Iterable[str]) -> str:
    """The name, or the first of «Ada 2», «Ada 3»… that none of the others looks like."""
    taken = set(map(looks, others))
    wishes = chain([name], (_numbered(name, number) for number in count(2)))
    return next(wish for wish in wishes if looks(wish) not in taken)


def name_in(seats: Sequence[Seat], seat: int, wished: str) -> str:
    """What somebody who wishes for this name, or for none, is called in a seat: nothing that another there
    looks like in any language."""
    others = [text for n, other in enumerate(seats) if n != seat for text in _shown(other, n)]
    if wished:
        return distinct(wished, others)
    taken = set(map(looks, others))
    free = all(looks(text) not in taken for text in _unnamed(seat))
    return "" if free else distinct(_unnamed(seat)[0], others)


def names_for_log(seats: Sequence[Seat]) -> list[str]:
    """A text for each seat: a log has one reader as good as another."""
    return [_shown(seat, number)[0] for number, seat in enumerate(seats)]


def _shown(seat: Seat, number: int) -> list[str]:
    if seat.kind == "open":
        return []
    return [seat.name] if seat.name else _unnamed(number)


def _unnamed(seat: int) -> list[str]:
    """What somebody without a name is called, in English and then in each other language."""
    return [translate(language, "Player {number}", {"number": seat + 1}) for language in LANGUAGES]


def _numbered(name: str, number: int) -> str:
    end = f" {number}"
    return clean(NUMBERED.sub("", name), NAME_LENGTH - len(end)) + end
