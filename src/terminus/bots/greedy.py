"""Greedy: takes what is worth most now, and of equals what leaves the line most ways to go on."""

from __future__ import annotations

import random

from ..rules.actions import Action, Skip, Use
from ..rules.drawing import drawable
from ..rules.play import advance, legal
from ..rules.position import Position, Reach
from ..rules.score import score, total
from .view import View

FREEDOM = 0.3  # what a way to go on is worth, in points
POWER = 3.0  # what a power is worth unused
ENOUGH = 6  # more ways to go on than these are worth nothing more


def worth(position: Position) -> float:
    """The sheet's total, and a little for what can still be made of it."""
    ways = min(len(drawable(position, Reach())), ENOUGH)
    unused = POWER if position.power is not None else 0.0
    return total(score(position)) + FREEDOM * ways + unused


def best(position: Position) -> tuple[float, Action]:
    """The action that is worth most, looking through those that only open another choice."""
    return max(((_after(position, action), action) for action in legal(position)), key=lambda found: found[0])


def _after(position: Position, action: Action) -> float:
    after = advance(position, action)
    if isinstance(action, Use | Skip) and not after.done:
        return best(after)[0]
    return worth(after)


def finish(position: Position) -> Position:
    """The turn played to its end, greedily."""
    while not position.done:
        position = advance(position, best(position)[1])
    return position


class Greedy:
    def __init__(self, rng: random.Random) -> None:
        pass  # it throws no dice

    def choose(self, view: View) -> Action:
        return best(view.position)[1]
