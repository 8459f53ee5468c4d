"""The levels of bots, in figures; the vocabulary has their names."""

from __future__ import annotations

import msgspec

from ...bots import LEVELS
from ...bots.levels import means


class Level(msgspec.Struct):
    id: str
    means: dict[str, int]  # by game (`tokyo`, `tokyo+gates`): the points it makes on average, if measured


def levels() -> list[Level]:
    return [Level(level, _rounded_means(level)) for level in LEVELS]


def _rounded_means(level: str) -> dict[str, int]:
    return {game: round(mean) for game, mean in means(level).items()}
