"""How much a report may cost: so many games of each level, and so many seconds of the processor.

The games alone decide what a report says; the seconds are there for boards on which they would take for
ever. A level that time cuts off is marked as such, and only then does a report depend on the machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import thread_time

from ...rules.errors import BadSetup, Sentence

SHARES: Mapping[str, float] = {"easy": 1.0, "medium": 1.0, "hard": 0.5, "expert": 0.05}  # of the games
UNTIL: Mapping[str, float] = {"easy": 0.15, "medium": 0.4, "hard": 0.7, "expert": 1.0}  # of the seconds
GAMES, SECONDS = 1000, 60.0
MOST_GAMES, LONGEST_S = 100_000, 3600.0


@dataclass(frozen=True, slots=True)
class Budget:
    games: int = GAMES  # of random and of greedy players; stronger ones play fewer
    seconds: float = SECONDS

    def check(self) -> None:
        if not 2 <= self.games <= MOST_GAMES:
            raise BadSetup(
                Sentence(
                    "a report is of {fewest} to {most} games, not {games}",
                    fewest=2,
                    most=MOST_GAMES,
                    games=self.games,
                )
            )
        if not 0 < self.seconds <= LONGEST_S:
            raise BadSetup(
                Sentence(
                    "a report takes more than 0 and at most {most} seconds, not {seconds}",
                    most=round(LONGEST_S),
                    seconds=f"{self.seconds:g}",
                )
            )

    def games_of(self, level: str) -> int:
        return max(2, round(self.games * SHARES[level]))


class Clock:
    """The seconds that this thread has had of the processor since it was made."""

    def __init__(self, budget: Budget) -> None:
        self._budget, self._begun = budget, thread_time()

    def is_up(self, level: str) -> bool:
        """Whether this level has had its time; what the levels before have left is its too."""
        return thread_time() - self._begun > self._budget.seconds * UNTIL[level]
