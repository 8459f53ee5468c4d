"""The schedule: cuts what is still to be played into units of about a second of work.

Bots take turns, the one that is furthest behind first, and games are played in order: so a run that is cut
off leaves results that can be compared.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from .units import Outcome, Unit

AIM_S = 2.0  # CPU seconds, the work of a unit: long beside sending it, short beside losing it
FIRST = 2  # games of a bot whose speed is not known yet
MOST = 5000
GROWTH = 16  # a unit is at most so many times larger than what the bot has played


class Schedule:
    def __init__(self, gaps: Mapping[str, Sequence[range]], weights: str | None = None) -> None:
        """With weights the games are judged by them."""
        self._weights = weights
        self._gaps = {bot: deque(filter(len, found)) for bot, found in gaps.items()}
        self.hands = 1  # how many play at the same time; whoever plays says it
        self._cpu_s = dict.fromkeys(gaps, 0.0)
        self._played = dict.fromkeys(gaps, 0)
        self.total = sum(len(gap) for found in gaps.values() for gap in found)
        self.done = 0

    def next(self) -> Unit | None:
        """The next unit to be played; None when all have been handed out."""
        waiting = [bot for bot, gaps in self._gaps.items() if gaps]
        if not waiting:
            return None
        bot = min(waiting, key=lambda bot: self._gaps[bot][0].start)
        size = self._size(bot)
        gap = self._gaps[bot].popleft()
        if size < len(gap):
            self._gaps[bot].appendleft(gap[size:])
        return Unit(bot, gap.start, min(size, len(gap)), self._weights)

    def stop(self) -> None:
        """Nothing more has to be played; what is under way comes to its end."""
        self._gaps.clear()

    def _size(self, bot: str) -> int:
        played = self._played[bot]
        if not played:
            return FIRST
        left = sum(map(len, self._gaps[bot]))
        share = -(-left // self.hands) or 1  # nobody is idle at the end
        fitting = int(AIM_S * played / max(self._cpu_s[bot], 1e-9))
        return max(1, min(fitting, share, MOST, GROWTH * played))

    def learn(self, outcome: Outcome) -> None:
        """A unit came back: how fast its bot is decides the size of the next."""
        self.done += len(outcome.scores)
        self._played[outcome.bot] += len(outcome.scores)
        self._cpu_s[outcome.bot] += outcome.cpu_s + (outcome.luck.cpu_s if outcome.luck else 0)
