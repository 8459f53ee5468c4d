"""Exercises as they are shown. The solution leaves the server when it was found, or when somebody wants to
see it."""

from __future__ import annotations

from typing import Literal

import msgspec

from .shapes import View


class LookingOver(msgspec.Struct):
    """Games that are still being looked over, and how much of the next one is done, of 1."""

    games: int
    done: float


class PracticeView(msgspec.Struct):
    """What somebody has to practise: to be done now, coming back later, learned or taken out."""

    now: int
    later: int
    done: int
    back_in: float | None  # seconds until the next comes back
    next: str | None  # the exercise that is to be shown
    looking: LookingOver | None


class PositionView(msgspec.Struct):
    id: str
    level: str
    solved: bool


class PositionsView(msgspec.Struct):
    """Positions made by us, of one city and its modules, from easy to hard."""

    board: str
    modules: list[str]
    positions: list[PositionView]


class ExerciseView(msgspec.Struct):
    """`view` is a table of which nothing is kept; an exercise is from a game of mine, or has a level."""

    id: str
    view: View
    game: str | None
    level: str | None
    lost: float | None  # in the game
    counts: bool  # whether an answer moves it on: it is to be done now
    box: int
    boxes: int


class BesideView(msgspec.Struct):
    """A reply, and what the best one has more by scoring rule: docs/review.md."""

    do: list[str]
    lost: float
    difference: dict[str, float]


class SolutionView(msgspec.Struct):
    best: list[str]
    answer: BesideView | None
    then: BesideView | None  # what was played in the game; in a position of ours, what is tempting
    mistaken: bool  # it is seen as good by now: there was nothing to find


class VerdictView(msgspec.Struct):
    """`lost` is of the answer, `as_good` if that is too much to be found and too little to tell; `waits` are
    the seconds until the exercise comes back, never without."""

    found: bool
    as_good: bool
    lost: float
    same: bool  # it is what was played in the game
    counted: bool
    waits: float | None
    solution: SolutionView | None


When = Literal["later", "never", "now"]
