"""The levels of bots, in words."""

from __future__ import annotations

import msgspec

from ..bots import LEVELS

LABELS = {"easy": "Easy", "medium": "Medium", "hard": "Hard", "expert": "Expert"}  # messages of the catalogue


class Level(msgspec.Struct):
    id: str
    label: str


def levels() -> list[Level]:
    return [Level(level, LABELS[level]) for level in LEVELS]
