"""The board file as a TOML document: that it is one, not too deep, and holds only keys that say something."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from ..rules.errors import BadBoard, Sentence
from .faults import Faults
from .fields import Fields

DEEPEST = 8  # tables in tables; a board needs four
TOO_DEEP = Sentence("tables and lists are nested more than {deepest} deep", deepest=DEEPEST)
LARGEST = (
    100_000  # either way; what lies beyond would make scores that neither bots nor people can count with
)
TOO_LARGE = Sentence("no number may be larger than {largest}, or smaller than -{largest}", largest=LARGEST)
TURNING = {
    "LRE",
    "RLE",
    "LRO",
    "RLO",
    "PDF",
    "LRI",
    "RLI",
    "FSI",
    "PDI",
}  # what turns writing round, and back
# Looked for before anything is parsed: what tomllib takes for a key grows with the square of its parts.
KEY_PART = r"""(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[\w-]+)"""
LONG_KEY = re.compile(rf"(?<![\w-]){KEY_PART}(?:[ \t]*\.[ \t]*{KEY_PART}){{32}}")
TOP_LEVEL = {
    "name", "note", "lines", "stations", "districts", "central_district", "secondary_districts", "sections",
    "departures", "tourist_sites", "river", "loop", "aerial_crossings", "deck", "solo",
    "mechanics", "modules",
}  # fmt: skip
SUB_TABLES = {
    "tourist_sites": ("stations",),
    "river": ("name", "course", "crossed_by"),
    "loop": ("colour", "stations", "path"),
    "deck": ("cards", "round_ends"),
    "solo": ("ratings",),
}


def read_document(text: str) -> Fields:
    """The top table of a file; raises `BadBoard` at once if nothing in it can be judged."""
    if found := LONG_KEY.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise BadBoard([Sentence("line {line}: {fault}", line=line, fault=TOO_DEEP)])
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadBoard([Sentence("it is not valid TOML: {error}", error=str(error))]) from None
    except RecursionError:
        raise BadBoard([TOO_DEEP]) from None
    except ValueError:  # Python reads no number of more digits than some thousand
        raise BadBoard([TOO_LARGE]) from None
    file = Fields(table, Faults())
    file.only(*TOP_LEVEL)
    for key, value in table.items():
        _check(file, key, value)
    for key, known in SUB_TABLES.items():
        file.table_of(key).only(*known)
    return file


def _check(file: Fields, key: str, value: Any) -> None:
    for depth, part in _parts(value):
        if depth > DEEPEST:
            raise BadBoard([Sentence("{place}: {why}", place=key[:40], why=TOO_DEEP)])
        if isinstance(part, str) and _steers(part):
            file.fault(key, Sentence("a text may not hold control characters"))
        if isinstance(part, int) and not -LARGEST <= part <= LARGEST:
            file.fault(key, TOO_LARGE)


def _parts(value: Any) -> Iterator[tuple[int, Any]]:
    """Everything in a value with its depth, keys included; with a list of its own, for however deep it is."""
    waiting = [(0, value)]
    while waiting:
        depth, part = waiting.pop()
        yield depth, part
        if isinstance(part, Mapping):
            waiting += ((depth + 1, inner) for inner in (*part, *part.values()))
        elif isinstance(part, list):
            waiting += ((depth + 1, inner) for inner in part)


def _steers(text: str) -> bool:
    """Whether a text would steer a terminal or turn writing round; grids and notes may have ends of lines."""
    return any(
        (unicodedata.category(sign) == "Cc" and sign not in "\n\t")
        or unicodedata.bidirectional(sign) in TURNING
        for sign in text
    )
