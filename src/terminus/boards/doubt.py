"""A board some of whose parts have faults, for the mechanics that ask whether they can be played on it.

What a faulty part might have held is taken to be there: so whatever a mechanic still misses is certain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property

from ..rules.board import Board, Cell, Mask, StationId
from .fields import Fields

RESTS_ON = {  # what is known of one table of the file rests on others
    "departures": ("stations",),
    "tourist_sites": ("stations",),
    "loop": ("stations",),
    "river": ("stations", "loop", "aerial_crossings"),
}
TAG_SAID_IN = {"departure": "departures", "tourist": "tourist_sites", "loop": "loop", "river": "river"}
TAG_SAID_IN |= dict.fromkeys(("wild", "monument", "platform"), "stations")
SOMETHING = 1


class _EveryDistrict(tuple[str, ...]):
    __slots__ = ()

    def __contains__(self, what: object) -> bool:
        return True


@dataclass(frozen=True, eq=False)
class DoubtfulBoard(Board):
    in_doubt: frozenset[str] = frozenset()  # tables of the file

    def tagged(self, tag: str) -> Mask:
        return super().tagged(tag) or self._perhaps(tag)

    def sections_tagged(self, tag: str) -> Mask:
        return super().sections_tagged(tag) or self._perhaps(tag)

    def _perhaps(self, tag: str) -> Mask:
        return SOMETHING if TAG_SAID_IN.get(tag) in self.in_doubt else 0

    @cached_property
    def districts(self) -> tuple[str, ...]:
        known = super().districts
        return _EveryDistrict(known) if "districts" in self.in_doubt else known

    @cached_property
    def corners(self) -> tuple[StationId, ...]:
        return (0, 1, 2, 3) if "stations" in self.in_doubt else super().corners

    @cached_property
    def crossings(self) -> Mapping[Cell, Mask]:
        """Named ones suffice: without all sections nobody knows what passes them."""
        return dict.fromkeys(self.scenery.get("aerial_crossings", ()), 0)


def in_doubt(board: Board, file: Fields) -> Board:
    """The board itself, if no fault was found so far."""
    faulty = file.faults.tables
    if not faulty:
        return board
    doubtful = {table for table, bases in RESTS_ON.items() if table in file.table and faulty & {*bases}}
    known = {field.name: getattr(board, field.name) for field in fields(board)}
    return DoubtfulBoard(**known, in_doubt=frozenset(faulty | doubtful))
