"""The score: a list of named items, never a bare number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .position import Position

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
    less = SOLO_PENALTY * modules
    return SoloScore(points - less, rating(ratings, points - less), less)


def rating(ratings: Sequence[int], points: int) -> int:
    """The solo rating, 1 to 6: one more for each threshold passed."""
    return 1 + sum(points > best for best in ratings)


def winners(items_by_seat: Sequence[Sequence[Item]], lines: Sequence[str]) -> tuple[int, ...]:
    """The highest total, then the highest single line, then shared (R7.9)."""
    keys = [(total(items), max(line_score(items, line).total for line in lines)) for items in items_by_seat]
    return tuple(seat for seat, key in enumerate(keys) if key == max(keys))
