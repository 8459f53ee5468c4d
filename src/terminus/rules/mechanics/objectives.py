"""Shared objectives: two of the city's own, 10 points for each one fulfilled (R7.1).

An objective is the name of a predicate with its figures. Every figure is a minimum and ink is never
rubbed out, so what is fulfilled stays fulfilled and a sheet may be judged at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..board import Board, Mask
from ..packs import Pack, Token
from ..position import Position
from ..score import Item
from ..sheet import Sheet
from .base import Mechanic
from .crossings import passes_by_crossing
from .interchanges import on_at_least
from .route import stations_by_district
from .stamps import stamped_districts

Figures = Mapping[str, Any]
Predicate = Callable[[Board, Sheet, Figures], bool]


def _served(sheet: Sheet) -> Mask:
    served = 0
    for line in sheet.lines:
        served |= line.stations
    return served


def _stations_on_lines(board: Board, sheet: Sheet, figures: Figures) -> bool:
    return on_at_least(board, sheet, figures["lines"]).bit_count() >= int(figures["stations"])


def _every_district(board: Board, sheet: Sheet, figures: Figures) -> bool:
    served = _served(sheet)
    return all(served & board.stations_in(district) for district in range(len(board.districts)))


def _tagged_stations(board: Board, sheet: Sheet, figures: Figures) -> bool:
    return (_served(sheet) & board.tagged(figures["tag"])).bit_count() >= int(figures["stations"])


def _tagged_sections(board: Board, sheet: Sheet, figures: Figures) -> bool:
    """Every track counts: a section drawn by two lines is passed twice."""
    tagged = board.sections_tagged(figures["tag"])
    return sum((line.sections & tagged).bit_count() for line in sheet.lines) >= int(figures["sections"])


def _central_district(board: Board, sheet: Sheet, figures: Figures) -> bool:
    assert board.central_district is not None
    return not board.stations_in(board.central_district) & ~_served(sheet)


def _whole_main_district(board: Board, sheet: Sheet, figures: Figures) -> bool:
    served = _served(sheet)
    main = (d for d in range(len(board.districts)) if not board.secondary_districts >> d & 1)
    return any(not board.stations_in(district) & ~served for district in main)


def _stamps(board: Board, sheet: Sheet, figures: Figures) -> bool:
    stamped = [d for d in stamped_districts(board, sheet) if d in figures["of"]]
    return len(stamped) >= int(figures["stamps"])


def _long_line(board: Board, sheet: Sheet, figures: Figures) -> bool:
    return any(len(stations_by_district(board, line)) >= int(figures["districts"]) for line in sheet.lines)


def _double_crossings(board: Board, sheet: Sheet, figures: Figures) -> bool:
    return passes_by_crossing(board, sheet).count(2) >= int(figures["crossings"])


PREDICATES: Mapping[str, tuple[Predicate, tuple[str, ...]]] = {  # name -> (predicate, its figures)
    "stations-on-lines": (_stations_on_lines, ("stations", "lines")),
    "every-district": (_every_district, ()),
    "tagged-stations": (_tagged_stations, ("tag", "stations")),
    "tagged-sections": (_tagged_sections, ("tag", "sections")),
    "central-district": (_central_district, ()),
    "whole-main-district": (_whole_main_district, ()),
    "stamps": (_stamps, ("stamps", "of")),
    "long-line": (_long_line, ("districts",)),
    "double-crossings": (_double_crossings, ("crossings",)),
}


@dataclass(frozen=True)
class Objectives(Mechanic):
    name = "objectives"
    rule = "R7.1"
    drawn: int = 2
    points_each: int = 10
    objectives: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def check(self, board: Board) -> list[str]:
        faults = (
            [] if 1 <= self.drawn <= len(self.objectives) else ["objectives: fewer than are drawn, or none"]
        )
        for name, figures in self.objectives.items():
            faults.extend(f"objectives: {name}: {why}" for why in _faults(board, figures))
        return faults

    def deal(self, board: Board) -> Pack:
        return Pack(tuple(sorted(self.objectives)), self.drawn)

    def show(self, position: Position) -> Iterator[Token]:
        for name in position.dealt["objectives"]:
            yield Token("objective", name, points=self.points_each)

    def points(self, position: Position) -> Iterator[Item]:
        board, sheet = position.ruleset.board, position.sheet
        for name in position.dealt["objectives"]:
            figures = self.objectives[name]
            met = PREDICATES[figures["predicate"]][0](board, sheet, figures)
            yield Item("objectives", None, self.points_each if met else 0, {"objective": name})


def _faults(board: Board, figures: Figures) -> Iterator[str]:
    wanted = PREDICATES.get(str(figures.get("predicate")))
    if wanted is None:
        yield f"there is no predicate «{figures.get('predicate')}»; there are {', '.join(PREDICATES)}"
        return
    for key in sorted({*wanted[1], *figures} - {"predicate"}):
        kind = {"tag": str, "of": list}.get(key, int)
        if key not in wanted[1]:
            yield f"{figures['predicate']} has no figure «{key}»"
        elif type(figures.get(key)) is not kind:
            yield f"{key} is missing or has the wrong type"
    if figures["predicate"] == "central-district" and board.central_district is None:
        yield "the board names no central district"
