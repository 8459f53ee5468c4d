"""The score pad of a sheet: a row for each line, a row for each thing that the network scores, the ratings.

A row is a label and its parts: a text, or a box to write or to tick in ({"box": what is printed in it}).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...locale.spoken import t, word
from ...rules.board import Board
from ...rules.mechanics import Mechanic
from ...rules.mechanics.crossings import Crossings
from ...rules.mechanics.interchanges import Interchanges
from ...rules.mechanics.loop import Loop
from ...rules.mechanics.objectives import Objectives
from ...rules.mechanics.stamps import Stamps
from ...rules.mechanics.tagged_bonus import SectionBonus, StationBonus
from ...rules.mechanics.tourist import Tourist
from ...rules.ruleset import Ruleset, build
from ...rules.score import SOLO_PENALTY
from .wording import tame

MOST_BOXES = 24  # in a row; with more of them one number is written instead
Part = Mapping[str, Any]
Row = dict[str, Any]


def bonuses(board: Board) -> list[SectionBonus | StationBonus]:
    """What a line scores beside its route."""
    known = Ruleset.of(board).mechanics
    return [mechanic for mechanic in known if isinstance(mechanic, SectionBonus | StationBonus)]


def bonus_head(board: Board) -> str:
    """What stands above the lines' bonus; empty where there is none."""
    return ", ".join(tame(word("line-bonus", bonus.tag), 24) for bonus in bonuses(board)[:2])


def rows(board: Board) -> list[Row]:
    """What the whole network scores, in the order of the rules, shared objectives last."""
    known = list(Ruleset.of(board).mechanics)
    if "objectives" in board.modules:
        known.append(build("objectives", board.modules["objectives"]))
    found = [(mechanic, parts) for mechanic in known if (parts := [*_parts(board, mechanic)])]
    return [{"label": word("extra", mechanic.name), "parts": parts} for mechanic, parts in found]


def ratings(board: Board) -> list[Row]:
    """The solo ratings: up to how many points, and what that is called."""
    ends = [t("up to {points}", points=best) for best in board.ratings]
    last = [t("above {points}", points=board.ratings[-1])] if board.ratings else []
    return [{"range": end, "name": word("verdict", str(i + 1))} for i, end in enumerate([*ends, *last])]


def solo_note(board: Board) -> str:
    """What modules take off; empty for a board that has none."""
    return t("alone: −{points} for each module", points=SOLO_PENALTY) if board.modules else ""


def _parts(board: Board, mechanic: Mechanic) -> Iterator[Part]:
    match mechanic:
        case Tourist(boxes):
            yield from _ticks(list(map(str, boxes[1:])))
        case Stamps(values):
            yield from _ticks([str(points) for points in sorted(values.values(), reverse=True)])
        case Loop(lost):
            yield from _ticks([f"−{lost}"] * board.tagged("loop").bit_count())
        case Interchanges(values):
            yield from _times({t("{count} lines", count=lines): points for lines, points in values.items()})
        case Crossings(once, twice):
            yield from _times({t("once"): once, t("twice"): twice})
        case Objectives(drawn, points):
            yield from _ticks([str(points)] * drawn)


def _ticks(values: list[str]) -> Iterator[Part]:
    if len(values) <= MOST_BOXES:
        yield from ({"box": value} for value in values)
    else:
        yield {"text": ""}


def _times(values: Mapping[str, int]) -> Iterator[Part]:
    """How often, times what it is worth."""
    for kind, points in list(values.items())[:8]:
        yield {"times": f"× {points}".replace("-", "−"), "kind": kind}
