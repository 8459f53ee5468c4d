"""What the native kernel is told of a ruleset and of a seat, key by key; kernel/src/reading.hpp reads it.

Stations, sections, districts, crossings and cards are numbers; a set of them is a list; -1 is none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

Modules = Mapping[str, Mapping[str, object]]
"""By module in play, what terminus.kernel.modules says of it."""


class ScoreRule(TypedDict):
    """One entry of the score, in the order of the ruleset; what a rule does not use is 0 or empty."""

    rule: int
    each: int
    twice: int
    stations: list[int]
    sections: list[int]
    values: list[int]  # boxes, stamps by district, or points by number of lines


class Geometry(TypedDict):
    symbols: list[int]  # by station, as a mask
    district: list[int]  # by station
    districts: int
    ends: list[list[int]]  # by section: its two stations
    clash: list[list[int]]  # by section
    passes: list[list[int]]  # by section: its crossings
    crossings: int
    printed: list[int]
    printed_line: list[int]
    onward: list[list[int]]  # section, which of its ends was reached, the section straight on
    departures: list[int]  # by line


class Deck(TypedDict):
    cards: list[list[int]]  # symbols, whether a joker, whether the switch, suit
    round_ends: list[int]  # by suit: so many of its cards end a round; 0 if it never does


class Mechanics(TypedDict):
    switch_works: bool
    switch_from: int
    double_track: bool
    guided: list[int]
    scoring: list[ScoreRule]
    modules: Modules


class Tables(Geometry, Deck, Mechanics):
    format: int


class Sheet(TypedDict):
    sections: list[list[int]]  # all by line
    circled: list[list[int]]
    doubled: list[list[int]]  # districts that count twice


class Prompt(TypedDict):
    kind: int
    reach: list[int]  # symbols, anywhere, alongside, start, only; empty if the prompt has none
    beyond: list[int]
    left: int
    required: bool
    pair: int
    pair_target: int


class Seat(Sheet):
    pencils: list[int]  # by round
    pencil: int
    round: int  # from 0
    turn: int  # from 1; 0 before the first
    remaining: list[int]
    symbols: int
    joker: bool
    switched: bool
    done: bool
    closing: bool  # only the end of the turn is offered still
    prompts: list[Prompt]
    modules: Modules
