"""The aerial crossings of a board file: empty cells that two sections pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ..rules.board import Section
from ..rules.errors import Sentence
from .fields import Fields
from .geometry import Point, cell_name, cell_point, is_pair_of_headings
from .grids import NO_STATION, Grids


def read_crossings(file: Fields, grids: Grids) -> dict[Point, str] | None:
    """Cell -> its two directions; None if there are faults in them."""
    fields = file.table_of("aerial_crossings")
    found: dict[Point, str] = {}
    for cell, directions in fields.table.items():
        point = cell_point(cell)
        if point is None or not _may_be_empty(grids, point):
            fields.fault(cell, Sentence("an aerial crossing stands in an empty cell of the grid"))
        elif not isinstance(directions, str) or not is_pair_of_headings(directions):
            fields.fault(cell, Sentence("needs two different directions of h, v, \\ and /"))
        else:
            found[point] = directions
    return found if len(found) == len(fields.table) else None


def _may_be_empty(grids: Grids, point: Point) -> bool:
    letter = grids.stations.letter(point)
    return letter == NO_STATION or (letter == "" and grids.has_cell(point))


def check_passed(file: Fields, crossings: Mapping[Point, str], sections: Sequence[Section]) -> None:
    through = Counter(cell for section in sections for cell in section.passes)
    for cell in map(cell_name, crossings):
        if through[cell] != 2:
            text = Sentence(
                "{cell}: two sections must pass here, not {count}", cell=cell, count=through[cell]
            )
            file.fault("aerial_crossings", text)
