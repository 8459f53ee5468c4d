"""The names of bots, read in one place: a kind and, after a colon, how much it may think.

`random`, `greedy`, `points:1` and `lookahead:2` (flips), `mcts`, `mcts:5000` (simulations a decision),
`mcts:0.1s` (seconds a decision), `learned`; and the levels for people, which stand for one of these.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..rules.errors import BadSetup, Sentence

COUNTED = {
    "points": Sentence("flips"),
    "lookahead": Sentence("flips"),
    "mcts": Sentence("simulations"),
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
LONGEST_S = 3600


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
        raise BadSetup(
            Sentence("there is no bot «{bot}»; there are {known}", bot=text, known=", ".join(FORMS))
        )
    if not colon:
        return BotName(kind)
    if kind not in COUNTED:
        raise BadSetup(Sentence("«{bot}»: {kind} takes no budget; write just {kind}", bot=text, kind=kind))
    if kind in TIMED and budget.endswith("s"):
        return BotName(kind, seconds=_seconds(text, budget[:-1]))
    return BotName(kind, count=_count(text, kind, budget))


def _count(text: str, kind: str, budget: str) -> int:
    count = int(budget) if re.fullmatch("[0-9]{1,12}", budget) else 0
    if not 1 <= count <= MOST[kind]:
        raise BadSetup(_budget(text, kind))
    return count


def _budget(text: str, kind: str) -> Sentence:
    wanted = {"bot": text, "things": COUNTED[kind], "most": MOST[kind]}
    if kind in TIMED:
        return Sentence(
            "«{bot}»: the budget must be a number of {things} from 1 to {most}, or a time like 0.1s", **wanted
        )
    return Sentence("«{bot}»: the budget must be a number of {things} from 1 to {most}", **wanted)


def _seconds(text: str, budget: str) -> float:
    seconds = float(budget) if re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,9})?|\.[0-9]{1,9}", budget) else 0.0
    if not 0 < seconds <= LONGEST_S:
        raise BadSetup(
            Sentence(
                "«{bot}»: the seconds a decision must be more than 0 and at most {most}",
                bot=text,
                most=LONGEST_S,
            )
        )
    return seconds
