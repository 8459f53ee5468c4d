"""The levels of bots, in figures; the vocabulary has their names."""

from __future__ import annotations

import msgspec

from ...bots import LEVELS
from ...bots.levels import means


class Level(msgspec.Struct):
    id: str
    means: dict[str, int]  # by board: the points it makes on average; a board is missing if never measured
    with_modules: dict[str, int]  # the same by board and module: `city+module`


def levels() -> list[Level]:
    return [Level(level, _rounded_means(level, False), _rounded_means(level, True)) for level in LEVELS]


def _rounded_means(level: str, modules: bool) -> dict[str, int]:
    return {game: round(mean) for game, mean in means(level).items() if ("+" in game) == modules}
