"""The names of bots, read in one place: a kind and, after a colon, how much it may think.

`random`, `greedy`, `points:1` and `lookahead:2` (flips), `mcts`, `mcts:5000` (simulations a decision),
`mcts:0.1s` (seconds a decision), `learned`; and the levels for people, which stand for one of these.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..rules.errors import BadSetup

COUNTED = {
    "points": "flips",
    "lookahead": "flips",
    "mcts": "simulations",
}  # what a whole number after the colon counts
TIMED = ("mcts",)
KINDS = ("random", "greedy", "points", "lookahead", "mcts", "learned")
LEVELS = ("easy", "medium", "hard", "expert")
FORMS = (
    "random",
    "greedy",
    "points:FLIPS",
    "lookahead:FLIPS",
    "mcts[:SIMULATIONS|:SECONDSs]",
    "learned",
    *LEVELS,
)
MOST = {"points": 9, "lookahead": 9, "mcts": 10**9}  # a round has ten turns
LONGEST_S = 3600.0


@dataclass(frozen=True, slots=True)
class BotName:
    """A bot as it was asked for; without a budget it takes its own."""

    kind: str
    count: int | None = None
    seconds: float | None = None


def parse(text: str) -> BotName:
    """The bot that a name means; raises `BadSetup` if there is none, or if it could not think at all."""
    kind, colon, budget = text.partition(":")
    if kind not in (*KINDS, *LEVELS):
        raise BadSetup(f"there is no bot «{text}»; there are {', '.join(FORMS)}")
    if not colon:
        return BotName(kind)
    if kind not in COUNTED:
        raise BadSetup(f"«{text}»: {kind} takes no budget; write just {kind}")
    if kind in TIMED and budget.endswith("s"):
        return BotName(kind, seconds=_seconds(text, budget[:-1]))
    return BotName(kind, count=_count(text, kind, budget))


def _count(text: str, kind: str, budget: str) -> int:
    count = int(budget) if re.fullmatch("[0-9]{1,12}", budget) else 0
    if not 1 <= count <= MOST[kind]:
        seconds = ", or a time like 0.1s" if kind in TIMED else ""
        raise BadSetup(
            f"«{text}»: the budget must be a number of {COUNTED[kind]} from 1 to {MOST[kind]}{seconds}"
        )
    return count


def _seconds(text: str, budget: str) -> float:
    seconds = float(budget) if re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,9})?|\.[0-9]{1,9}", budget) else 0.0
    if not 0 < seconds <= LONGEST_S:
        raise BadSetup(f"«{text}»: the seconds a decision must be more than 0 and at most {LONGEST_S:.0f}")
    return seconds
