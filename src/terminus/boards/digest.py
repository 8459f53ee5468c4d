"""Short texts that are equal for equal boards and rulesets, whichever file or object they came from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from collections.abc import Set as AnySet
from dataclasses import asdict, fields, is_dataclass
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from ..rules.board import Board
from ..rules.cards import DEFAULT_DECK
from ..rules.ruleset import Ruleset

T = TypeVar("T")


def _once(make: Callable[[T], str]) -> Callable[[T], str]:
    """Works a text out once for each object, for as long as somebody has that object."""
    known: WeakKeyDictionary[T, str] = WeakKeyDictionary()

    @wraps(make)
    def of(value: T) -> str:
        text = known.get(value)
        if text is None:
            text = known[value] = make(value)
        return text

    return of


@_once
def fingerprint(board: Board) -> str:
    """Of all that decides what can be drawn and what it scores. Weights and results are filed under it."""
    stations = [asdict(station) for station in board.stations]
    sections = [asdict(section) for section in board.sections]
    figures = [board.lines, board.departures, board.printed, board.clash, board.mechanics, board.modules]
    deck = [asdict(board.deck)] if board.deck != DEFAULT_DECK else []  # all that is filed was learnt with it
    text = json.dumps([*figures, stations, sections, *deck], sort_keys=True, default=sorted)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@_once
def digest(of: Board | Ruleset) -> str:
    """Of everything in a board, or in a ruleset with its board: what is made of one serves all its equals."""
    text = repr(tuple(_plain(getattr(of, field.name)) for field in fields(of) if field.compare))
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: object) -> object:
    """The same with every set and mapping in one order."""
    if isinstance(value, Board):
        return digest(value)
    if is_dataclass(value) and not isinstance(value, type):
        return type(value).__qualname__, tuple(_plain(getattr(value, field.name)) for field in fields(value))
    if isinstance(value, Mapping):
        return "mapping", tuple(
            sorted(((repr(key), _plain(inner)) for key, inner in value.items()), key=repr)
        )
    if isinstance(value, AnySet):
        return "set", tuple(sorted(map(repr, value)))
    if isinstance(value, list | tuple):
        return tuple(map(_plain, value))
    return value
