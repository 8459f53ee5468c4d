"""The levels of bots, in words and figures."""

from __future__ import annotations

import msgspec

from ...bots import LEVELS
from ...bots.levels import means

LABELS = {"easy": "Easy", "medium": "Medium", "hard": "Hard", "expert": "Expert"}  # messages of the catalogue


class Level(msgspec.Struct):
    id: str
    label: str
    means: dict[str, int]  # by board: the points it makes on average; a board is missing if never measured


def levels() -> list[Level]:
    return [Level(level, LABELS[level], _rounded_means(level)) for level in LEVELS]


def _rounded_means(level: str) -> dict[str, int]:
    return {board: round(mean) for board, mean in means(level).items()}
