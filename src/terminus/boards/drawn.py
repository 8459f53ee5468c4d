"""A board that somebody is drawing: as far as it has come, with every fault at its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..rules.board import Board, Section
from ..rules.errors import BadBoard, Sentence
from .document import read_document
from .faults import Fault
from .geometry import crosses, is_polyline
from .load import check_made, read_board
from .river import MOST_POINTS


@dataclass(frozen=True)
class Drawn:
    document: Mapping[str, Any]  # with the sections that its river crosses
    board: Board | None  # as far as it can be derived; with faults it is none to play on
    faults: tuple[Fault, ...]
    more: int  # faults, beyond those


def drawn(document: object) -> Drawn:
    """Never raises: whatever cannot be read at all is a fault, too."""
    try:
        found = _read(document)
    except BadBoard as error:
        whys = [why for why in error.faults if isinstance(why, Sentence)]
        return Drawn({}, None, tuple(Fault("document", why) for why in whys), error.more)
    river = found.document.get("river")
    if found.board is None or not isinstance(river, Mapping):
        return found
    crossed = _crossed(river, found.board.sections)
    if crossed is None:
        return found
    return _read({**found.document, "river": {**river, "crossed_by": crossed}})


def _read(document: object) -> Drawn:
    file = read_document(document)
    board = read_board(file, "drawn")
    check_made(file, board)
    return Drawn(file.table, board, tuple(file.faults.found), file.faults.more)


def _crossed(river: Mapping[str, Any], sections: Sequence[Section]) -> list[str] | None:
    """What a river passes under, in the sections' order; None if it says so already, or is not drawn."""
    course = river.get("course", [])
    if not isinstance(course, list) or (course and not is_polyline(course)) or len(course) > MOST_POINTS:
        return None
    crossed = ["-".join(section.ends) for section in sections if course and crosses(course, section.path)]
    said = river.get("crossed_by")
    if isinstance(said, list) and len(said) == len(crossed) and _joined(said) == _joined(crossed):
        return None
    return crossed if "course" in river else None


def _joined(names: list[Any]) -> set[frozenset[str]]:
    return {frozenset(str(name).split("-")) for name in names}
