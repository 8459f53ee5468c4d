"""A printed loop, cut into its pieces from station to station."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from ..rules.errors import Sentence
from .faults import Spot
from .fields import Fields
from .geometry import Path, Point, cell_name, cell_point, half_steps, straight
from .grids import Grids
from .stations import Stations

FEWEST = 3  # stations, and cells of the path
MOST_CELLS = 26 * 26


def read_loop(file: Fields, grids: Grids, at: Stations) -> list[Path] | None:
    """The pieces of the loop that a file describes, bends included; None if it has faults or is in doubt."""
    if "loop" not in file.table:
        return []
    fields = file.table_of("loop")
    fields.text("colour", "")
    points = _points(fields, grids)
    listed = [at.get(cell_point(cell) or (-1, -1)) for cell in fields.texts("stations")]
    if points is None or not _is_closed(fields, points) or not grids.stations_sure or None in listed:
        return None
    stops = sorted(station.id for station in listed if station is not None)
    return list(_cut(points, at)) if _comes_by(fields, points, at, stops) else None


def _points(fields: Fields, grids: Grids) -> list[Point] | None:
    cells = fields.texts("path")
    if cells is not fields.table.get("path"):
        return None
    if not FEWEST <= len(cells) <= MOST_CELLS:
        fields.fault("path", Sentence("must list three or more cells, each once at most"))
        return None
    points = [cell_point(cell) for cell in cells]
    for cell, point in zip(cells, points, strict=True):
        if not grids.has_cell(point):
            fields.fault("path", Sentence("there is no cell «{cell}»", cell=cell))
    sure = [point for point in points if point is not None and grids.has_cell(point)]
    return sure if len(sure) == len(cells) else None


def _is_closed(fields: Fields, points: list[Point]) -> bool:
    bends = [(one, other) for one, other in _sides(points) if not straight(one, other)]
    for one, other in bends:
        fields.fault("path", _no_straight(cell_name(one), cell_name(other), closing=other == points[0]))
    return not bends


def _no_straight(one: str, other: str, closing: bool) -> Sentence:
    if closing:
        return Sentence("{one} to {other} is no straight (the loop is not closed)", one=one, other=other)
    return Sentence("{one} to {other} is no straight", one=one, other=other)


def _sides(points: list[Point]) -> Iterator[tuple[Point, Point]]:
    return pairwise([*points, points[0]])


def _comes_by(fields: Fields, points: list[Point], at: Stations, stops: list[int]) -> bool:
    """It passes each of its stations once, names it, and touches nothing else, itself included."""
    steps = [step for side in _sides(points) for step in list(half_steps(side))[:-1]]
    alone = len(set(steps)) == len(steps)
    if not alone:
        twice = sorted(step for step, times in Counter(steps).items() if times > 1)
        cells = tuple(cell_name((x // 2, y // 2)) for x, y in twice if x % 2 == y % 2 == 0)
        fields.fault("path", Sentence("the loop touches itself"), Spot(cells=cells))
    passed = [(x // 2, y // 2) for x, y in steps if x % 2 == y % 2 == 0 and (x // 2, y // 2) in at]
    strangers = [point for point in passed if at[point].id not in stops or point not in points]
    for point in strangers:
        fields.fault(
            "path", Sentence("it passes the station {cell} without naming it", cell=cell_name(point))
        )
    each = len(passed) >= FEWEST and sorted(at[point].id for point in passed) == stops
    if not each:
        text = Sentence("the path must come by each of them once, and by three at least")
        fields.fault("stations", text, Spot(cells=tuple(map(cell_name, _missed(passed, at, stops)))))
    return alone and each and not strangers


def _missed(passed: list[Point], at: Stations, stops: list[int]) -> list[Point]:
    met = Counter(at[point].id for point in passed)
    return [point for point, station in at.items() if station.id in stops and met[station.id] != 1]


def _cut(points: list[Point], at: Stations) -> Iterator[Path]:
    first = next(index for index, point in enumerate(points) if point in at)
    piece = [points[first]]
    for point in [*points[first + 1 :], *points[: first + 1]]:
        piece.append(point)
        if point in at:
            yield tuple(piece)
            piece = [point]
