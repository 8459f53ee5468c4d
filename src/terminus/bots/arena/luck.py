"""Who says how lucky the cards of the arena's games were.

A flip's luck is what the best reply to it is worth beyond the mean over all that might have been turned.
Nobody at the table sees the deck, so it is 0 on the mean whoever plays and whatever the evaluation: taking it
off a score leaves the mean where it is, and the better the evaluation the less is left of the spread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...kernel.native import load
from ...rules.ruleset import Ruleset
from ..judge import Judge

if TYPE_CHECKING:
    from terminus_kernel import Trails

DEPTH = 1  # flips looked at
BY_SCORE = "score"  # instead of weights, where nothing was learned for the board


class LuckJudge:
    """Raises `NoKernel` or `Unfit` where games cannot be judged."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._judge = Judge(ruleset, DEPTH)
        self.weights = self._judge.weights or BY_SCORE

    def facts(self) -> dict[str, Any]:
        """What luck is judged by, for a report."""
        return {"by": self._judge.by, "weights": self.weights, "depth": DEPTH}

    def trails(self) -> Trails:
        """For a player to leave trails in."""
        trails: Trails = load().Trails()
        return trails

    def lucks(self, trails: Trails) -> list[float]:
        """The luck of each seat of each game."""
        return self._judge.lucks(trails)
