"""Random but sensible: of two sections taken at random it draws the one worth more; it rarely passes."""

from __future__ import annotations

import random

from ..rules.actions import DONE, Action, Draw, Use
from ..rules.play import advance, legal
from ..rules.score import score, total
from .view import View

PASSING = 0.03  # how often it overlooks that something can be drawn


class RandomBot:
    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> Action:
        position, actions = view.position, legal(view.position)
        draws = [action for action in actions if isinstance(action, Draw)]
        if DONE in actions and (not draws or self._rng.random() < PASSING):
            others = [action for action in actions if action != DONE and not isinstance(action, Use)]
            return self._rng.choice([DONE, *others]) if not draws else DONE
        if not draws:
            return self._rng.choice(actions)
        two = [self._rng.choice(draws), self._rng.choice(draws)]
        return max(two, key=lambda draw: total(score(advance(position, draw))))
