"""Counting: in how many ways one seat can answer some turns on an empty sheet, and to how many sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .board import StationId
from .cards import Turn
from .play import advance, ask, legal
from .position import Position, Setup, Special
from .ruleset import Ruleset
from .sheet import Sheet


def opening(
    ruleset: Ruleset,
    line: str,
    power: str | None = None,
    special: Special | None = None,
    gates: Mapping[StationId, str] | None = None,
) -> Position:
    """An empty sheet with the pencil of this line in hand."""
    setup = Setup(powers={line: power} if power else {}, gates=gates or {})
    board = ruleset.board
    return Position(ruleset, setup, Sheet.empty(board), board.lines.index(line), special)


def answers(position: Position) -> Iterator[Position]:
    """Every finished answer to the turn being asked."""
    for action in legal(position):
        after = advance(position, action)
        if after.done:
            yield after
        else:
            yield from answers(after)


def ways(position: Position, turns: Sequence[Turn]) -> int:
    if not turns:
        return 1
    return sum(ways(after, turns[1:]) for after in answers(ask(position, turns[0])))


def sheets(position: Position, turns: Sequence[Turn]) -> int:
    """How many different sheets; an unspent power tells positions apart on the way but not at the end."""
    reached = {(position.line, position.spent): position}
    for turn in turns:
        reached = {
            (after.line, after.spent): after
            for here in reached.values()
            for after in answers(ask(here, turn))
        }
    return len({line for line, _ in reached})
