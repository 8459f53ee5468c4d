"""Positions made by us, to be practised: for each city and each of its modules, from easy to hard.

They are data beside this file, found in games of bots by `python -m bench.positions`: one reply is surely
better there, which games that were played on from it and from the most tempting other one have shown.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from ..boards import BOARDS
from ..record.log import Event

FOLDER = "positions"
LEVELS = ("easy", "medium", "hard")


@dataclass(frozen=True, slots=True)
class Posed:
    """A position: the log of its seat until the cards lie there. `easy` are those where most points at once
    are right, `hard` those that a bot which looks a card ahead gets wrong too."""

    id: str
    level: str
    log: tuple[Event, ...]
    best: tuple[str, ...]  # the reply that was best in games played on
    tempting: tuple[str, ...]  # and the other one that it was compared with
    gap: float  # points between them at the end of these games
    se: float

    @property
    def board(self) -> str:
        return str(self.log[0]["board"])

    @property
    def modules(self) -> tuple[str, ...]:
        return tuple(self.log[0].get("modules", ()))


@cache
def positions() -> Mapping[str, Posed]:
    """All of them by id; those of one city and its modules stand together, the easy ones first."""
    folder = resources.files(__package__).joinpath(FOLDER)
    files = [folder.joinpath(f"{board}.jsonl") for board in BOARDS]
    lines = [line for file in files if file.is_file() for line in file.read_text("utf-8").splitlines()]
    return {posed.id: posed for posed in map(_read, lines)}


def _read(line: str) -> Posed:
    data = json.loads(line)
    return Posed(**{**data, **{key: tuple(data[key]) for key in ("log", "best", "tempting")}})
