"""Deriving the sections of a board, what clashes with what, and what goes straight on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ..rules.board import Mask, Section, Station
from .geometry import DIRECTIONS, HEADINGS, Path, Point, cell_name, doubled, half_steps, heading


@dataclass(frozen=True)
class Terrain:
    """What sections are derived from: who stands where, and what lies in the way."""

    columns: int
    rows: int
    stations: Sequence[Station]
    at: Mapping[Point, int]  # every cell of every station
    crossings: Mapping[Point, str] = field(default_factory=dict)  # aerial crossing -> its directions
    loop: Sequence[Path] = ()  # its pieces, station to station
    tags: Mapping[frozenset[str], frozenset[str]] = field(default_factory=dict)  # end cells -> tags


def derive(terrain: Terrain) -> tuple[Section, ...]:
    """Every ray from a station to the next one, and the pieces of the loop, numbered in reading order."""
    paths = [(path, frozenset({"loop"})) for path in map(_forward, terrain.loop)]
    taken = {_joined(terrain, path) for path, _ in paths}
    on_loop = {point for piece in terrain.loop for point in half_steps(piece)}
    for start in terrain.at:
        for direction in DIRECTIONS:
            path = _ray(terrain, start, direction)
            if path is None or _joined(terrain, path) in taken:
                continue
            if on_loop & set(half_steps(path)) - {doubled(path[0]), doubled(path[-1])}:
                continue
            paths.append((path, frozenset()))
    paths.sort(key=lambda entry: (_reading(entry[0][0]), _reading(entry[0][-1])))
    return tuple(_section(terrain, number, path, tags) for number, (path, tags) in enumerate(paths))


def _reading(point: Point) -> tuple[int, int]:
    return point[1], point[0]


def _forward(path: Path) -> Path:
    return path if _reading(path[0]) < _reading(path[-1]) else tuple(reversed(path))


def _joined(terrain: Terrain, path: Path) -> frozenset[int]:
    return frozenset({terrain.at[path[0]], terrain.at[path[-1]]})


def _ray(terrain: Terrain, start: Point, direction: Point) -> Path | None:
    """From a cell of a station to the next station on the straight; None if there is none or it is barred."""
    (x, y), (dx, dy) = start, direction
    while True:
        x, y = x + dx, y + dy
        if not (0 <= x < terrain.columns and 0 <= y < terrain.rows):
            return None
        if (x, y) in terrain.at:
            return None if terrain.at[x, y] == terrain.at[start] else (start, (x, y))
        if (x, y) in terrain.crossings and not _passable(terrain.crossings[x, y], direction):
            return None


def _passable(directions: str, direction: Point) -> bool:
    return any(direction in HEADINGS[letter] for letter in directions)


def _section(terrain: Terrain, number: int, path: Path, tags: frozenset[str]) -> Section:
    ends = cell_name(path[0]), cell_name(path[-1])
    passed = [p for p in terrain.crossings if doubled(p) in set(half_steps(path))]
    tags |= terrain.tags.get(frozenset(ends), frozenset())
    a, b = terrain.at[path[0]], terrain.at[path[-1]]
    return Section(number, a, b, ends, path, tuple(map(cell_name, passed)), tags)


def crossing_pairs(sections: Sequence[Section]) -> list[tuple[int, int]]:
    """The pairs that cross: they share a point that is no end of both and no aerial crossing of both."""
    free = [_ends(section) | _passed(section) for section in sections]
    meeting: defaultdict[Point, list[int]] = defaultdict(list)
    for section in sections:
        for point in set(half_steps(section.path)):
            meeting[point].append(section.id)
    pairs = ((point, *pair) for point, there in meeting.items() for pair in combinations(there, 2))
    return sorted({(one, other) for point, one, other in pairs if point not in free[one] & free[other]})


def _ends(section: Section) -> set[Point]:
    return {doubled(section.path[0]), doubled(section.path[-1])}


def _passed(section: Section) -> set[Point]:
    return {doubled((ord(cell[0]) - ord("a"), int(cell[1:]))) for cell in section.passes}


def clashes(sections: Sequence[Section]) -> tuple[Mask, ...]:
    """By section: those that cross it or join the same two stations (R3.5, R3.6)."""
    masks = [0] * len(sections)
    joining: defaultdict[frozenset[int], list[int]] = defaultdict(list)
    for section in sections:
        joining[frozenset((section.a, section.b))].append(section.id)
    parallel = (pair for there in joining.values() for pair in combinations(there, 2))
    for one, other in (*crossing_pairs(sections), *parallel):
        masks[one] |= 1 << other
        masks[other] |= 1 << one
    return tuple(masks)


def onward(terrain: Terrain, sections: Sequence[Section]) -> dict[tuple[int, int], int]:
    """(section, station reached) -> the section that goes straight on from there (R7.4)."""
    by_path = {(s.path[0], s.path[-1]): s.id for s in sections if len(s.path) == 2}
    found = {}
    for section in sections:
        for path in (section.path, tuple(reversed(section.path))):
            next_id = _straight_on(terrain, path, by_path)
            if next_id is not None:
                found[section.id, terrain.at[path[-1]]] = next_id
    return found


def _straight_on(terrain: Terrain, path: Path, by_path: Mapping[tuple[Point, Point], int]) -> int | None:
    direction = heading(path[-2], path[-1])
    cell = path[-1]
    while terrain.at.get(ahead := (cell[0] + direction[0], cell[1] + direction[1])) == terrain.at[cell]:
        cell = ahead
    ray = _ray(terrain, cell, direction)
    if ray is None:
        return None
    forward = _forward(ray)
    return by_path.get((forward[0], forward[-1]))
