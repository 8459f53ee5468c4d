"""The two grids of a board file, and what they leave in doubt: a fault in one row is none in others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..rules.errors import Sentence
from .fields import Fields
from .geometry import Point, cell_name

MAX_SIDE = 26
SYMBOL_LETTERS = {"C": "circle", "S": "square", "T": "triangle", "P": "pentagon"}
WILD_LETTERS = {"?": "wild", "M": "monument", "#": "platform"}
STATION_LETTERS = SYMBOL_LETTERS.keys() | WILD_LETTERS.keys()
NO_STATION = "."


@dataclass(frozen=True)
class Grid:
    """Letters by row; what is no single letter is there as it is written."""

    rows: tuple[tuple[str, ...], ...]

    @property
    def columns(self) -> int:
        return len(self.rows[0]) if self.rows else 0

    def letter(self, point: Point) -> str:
        """What stands in a cell, nothing where none is sure: outside, or in a row of another length."""
        x, y = point
        whole = 0 <= y < len(self.rows) and len(self.rows[y]) == self.columns
        return self.rows[y][x] if whole and 0 <= x < self.columns else ""

    def cells(self) -> Iterator[tuple[Point, str]]:
        """In reading order, the rows that are in doubt left out."""
        for y, row in enumerate(self.rows):
            if len(row) == self.columns:
                yield from (((x, y), letter) for x, letter in enumerate(row))

    @property
    def districts(self) -> tuple[str, ...]:
        return tuple(sorted({letter for row in self.rows for letter in row}))


@dataclass(frozen=True)
class Grids:
    stations: Grid
    districts: Grid
    stations_sure: bool  # nothing in the grid of stations is in doubt
    districts_sure: bool

    @property
    def areas(self) -> tuple[str, ...]:
        """The district of every cell. Where none can be read there is one: each station lies in one."""
        one_for_all = ("A" * (self.stations.columns or 1),) * (len(self.stations.rows) or 1)
        return tuple(map("".join, self.districts.rows)) or one_for_all

    def may_be_station(self, point: Point | None) -> bool:
        """Whether a station stands there, or nobody can know."""
        if point is None:
            return False
        rows = self.stations.rows
        if not rows or (point[1] < len(rows) and len(rows[point[1]]) != self.stations.columns):
            return True
        return self.stations.letter(point) not in (NO_STATION, "")

    def has_cell(self, point: Point | None) -> bool:
        """Whether there is such a cell, or nobody can know."""
        return point is not None and (self.stations.letter(point) != "" or self.may_be_station(point))


def read_grids(file: Fields) -> Grids:
    stations, whole = _read(file, "stations")
    districts, districts_whole = _read(file, "districts")
    known = [_check_letter(file, point, letter) for point, letter in stations.cells()]
    same = list(map(len, stations.rows)) == list(map(len, districts.rows))
    if whole and districts_whole and not same:
        file.fault("districts", Sentence("the grid has another shape than {grid}", grid="stations"))
    return Grids(stations, districts, whole and all(known), districts_whole and same)


def _read(file: Fields, key: str) -> tuple[Grid, bool]:
    """A grid of one-character cells, and whether it is whole; ragged rows are a fault."""
    grid = Grid(tuple(tuple(row.split()) for row in file.text(key).splitlines() if row.strip()))
    sized = 2 <= len(grid.rows) <= MAX_SIDE and all(len(row) <= MAX_SIDE for row in grid.rows)
    if not sized or grid.columns < 2:
        if isinstance(file.table.get(key), str):
            file.fault(key, Sentence("a board has 2 to {most} rows and columns", most=MAX_SIDE))
        return Grid(()), False
    whole = True
    for number, row in enumerate(grid.rows):
        if len(row) != grid.columns:
            whole = False
            size = {"number": number, "cells": len(row), "first": grid.columns}
            file.fault(key, Sentence("row {number} has {cells} cells, row 0 has {first}", **size))
        for column, letter in enumerate(row):
            if len(letter) != 1:
                whole = False
                place = {"row": number, "column": column, "text": letter}
                file.fault(
                    key, Sentence("row {row}, column {column}: «{text}» is not one character", **place)
                )
    return grid, whole


def _check_letter(file: Fields, point: Point, letter: str) -> bool:
    known = letter in STATION_LETTERS or letter == NO_STATION
    if not known and len(letter) == 1:
        text = Sentence("{cell}: unknown symbol «{letter}»", cell=cell_name(point), letter=letter)
        file.fault("stations", text)
    return known
