"""The figures of a seat to a tenth, so that what is shown adds up exactly, as web/src/review/figures.ts does.

Expected totals, luck and losses are rounded from their own running sums; drift takes what rounding leaves.
All of it is counted in tenths.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, pairwise

from .analysis import SeatReview
from .turns import TO_COME, TurnReview


@dataclass(frozen=True, slots=True)
class Figures:
    """Of a turn, or of a whole game: before + luck − lost + drift = after."""

    before: int
    luck: int
    lost: int
    after: int

    @property
    def drift(self) -> int:
        return self.after - self.before - self.luck + self.lost


def tenths(value: float) -> int:
    return round(value * 10)


def of_turns(seat: SeatReview) -> list[Figures]:
    last = seat.turns[-1].after if seat.turns else seat.par
    worths = [tenths(turn.worth) for turn in seat.turns] + [tenths(last)]
    luck = _shares(turn.luck for turn in seat.turns)
    lost = _shares(turn.lost for turn in seat.turns)
    return [Figures(*figures) for figures in zip(worths, luck, lost, worths[1:], strict=False)]


def of_seat(seat: SeatReview) -> Figures:
    turns = of_turns(seat)
    after = turns[-1].after if turns else tenths(seat.par)
    return Figures(tenths(seat.par), sum(t.luck for t in turns), sum(t.lost for t in turns), after)


def parts(turn: TurnReview, lost: int) -> dict[str, int]:
    """What the best reply has more by scoring rule and in what is to come; adds up to the loss as shown."""
    now = {rule: tenths(by) for rule, by in turn.difference.items() if rule != TO_COME}
    later = lost - sum(now.values())
    return {**now, TO_COME: later} if later else now


def better(turn: TurnReview, by: float, lost: int) -> int:
    """What another reply is worth more than the one played: the loss as shown, less what it falls short of
    the best."""
    return lost - tenths(turn.lost - by)


def _shares(values: Iterable[float]) -> list[int]:
    """Each rounded so that any first few of them add up to their own sum, rounded."""
    sums = [tenths(total) for total in accumulate(values, initial=0.0)]
    return [after - before for before, after in pairwise(sums)]
