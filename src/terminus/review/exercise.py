"""An exercise: a turn of one seat, to be answered anew, and what an answer loses there.

It looks at what was known at the table, as the review does. Its position is the log of that seat alone until
the turn's cards lie there, so whatever plays a game can play it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..bots.judge import Judge
from ..record.readings import play_turn
from ..rules.table import Table
from .figures import noise_of
from .settings import DEPTH
from .turns import Option, by_rule, difference, option_of

NEAR = 0.5  # points: who loses no more has found it


@dataclass(frozen=True, slots=True)
class Weighed:
    """A reply beside the best that there is."""

    reply: Option
    best: Option
    noise: float

    @property
    def lost(self) -> float:
        return max(0.0, self.best.value - self.reply.value)

    @property
    def found(self) -> bool:
        return self.lost <= NEAR

    @property
    def as_good(self) -> bool:
        """Whether it lost more than that, but no more than can be told."""
        return NEAR < self.lost <= self.noise

    @property
    def difference(self) -> dict[str, float]:
        """What the best reply has more, by scoring rule and in what is still to come."""
        return difference(self.best, self.reply)


def weigh(table: Table, *replies: Sequence[str], depth: int = DEPTH) -> tuple[Option, list[Weighed]]:
    """The best reply to the turn of a table's only seat, and these replies, in the words of a log, beside it.
    Raises `Illegal` for what is no reply, and `NoKernel` or `Unfit` where nobody can judge."""
    judge, asked = Judge(table.ruleset, depth), table.positions[0]
    ((first,), _) = judge.best_replies(table, few=1)
    best, noise = option_of(asked, first.actions, first.value), noise_of(table.ruleset, depth)
    found = []
    for do in replies:
        after = play_turn(asked, do)
        reply = Option(tuple(do), judge.value(table, 0, after), by_rule(after), after)
        found.append(Weighed(best if reply.same_sheet(best) else reply, best, noise))
    return best, found
