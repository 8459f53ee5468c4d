"""A board some of whose parts have faults, for the mechanics that ask whether they can be played on it.

What a faulty part might have held is taken to be there: so whatever a mechanic still misses is certain.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from ..rules.board import Board, Mask
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
FOUR_CORNERS = (0, 1, 2, 3)


class _EveryDistrict(tuple[str, ...]):
    __slots__ = ()

    def __contains__(self, what: object) -> bool:
        return True


@dataclass(frozen=True, eq=False)
class DoubtfulBoard(Board):
    in_doubt: frozenset[str] = frozenset()  # tables of the file

    def __post_init__(self) -> None:
        super().__post_init__()
        # Named crossings suffice: without all sections nobody knows what passes them.
        self._derive(crossings=dict.fromkeys(self.scenery.get("aerial_crossings", ()), 0))
        if "districts" in self.in_doubt:
            self._derive(districts=_EveryDistrict(self.districts))
        if "stations" in self.in_doubt:
            self._derive(corners=FOUR_CORNERS)

    def tagged(self, tag: str) -> Mask:
        return super().tagged(tag) or self._perhaps(tag)

    def sections_tagged(self, tag: str) -> Mask:
        return super().sections_tagged(tag) or self._perhaps(tag)

    def _perhaps(self, tag: str) -> Mask:
        return SOMETHING if TAG_SAID_IN.get(tag) in self.in_doubt else 0


def in_doubt(board: Board, file: Fields) -> Board:
    """The board itself, if no fault was found so far."""
    faulty = file.faults.tables
    if not faulty:
        return board
    doubtful = {table for table, bases in RESTS_ON.items() if table in file.table and faulty & {*bases}}
    known = {field.name: getattr(board, field.name) for field in fields(board) if field.init}
    return DoubtfulBoard(**known, in_doubt=frozenset(faulty | doubtful))
