"""The score: a list of named items, never a bare number, and where on the map each number comes from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .board import Board, Cell, DistrictId, SectionId, StationId
from .position import Position
from .sheet import Line

SOLO_PENALTY = 10  # for each module (R7.8)
How = Mapping[str, int | str | Sequence[str]]


@dataclass(frozen=True, slots=True)
class Item:
    """What one rule gives, for a line or for the whole network, and how it came about."""

    rule: str
    line: str | None
    value: int
    how: How = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Where:
    """The places that a number counts: one that counts twice is named twice. `cells` may be crossings too."""

    count: int
    cells: tuple[Cell, ...] = ()
    sections: tuple[SectionId, ...] = ()
    districts: tuple[str, ...] = ()
    needed: int | None = None  # how many it takes, where fewer give nothing

    @property
    def reached(self) -> bool:
        return self.needed is None or self.count >= self.needed


@dataclass(frozen=True, slots=True)
class LineScore:
    districts: int
    stations: int
    bonus: int
    total: int


@dataclass(frozen=True, slots=True)
class SoloScore:
    score: int
    rating: int
    penalty: int


def score(position: Position) -> tuple[Item, ...]:
    """Every item of a sheet as it stands now."""
    return tuple(item for mechanic in position.ruleset.scoring for item in mechanic.points(position))


Explained = tuple[tuple[Item, Mapping[str, Where]], ...]


def explained(position: Position) -> Explained:
    """Every item with the places of its numbers, by their names in `how`."""
    return tuple(
        (item, mechanic.where(position, item))
        for mechanic in position.ruleset.scoring
        for item in mechanic.points(position)
    )


def line_of(position: Position, item: Item) -> Line:
    """The line that an item speaks of."""
    return position.sheet.lines[position.ruleset.board.lines.index(str(item.line))]


def at_stations(board: Board, stations: Iterable[StationId], needed: int | None = None) -> Where:
    cells = tuple(board.stations[station].cell for station in stations)
    return Where(len(cells), cells=cells, needed=needed)


def on_sections(sections: Iterable[SectionId], needed: int | None = None) -> Where:
    named = tuple(sections)
    return Where(len(named), sections=named, needed=needed)


def in_districts(board: Board, districts: Iterable[DistrictId], needed: int | None = None) -> Where:
    letters = tuple(board.districts[district] for district in districts)
    return Where(len(letters), districts=letters, needed=needed)


def total(items: Iterable[Item]) -> int:
    return sum(item.value for item in items)


def line_score(items: Iterable[Item], line: str) -> LineScore:
    """The line's row of the score pad: districts × stations + bonus."""
    mine = [item for item in items if item.line == line]
    route = next(item for item in mine if item.rule == "route")
    value = total(mine)
    return LineScore(
        int(str(route.how["districts"])), int(str(route.how["stations"])), value - route.value, value
    )


def extras(items: Iterable[Item]) -> dict[str, int]:
    """What the network scores beside its lines, by rule."""
    found: dict[str, int] = {}
    for item in items:
        if item.line is None:
            found[item.rule] = found.get(item.rule, 0) + item.value
    return found


def solo_score(points: int, modules: int, ratings: Sequence[int]) -> SoloScore:
    """What a game alone is worth: its total less 10 for each module, and the rating it earns (R7.8)."""
    less = solo_penalty(modules)
    return SoloScore(points - less, rating(ratings, points - less), less)


def solo_penalty(modules: int) -> int:
    """What so many modules take off a total, alone (R7.8)."""
    return SOLO_PENALTY * modules


def rating(ratings: Sequence[int], points: int) -> int:
    """The solo rating, 1 to 6: one more for each threshold passed."""
    return 1 + sum(points > best for best in ratings)


def winners(items_by_seat: Sequence[Sequence[Item]], lines: Sequence[str]) -> tuple[int, ...]:
    """The highest total, then the highest single line, then shared (R7.9)."""
    keys = _keys(items_by_seat, lines)
    return tuple(seat for seat, key in enumerate(keys) if key == max(keys))


def ranking(items_by_seat: Sequence[Sequence[Item]], lines: Sequence[str]) -> list[int]:
    """The seats from the first to the last, as they would win (R7.9)."""
    keys = _keys(items_by_seat, lines)
    return sorted(range(len(keys)), key=lambda seat: keys[seat], reverse=True)


def _keys(items_by_seat: Sequence[Sequence[Item]], lines: Sequence[str]) -> list[tuple[int, int]]:
    return [(total(items), max(line_score(items, line).total for line in lines)) for items in items_by_seat]
