"""The shapes that leave the server about a table: allow-lists, field by field as docs/protocol.md has them.

None has a place for a card that is not turned yet; `remaining` is in the order of the unshuffled deck.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ..table.state import Kind, Phase
from ..table.what_if import WhatIf


class LineView(msgspec.Struct):
    sections: list[str]
    stations: list[str]
    ends: list[str]
    circled: list[str]
    doubled: list[str]


class SheetView(msgspec.Struct):
    lines: dict[str, LineView]
    stamped: list[str] = []  # districts whose stamp was earned; an empty sheet need not say so


class WhereView(msgspec.Struct):
    """The places that a number counts; one that counts twice is named twice."""

    count: int
    needed: int | None  # how many it takes, where fewer give nothing
    cells: list[str]
    sections: list[str]
    districts: list[str]


class ItemView(msgspec.Struct):
    rule: str
    line: str | None
    value: int
    how: dict[str, Any]
    where: dict[str, WhereView]  # by the names of its numbers in `how`


class LineScore(msgspec.Struct):
    districts: int
    stations: int
    bonus: int
    total: int


class ScoreView(msgspec.Struct):
    total: int
    lines: dict[str, LineScore]
    extras: dict[str, int]
    items: list[ItemView]


class Option(msgspec.Struct):
    do: str
    section: str | None
    start: str | None
    target: str | None
    line: int | None
    total: int | None


class AnswerView(msgspec.Struct):
    actions: list[str]
    sheet: SheetView
    score: ScoreView
    prompt: str | None
    rule: str | None  # the number of the rule that the prompt comes from
    any_symbol: bool
    anywhere: bool
    alongside: bool
    left: int
    options: list[Option]
    instead: list[Option]


class Reason(msgspec.Struct):
    """Why something cannot be done: its word in the vocabulary, and what is in the way."""

    rule: str | None
    why: str
    values: dict[str, int]
    sections: list[str]
    stations: list[str]


class SeatView(msgspec.Struct):
    name: str
    kind: Kind
    level: str | None
    present: bool
    left: bool
    host: bool
    answered: bool
    pencil: str | None
    pencils: list[str]
    sheet: SheetView | None
    score: ScoreView | None


class ClockView(msgspec.Struct):
    seconds: int
    ends_in: float | None


class TokenView(msgspec.Struct):
    """What a module has dealt: it lies face up, at a station, by a pencil or for a symbol."""

    kind: str
    thing: str
    cell: str | None
    line: str | None
    symbol: str | None
    points: int | None
    spent: bool
    now: bool


class ChatView(msgspec.Struct):
    seat: int
    name: str
    text: str | None
    reaction: str | None
    at: float


class Notice(msgspec.Struct):
    number: int
    seat: int
    round: int
    turn: int
    cards: list[str]
    why: str


class Solo(msgspec.Struct):
    score: int
    rating: int
    penalty: int


class Result(msgspec.Struct):
    winners: list[int]
    solo: Solo | None


class SaidView(msgspec.Struct):
    """A sentence of the catalogue with its values, and what on the sheet it is about."""

    text: str
    values: dict[str, int]
    cells: list[str]
    sections: list[str]


class LessonView(msgspec.Struct):
    """What a lesson says now. None of its later steps is here: they tell what cards will come."""

    id: str
    step: int
    steps: int
    says: list[SaidView]
    do: str | None
    over: bool


class Watching(msgspec.Struct):
    count: int
    names: list[str]


class Public(msgspec.Struct):
    """What everybody sees of a table alike."""

    game: str
    code: str
    number: int
    phase: Phase
    board: str
    modules: list[str]
    stand_in: bool
    round: int | None
    turn: int | None
    controller: int | None
    turned: list[list[str]]
    remaining: list[str]
    to_go: dict[str, int]
    last_turn: bool
    seats: list[SeatView]
    notices: list[Notice]
    chat: list[ChatView]
    result: Result | None
    rematch: str | None
    seals: list[str]  # of the deal and the rounds; empty if nothing is sealed
    settled: bool  # the cards were settled beforehand, and nothing is shuffled
    helped: bool  # somebody who plays here alone has asked for help
    what_if: WhatIf | None  # the finished game that this one plays on from
    paper: bool  # its sheets were counted from paper: there are no cards
    entered: bool  # it was played on paper and entered turn by turn: nothing was shuffled at this table


class View(Public):
    """The table as somebody may see it: all that is public, and what is their own."""

    version: str
    clock: ClockView | None
    draft: int
    tokens: list[TokenView]
    watching: Watching
    me: int | None
    host: bool
    answer: AnswerView | None
    can_take_back: bool
    contribute: list[int]  # the sealed rounds to come that my seat has not contributed to
    lesson: LessonView | None
