"""The levels of bots, in figures; the vocabulary has their names."""

from __future__ import annotations

import msgspec

from ...boards import BOARDS
from ...bots import LEVELS
from ...bots.levels import means


class Level(msgspec.Struct):
    id: str
    means: dict[str, int]  # by board: the points it makes on average; a board is missing if never measured
    with_modules: dict[str, int]  # the same by board and module: `city+module`


def levels() -> list[Level]:
    return [Level(level, _rounded(level, modules=False), _rounded(level, modules=True)) for level in LEVELS]


def _rounded(level: str, *, modules: bool) -> dict[str, int]:
    return {game: round(mean) for game, mean in means(level).items() if (game not in BOARDS) == modules}
