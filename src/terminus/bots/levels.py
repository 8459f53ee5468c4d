"""The levels for people: which bot each one is, and what it really scores.

The means are data, written from the arena's results (`make figures`): no level claims what it was not
measured to be.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

BOTS: Mapping[str, str] = {"easy": "random", "medium": "greedy", "hard": "points:1", "expert": "mcts:300"}
MEASURED = "levels.json"  # level -> game -> mean score


def bot_of(level: str, native: bool) -> str:
    """The bot that plays a level; without the native kernel the expert is only as good as hard."""
    return BOTS["hard" if level == "expert" and not native else level]


def game_called(board: str, modules: Sequence[str]) -> str:
    """A city and its modules, as whatever is measured of them is kept: `city+module`."""
    return "+".join([board, *modules])


@cache
def means(level: str) -> Mapping[str, float]:
    """What the level scored in each city and with each module, when it was last measured; nothing if it
    never was."""
    data = resources.files(__package__).joinpath(MEASURED)
    found: Mapping[str, Mapping[str, float]] = json.loads(data.read_text("utf-8")) if data.is_file() else {}
    return found.get(level, {})
