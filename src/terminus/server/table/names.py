"""Everybody at a table can be told apart by their name, also by somebody who only glances at it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import chain, count

from .text import NAME_LENGTH, clean

# Small letters, and digits, that look like one of a b c … in some print: Cyrillic, Greek, Turkish.
FOREIGN = "авеѕіјкмнорстухԁһɡ" + "αβεζηικμνορτυχ" + "ıl10"
LATIN = "abesijkmhopctyxdhg" + "abezhikmnoptyx" + "iiio"
LOOKALIKES = str.maketrans(FOREIGN, LATIN)
NUMBERED = re.compile(r" \d+$")


def looks(name: str) -> str:
    """What is left of a name at a glance: no case, no spaces or points, one letter for all of its kind."""
    letters = unicodedata.normalize("NFKC", name).casefold().translate(LOOKALIKES)
    seen = "".join(letter for letter in letters if unicodedata.category(letter)[0] not in "ZPC")
    return seen or letters


def distinct(name: str, others: Iterable[str]) -> str:
    """The name, or the first of «Ada 2», «Ada 3»… that none of the others looks like."""
    taken = set(map(looks, others))
    wishes = chain([name], (_numbered(name, number) for number in count(2)))
    return next(wish for wish in wishes if looks(wish) not in taken)


def _numbered(name: str, number: int) -> str:
    end = f" {number}"
    return clean(NUMBERED.sub("", name), NAME_LENGTH - len(end)) + end
