"""The levels of bots, in words."""

from __future__ import annotations

import msgspec

from ..bots import LEVELS


class Level(msgspec.Struct):
    id: str
    label: str  # a message of the catalogue


def levels() -> list[Level]:
    return [Level(level, level.capitalize()) for level in LEVELS]
