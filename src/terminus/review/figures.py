"""What was measured of the review itself (`python -m bench.review`), as data beside this file.

By board and modules: from which difference on two replies can be told apart, by depth, and how many points
each level loses a decision. What was not measured has the figures of the board's base game, and a board of
one's own `UNKNOWN_NOISE`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from ..bots.evaluation import net_of
from ..bots.levels import BOTS
from ..rules.ruleset import Ruleset

MEASURED = "figures.json"
UNKNOWN_NOISE = 1.0


def name_of(ruleset: Ruleset) -> str:
    """A ruleset's name among the figures."""
    return "+".join((ruleset.board.id, *ruleset.modules))


@cache
def _measured() -> Mapping[str, Mapping[str, Any]]:
    data = resources.files(__package__).joinpath(MEASURED)
    found: Mapping[str, Mapping[str, Any]] = json.loads(data.read_text("utf-8"))
    return found


def _figures(ruleset: Ruleset) -> Mapping[str, Any]:
    if net_of(ruleset.board) is None:
        return {}
    found = _measured()
    return found.get(name_of(ruleset)) or found.get(ruleset.board.id) or {}


def noise_of(ruleset: Ruleset, depth: int) -> float:
    """Two replies that differ by no more are as good as each other, as far as the review can tell."""
    noise = _figures(ruleset).get("noise", {})
    return float(noise.get(str(depth), noise.get("1", UNKNOWN_NOISE)))


def level_of(ruleset: Ruleset, lost_a_decision: float) -> str | None:
    """The highest level that loses as much a decision or more; None where no level was measured."""
    lost: Mapping[str, float] = _figures(ruleset).get("lost_a_decision", {})
    if not lost:
        return None
    as_much = [level for level in BOTS if lost.get(level, 0) >= lost_a_decision]
    return as_much[-1] if as_much else next(iter(BOTS))


def level_above(level: str | None) -> str | None:
    """The next level up; the highest has none."""
    order = list(BOTS)
    if level is None or level == order[-1]:
        return None
    return order[order.index(level) + 1]
