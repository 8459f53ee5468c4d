"""Greedy: the section or power with the greatest gain in the whole score now, ties at random.

A power counts for the best that the sections it asks for can bring together, and is used only if that is
more than any section brings. Where there is neither, the circle with the greatest gain; then skip; then done.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from ..rules.actions import DONE, SKIP, Action, Circle, Draw, Use
from ..rules.play import advance, legal
from ..rules.position import Position
from ..rules.score import score, total
from .view import View


def points(position: Position) -> int:
    """The total of the sheet as it stands."""
    return total(score(position))


class Greedy:
    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> Action:
        position, actions = view.position, legal(view.position)
        if len(actions) == 1:
            return actions[0]
        section, gain = self._best(position, (a for a in actions if isinstance(a, Draw)))
        for power in (action for action in actions if isinstance(action, Use)):
            if section is None or _required_gain(advance(position, power)) > gain:
                return power
        circle, _ = self._best(position, (a for a in actions if isinstance(a, Circle)))
        return section or circle or (SKIP if SKIP in actions else DONE)

    def _best(self, position: Position, actions: Iterable[Action]) -> tuple[Action | None, int]:
        """The action that gains most and what it gains; of equals each with the same chance."""
        before = points(position)
        gains = [(points(advance(position, action)) - before, action) for action in actions]
        if not gains:
            return None, 0
        most = max(gain for gain, _ in gains)
        return self._rng.choice([action for gain, action in gains if gain == most]), most


def _required_gain(position: Position) -> int:
    """The most that the sections still required can bring, and what is drawn on the way to them."""
    if not any(prompt.required for prompt in position.prompts):
        return 0
    before = points(position)
    after = (advance(position, action) for action in legal(position))
    return max(points(next_) - before + _required_gain(next_) for next_ in after)
