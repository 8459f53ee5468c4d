"""What was measured of the review itself (`python -m bench.review`, `bench.truth`), as data beside this file.

By city and modules: from which difference on two replies can be told apart, by depth, and how many points
each level loses a decision at the depth that a review has unless told. A board is known by what is on it and
not by its name. What was not measured of a city with modules has the figures of its base game; of other
boards nothing is known.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib import resources
from math import log

from ..boards import BOARDS
from ..boards import board as board_called
from ..boards.digest import fingerprint
from ..bots.evaluation import weights_of
from ..bots.levels import BOTS, game_called
from ..rules.board import Board
from ..rules.ruleset import Ruleset

MEASURED = "figures.json"
NOISE, LOST = "noise", "lost_a_decision"
ASSUMED_NOISE = 1.0  # where nobody measured it
LEAST = 0.001  # points a decision: who loses less plays as whoever loses this
Figures = Mapping[str, Mapping[str, float]]


@cache
def _measured() -> Mapping[str, Figures]:
    found: Mapping[str, Figures] = json.loads(_data())
    return found


@cache
def measured_as() -> str:
    """What is measured anew has another name, and so have the reviews that go by it."""
    return sha256(_data()).hexdigest()


def _data() -> bytes:
    return resources.files(__package__).joinpath(MEASURED).read_bytes()


def _of_city(board: Board, *modules: str) -> Figures:
    """What was measured of the city that this board is, by whatever name, with these modules."""
    if weights_of(board) is None:
        return {}
    digest = fingerprint(board)
    city = next((one for one in BOARDS if fingerprint(board_called(one)) == digest), "")
    return _measured().get(game_called(city, modules), {})


def noise_of(ruleset: Ruleset, depth: int) -> float:
    """Two replies that differ by no more are as good as each other, as far as the review can tell.

    Deeper than was measured it has the figure of the deepest that was.
    """
    board = ruleset.board
    noise = _of_city(board, *ruleset.modules).get(NOISE) or _of_city(board).get(NOISE, {})
    found = [noise[flips] for flips in sorted(noise) if int(flips) <= depth]
    return found[-1] if found else ASSUMED_NOISE


def noise_is_measured(ruleset: Ruleset, depth: int) -> bool:
    """Whether it was with these very modules, at this depth."""
    return str(depth) in _of_city(ruleset.board, *ruleset.modules).get(NOISE, {})


def lost_by_level(ruleset: Ruleset) -> Mapping[str, float]:
    """Points that each level loses a decision, as far as it was measured.

    Of modules that were not measured together each makes as many times as much of the base game's figure as
    it does alone.
    """
    board, modules = ruleset.board, ruleset.modules
    base = _of_city(board).get(LOST, {})
    together = _of_city(board, *modules).get(LOST, {})
    alone = [_of_city(board, module).get(LOST, {}) for module in modules]

    def lost(level: str) -> float:
        if level in together:
            return together[level]
        found = base[level]
        for one in alone:
            found *= one.get(level, base[level]) / base[level]
        return found

    return {level: lost(level) for level in BOTS if level in base}


def level_of(ruleset: Ruleset, lost_a_decision: float) -> str | None:
    """The level that loses the most alike a decision, as a ratio; None where no level was measured."""
    levels = lost_by_level(ruleset)

    def apart(level: str) -> float:
        return abs(log(max(LEAST, lost_a_decision) / max(LEAST, levels[level])))

    return min(levels, key=apart, default=None)


def level_above(level: str | None) -> str | None:
    """The next level up; the highest has none."""
    order = list(BOTS)
    if level is None or level == order[-1]:
        return None
    return order[order.index(level) + 1]
