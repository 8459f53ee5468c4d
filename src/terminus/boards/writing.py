"""A document as a board file: TOML in a layout that people can read, the same for the same document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from .document import plain

ORDER = (
    "name", "note", "lines", "stations", "districts", "central_district", "secondary_districts", "sections",
    "departures", "tourist_sites", "river", "loop", "aerial_crossings", "deck", "solo",
    "mechanics", "modules",
)  # fmt: skip
SPREAD = "modules"  # tables in this one have headings of their own
DEEPEST_HEADING = 3
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
LINES_OF_TEXT = re.compile(r'(?:[^"\\\x00-\x1f\x7f]*\n)+')  # that need no escapes


def write_document(document: Mapping[str, Any]) -> str:
    """The file of a document, which parses to its equal; raises `BadBoard` if no file could hold it."""
    document = plain(document)
    known = [key for key in ORDER if key in document]
    ordered = {key: document[key] for key in (*known, *(key for key in document if key not in ORDER))}
    return "\n".join(_parts(ordered)).lstrip("\n")


def _parts(table: Mapping[str, Any]) -> Iterator[str]:
    """First what has no heading: after one, everything belongs to it."""
    headed = {key for key, value in table.items() if isinstance(value, Mapping) or _is_tables(value)}
    yield "".join(_entry(key, value) for key, value in table.items() if key not in headed)
    for key in (key for key in table if key in headed):
        if isinstance(table[key], Mapping):
            yield from _table((key,), table[key])
        else:
            yield from (f"[[{_key(key)}]]\n{_entries(one)}" for one in table[key])


def _table(path: tuple[str, ...], table: Mapping[str, Any]) -> Iterator[str]:
    spread = path[0] == SPREAD and len(path) < DEEPEST_HEADING
    inner = {key: value for key, value in table.items() if spread and isinstance(value, Mapping)}
    rest = {key: value for key, value in table.items() if key not in inner}
    if rest or not inner:
        yield f"[{'.'.join(map(_key, path))}]\n{_entries(rest)}"
    for key, value in inner.items():
        yield from _table((*path, key), value)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, Mapping) for one in value)


def _entries(table: Mapping[str, Any]) -> str:
    return "".join(_entry(key, value) for key, value in table.items())


def _entry(key: str, value: Any) -> str:
    if isinstance(value, str) and LINES_OF_TEXT.fullmatch(value):
        return f'{_key(key)} = """\n{value}"""\n'
    return f"{_key(key)} = {_value(value)}\n"


def _key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else _text(key)


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _text(value)
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case Mapping() if value:
            return "{ " + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + " }"
        case Mapping():
            return "{}"
        case _:
            return repr(value)  # inf, nan and exponents are written alike


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
