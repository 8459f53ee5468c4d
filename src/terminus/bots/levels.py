"""The levels for people: which bot each one is, and what it really scores.

The means are data, written from the arena's results (`make figures`): no level claims what it was not
measured to be.
"""

from __future__ import annotations

from collections.abc import Mapping

BOTS: Mapping[str, str] = {"easy": "random", "medium": "greedy", "hard": "lookahead:1"}


def bot_of(level: str) -> str:
    """The bot that plays a level here; the highest there is, for one that is not offered yet."""
    return BOTS.get(level, BOTS["hard"])
