"""Random: uniform among the legal sections; passes only where nothing else can be done.

Where there is no section it takes anything else that is legal but done: a circle, a power, a skip.
"""

from __future__ import annotations

from random import Random

from ..rules.actions import DONE, Action, Draw
from ..rules.play import legal
from .view import View


class RandomBot:
    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> Action:
        actions = legal(view.position)
        draws = [action for action in actions if isinstance(action, Draw)]
        return self._rng.choice(draws or [action for action in actions if action != DONE] or [DONE])
