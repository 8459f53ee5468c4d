"""Every place of a view, as docs/protocol.md has them, and what may stand there. For the checker, which
shares no code with the server: a field that is not here is one too many."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Text:
    """Text of this form, or null."""

    form: re.Pattern[str]


@dataclass(frozen=True)
class Each:
    """An object whose keys have this form, and below each of them the same."""

    keys: re.Pattern[str]
    value: Any


@dataclass(frozen=True)
class Either(Text):
    """Such text, or a number; or several of them."""


def text(form: str) -> Text:
    return Text(re.compile(form))


SUITS, FACES = ("street", "underground"), ("joker", "circle", "square", "triangle", "pentagon")
NONE = object()  # no place at all
NUMBERS = re.compile(r"[a-z_]+|\d")  # what the numbers of a score are called
NUMBER = None  # a number, true, false or null
CARD = text(rf"({'|'.join(SUITS)})/({'|'.join((*FACES, 'switch'))})")
CELL, SECTION, DISTRICT = text(r"[a-z]\d+"), text(r"[a-z]\d+-[a-z]\d+"), text(r"[A-Z]")
WORD, NAME, ID = text(r"[a-z][a-z-]*"), text(r"[\w .]*"), text(r"[a-z0-9]+")
ACTION = text(r"[a-z]\d+-[a-z]\d+( as [a-z]+)?|(circle [a-z]\d+|use [a-z-]+( [a-z0-9-]+)*|skip|done)")


def by_word(value: Any) -> Each:
    return Each(WORD.form, value)


SHEET = {
    "lines": by_word(
        {"sections": [SECTION], "stations": [CELL], "ends": [CELL], "circled": [CELL], "doubled": [DISTRICT]}
    ),
    "stamped": [DISTRICT],
}
WHERE = {"count": NUMBER, "needed": NUMBER, "cells": [CELL], "sections": [SECTION], "districts": [DISTRICT]}
SCORE = {
    "total": NUMBER,
    "lines": by_word({"districts": NUMBER, "stations": NUMBER, "bonus": NUMBER, "total": NUMBER}),
    "extras": by_word(NUMBER),
    "items": [
        {
            "rule": WORD,
            "line": WORD,
            "value": NUMBER,
            "how": Each(NUMBERS, Either(re.compile(r"[A-Z]?|[a-z-]+"))),
            "where": Each(NUMBERS, WHERE),
        }
    ],
}
OPTION = {"do": ACTION, "section": SECTION, "start": CELL, "target": CELL, "line": NUMBER, "total": NUMBER}
ANSWER = {
    "actions": [ACTION],
    "sheet": SHEET,
    "score": SCORE,
    "prompt": WORD,
    "rule": text(r"R\d\.\d+"),
    "any_symbol": NUMBER,
    "anywhere": NUMBER,
    "alongside": NUMBER,
    "left": NUMBER,
    "options": [OPTION],
    "instead": [OPTION],
}
SEAT = {
    "name": NAME,
    "kind": text("person|bot|open"),
    "level": WORD,
    "present": NUMBER,
    "left": NUMBER,
    "host": NUMBER,
    "answered": NUMBER,
    "pencil": WORD,
    "pencils": [WORD],
    "sheet": SHEET,
    "score": SCORE,
}
TOKEN = {
    "kind": WORD,
    "thing": WORD,
    "cell": CELL,
    "line": WORD,
    "symbol": text("|".join(FACES)),
    "points": NUMBER,
    "spent": NUMBER,
    "now": NUMBER,
}
VIEW = {
    "game": ID,
    "code": text(r"[A-Z0-9]+"),
    "version": text(r"[\w-]{1,43}"),
    "number": NUMBER,
    "draft": NUMBER,
    "phase": text("lobby|playing|over"),
    "board": WORD,
    "modules": [WORD],
    "clock": {"seconds": NUMBER, "ends_in": NUMBER},
    "stand_in": NUMBER,
    "tokens": [TOKEN],
    "round": NUMBER,
    "turn": NUMBER,
    "controller": NUMBER,
    "turned": [[CARD]],
    "remaining": [CARD],
    "to_go": by_word(NUMBER),
    "last_turn": NUMBER,
    "seats": [SEAT],
    "watching": {"count": NUMBER, "names": [NAME]},
    "me": NUMBER,
    "host": NUMBER,
    "answer": ANSWER,
    "can_take_back": NUMBER,
    "notices": [
        {"number": NUMBER, "seat": NUMBER, "round": NUMBER, "turn": NUMBER, "cards": [CARD], "why": WORD}
    ],
    "chat": [{"seat": NUMBER, "name": NAME, "text": text(r"0\.\d+"), "reaction": text(r"\W+"), "at": NUMBER}],
    "result": {
        "winners": [NUMBER],
        "solo": {"score": NUMBER, "rating": NUMBER, "penalty": NUMBER},
    },
    "rematch": ID,
    "seals": [text(r"[0-9a-f]{64}")],
    "contribute": [NUMBER],
    "settled": NUMBER,
    "helped": NUMBER,
    "entered": NUMBER,
    "paper": NUMBER,  # always false: these games have cards
    "what_if": NUMBER,  # always null: these games begin anew
    "lesson": NUMBER,
}
FRAMES: dict[str, Any] = {
    "view": {"type": WORD, "view": VIEW},
    "ack": {"type": WORD, "key": ID, "number": NUMBER, "draft": NUMBER},
    "same": {"type": WORD},
    "later": {"type": WORD, "key": ID},
    "saving": {"type": WORD, "well": NUMBER},
    "refused": {
        "type": WORD,
        "key": ID,
        "code": NUMBER,
        "error": {"message": text(r"[^/]*"), "values": Each(WORD.form, NUMBER)},
    },
}


def misplaced(value: Any, place: Any, way: str = "") -> Iterator[str]:
    """What stands where it may not, with the way to it."""
    match place, value:
        case [inside] | (Either() as inside), list():
            for part in value:
                yield from misplaced(part, inside, way)
        case dict() | Each(), dict():
            for key, part in value.items():
                below = _below(place, key)
                if below is NONE:
                    yield f"{way}/{key}: no such place"
                else:
                    yield from misplaced(part, below, f"{way}/{key}")
        case _:
            if not _fits(value, place):
                yield f"{way}: {value!r}"


def _below(place: Any, key: str) -> Any:
    """What may stand under this key."""
    if isinstance(place, Each):
        return place.value if place.keys.fullmatch(key) else NONE
    return place.get(key, NONE)


def _fits(value: Any, place: Any) -> bool:
    """Whether this one thing may stand here."""
    match place, value:
        case _, None:
            return True
        case Text(form) | Either(form), str():
            return form.fullmatch(value) is not None
        case None | Either(), int() | float():
            return True
    return False


def place_at(path: str) -> Any:
    """What may stand at a path of a change."""
    place: Any = VIEW
    for part in path.split("/"):
        place = place[0] if isinstance(place, list) else _below(place, part)
        if place is NONE:
            raise KeyError(path)
    return place
