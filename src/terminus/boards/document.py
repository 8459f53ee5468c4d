"""The board file as a document: that it is plain data, neither too deep nor too large, and holds only keys
that say something. What came as JSON is held to the same as what came as TOML."""

from __future__ import annotations

import json
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from ..rules.errors import BadBoard, Sentence
from .faults import Faults
from .fields import Fields
from .signs import BLANKS, is_hidden, shows

DEEPEST = 8  # tables in tables; a board needs four
TOO_DEEP = Sentence("tables and lists are nested more than {deepest} deep", deepest=DEEPEST)
LARGEST = (
    100_000  # either way; what lies beyond would make scores that neither bots nor people can count with
)
LARGEST_DOCUMENT = 1 << 16  # bytes as JSON; a city has some three thousand
LONGEST_TEXT = 80  # of a name, a cell, a key…
LONGEST_NOTE = 1000
GRIDS = ("stations", "districts")  # as long as their rows and columns make them
LONGEST_NUMBER = 64  # bits; Python writes none of thousands of digits, which TOML can hold as 0xff…
TOO_LARGE = Sentence("no number may be larger than {largest}, or smaller than -{largest}", largest=LARGEST)
TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}  # writing round, and back
# Looked for before anything is parsed: what tomllib takes for a key grows with the square of its parts. Only
# where one can begin: a text full of escaped quotes would be gone through from each of them.
KEY_PART = r"""(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[\w-]+)"""
LONG_KEY = re.compile(rf"(?<![^\s\[{{,]){KEY_PART}(?:[ \t]*\.[ \t]*{KEY_PART}){{32}}")
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


def parse_document(text: str) -> dict[str, Any]:
    """What a file holds; raises `BadBoard` if it is no TOML that can be read."""
    if found := LONG_KEY.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise BadBoard([Sentence("line {line}: {fault}", line=line, fault=TOO_DEEP)])
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadBoard([Sentence("it is not valid TOML: {error}", error=str(error))]) from None
    except RecursionError:
        raise BadBoard([TOO_DEEP]) from None
    except ValueError:  # Python reads no number of more digits than some thousand
        raise BadBoard([TOO_LARGE]) from None


def read_document(document: object) -> Fields:
    """The top table of a document; raises `BadBoard` at once if nothing in it can be judged."""
    table = plain(document)
    file = Fields(table, Faults())
    file.only(*TOP_LEVEL)
    for key, value in table.items():
        _check(file, key, value)
    for key, known in SUB_TABLES.items():
        file.table_of(key).only(*known)
    return file


def plain(document: object) -> Mapping[str, Any]:
    """The document itself, if TOML and JSON can both write it and it is neither too deep nor too large."""
    if not isinstance(document, Mapping) or not all(isinstance(key, str) for key in document):
        raise BadBoard([Sentence("a board is a list of names with their values")])
    for key, value in document.items():
        if fault := next(filter(None, (_not_plain(*part) for part in _parts([key, value]))), None):
            raise BadBoard([Sentence("{place}: {why}", place=_tame(key), why=fault)])
    if (size := len(json_of(document).encode())) > LARGEST_DOCUMENT:
        raise BadBoard(
            [Sentence("it holds {size} bytes; a board has at most {most}", size=size, most=LARGEST_DOCUMENT)]
        )
    return document


def _not_plain(depth: int, part: Any) -> Sentence | None:
    if depth > DEEPEST + 1:  # the list of key and value that it is handed in
        return TOO_DEEP
    if isinstance(part, int) and part.bit_length() > LONGEST_NUMBER:
        return TOO_LARGE
    if not isinstance(part, str | int | float | list | Mapping):
        return Sentence("must be text, numbers, lists, or names with values")
    if isinstance(part, Mapping) and not all(isinstance(key, str) for key in part):
        return Sentence("every key must be text")
    if isinstance(part, str) and any(unicodedata.category(sign) == "Cs" for sign in part):
        return Sentence("a text holds half a character")
    return None


def _tame(key: object) -> str:
    return str(key)[:40].encode("utf-8", "replace").decode()


def json_of(document: object) -> str:
    """The one way in which equal documents are written."""
    return json.dumps(_whole(document), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _whole(value: Any) -> Any:
    """The same with 2 for 2.0: not everybody who hands a document on can tell them apart."""
    if isinstance(value, Mapping):
        return {key: _whole(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return list(map(_whole, value))
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _check(file: Fields, key: str, value: Any) -> None:
    longest = LONGEST_NOTE if key == "note" else LARGEST_DOCUMENT if key in GRIDS else LONGEST_TEXT
    for _, part in _parts([key, value]):
        if isinstance(part, str) and _steers(part):
            file.fault(key[:40], Sentence("a text may not hold control characters"))
        if isinstance(part, str) and len(part) > longest:
            file.fault(key[:40], Sentence("a text has at most {most} characters here", most=longest))
        if isinstance(part, int | float) and abs(part) > LARGEST:
            file.fault(key[:40], TOO_LARGE)


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


def unseen(document: Mapping[str, Any]) -> Iterator[tuple[str, Sentence]]:
    """Where a board that is made now holds what nobody sees. Boards that were made before it was refused, and
    the games on them, have to be read as ever."""
    name = document.get("name")
    if isinstance(name, str) and not name.strip():
        yield "name", Sentence("a city needs a name")
    for key, value in document.items():
        if any(isinstance(part, str) and _hides(part) for _, part in _parts([key, value])):
            yield key[:40], Sentence("a text may not hold signs that nobody sees")


def _hides(text: str) -> bool:
    """Whether a text holds what nobody sees, but what steers: that is refused anyway."""
    hidden = any((is_hidden(sign) and sign not in "\n\t") or sign in BLANKS for sign in text)
    return not _steers(text) and (hidden or (bool(text.strip()) and not shows(text)))
