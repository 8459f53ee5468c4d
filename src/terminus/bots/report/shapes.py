"""A report as values; its JSON is these names (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ...rules.board import Cell

Symbols = Mapping[str, int]  # how many stations show each; `every` are those that show all


@dataclass(frozen=True, slots=True)
class DepartureReport:
    line: str
    cell: Cell
    ways: int  # sections that leave it
    reached: int  # stations that a line from here can come to, itself counted
    farthest: int  # sections to the farthest of them


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A district or a quarter of the sheet."""

    name: str
    stations: int
    symbols: Symbols


@dataclass(frozen=True, slots=True)
class GroundReport:
    """What can be read off the sheet."""

    columns: int
    rows: int
    stations: int
    sections: int
    clashes: int  # pairs of sections of which only one can be drawn
    symbols: Symbols
    districts: tuple[BoardPart, ...]
    quarters: tuple[BoardPart, ...]
    departures: tuple[DepartureReport, ...]
    sections_to: Mapping[Cell, int]  # a station: how many from the nearest departure
    unreached: tuple[Cell, ...]  # where no line can ever come to
    too_far: tuple[Cell, ...]  # farther from every departure than the longest round has turns
    jokers_only: tuple[Cell, ...]  # for whose symbol the deck has no card
    dead_ends: tuple[Cell, ...]  # with one section


@dataclass(frozen=True, slots=True)
class Mean:
    mean: float
    se: float  # its standard error


@dataclass(frozen=True, slots=True)
class LevelReport:
    """What one level made of the board, alone."""

    level: str
    bot: str
    games: int
    asked: int  # more than `games` if time ran out
    mean: float
    se: float
    sd: float
    least: int
    most: int
    quantiles: tuple[float, ...]  # at 10, 25, 50, 75 and 90 of 100
    lines: Mapping[str, Mean]
    rules: Mapping[str, Mean]
    sections: float  # in a line, on the mean
    idle: float  # of 1: turns in which nothing was drawn


@dataclass(frozen=True, slots=True)
class RoundLengths:
    mean: float  # turns
    fewest: int
    most: int


@dataclass(frozen=True, slots=True)
class RatingReport:
    """The board's own and those that its games suggest; how often each level earns the first to the sixth."""

    own: tuple[int, ...]
    suggested: tuple[int, ...]
    earned_own: Mapping[str, tuple[float, ...]]
    earned_suggested: Mapping[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class BoardReport:
    board: str
    name: str
    board_print: str
    modules: tuple[str, ...]
    seed: int
    by: Literal["kernel", "engine"]
    weights: str | None  # what experts had learned for the board, if they had
    ground: GroundReport
    rounds: RoundLengths | None
    players: tuple[LevelReport, ...]
    ratings: RatingReport | None  # of the game without modules
    heat: Mapping[
        str, float
    ]  # a section: how often it is drawn in a game, by players who look what it brings
    complete: bool  # whether all games that were asked for could be played in time
