"""A game in the list of somebody's games, and in the words of a link to it, as it leaves the server."""

from __future__ import annotations

import msgspec

from ..table.state import Kind, Phase, Uncounted


class SummarySeat(msgspec.Struct):
    name: str
    kind: Kind
    total: int | None


class Summary(msgspec.Struct):
    game: str
    board: str
    city: str | None  # the name of a board that does not ship
    modules: list[str]
    phase: Phase
    seats: list[SummarySeat]
    me: int
    my_turn: bool
    code: str
    at: float
    round: int | None  # while it is on
    points: int | None  # mine so far
    put_away: bool
    won: bool | None
    total: int | None
    uncounted: Uncounted | None  # why it is in no best


class Told(msgspec.Struct):
    game: str
    board: str
    city: str | None
    phase: Phase
    people: tuple[str, ...]  # by seat, those who sit there
    won: tuple[int, str, int] | None  # the first winner by seat and name, and what their points counted


class GameRecord(msgspec.Struct):
    """A finished game against one's games before it: in its city, alone or with others as it was."""

    total: int  # what it counted
    before: int | None  # the best until then; None for the first
    counts: bool  # what began as a lesson does not, nor what only plays on from another game
