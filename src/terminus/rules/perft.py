"""Counting: in how many ways one seat can answer some turns on an empty sheet, and to how many sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .cards import Turn
from .packs import Dealt
from .play import advance, ask, legal
from .position import Position
from .ruleset import Ruleset
from .sheet import Sheet


def opening(ruleset: Ruleset, line: str, dealt: Dealt, notes: Mapping[str, Any]) -> Position:
    """An empty sheet with the pencil of this line in hand, and what concerns it of what was dealt."""
    return Position(ruleset, dealt, Sheet.empty(ruleset.board), ruleset.board.lines.index(line), notes)


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
    """How many different sheets; what is noted tells positions apart on the way but not at the end."""
    reached = {(position.line, frozenset(position.notes)): position}
    for turn in turns:
        reached = {
            (after.line, frozenset(after.notes)): after
            for here in reached.values()
            for after in answers(ask(here, turn))
        }
    return len({line for line, _ in reached})
