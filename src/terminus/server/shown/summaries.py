"""A game in the list of somebody's games, as it leaves the server."""

from __future__ import annotations

import msgspec

from ..table.state import Kind, Phase


class SummarySeat(msgspec.Struct):
    name: str
    kind: Kind
    total: int | None


class Summary(msgspec.Struct):
    game: str
    board: str
    modules: list[str]
    phase: Phase
    seats: list[SummarySeat]
    me: int
    my_turn: bool
    code: str
    at: float
    won: bool | None
    total: int | None
