"""Shared objectives: two of the city's own, 10 points for each one fulfilled (R7.1).

An objective is the name of a predicate with its figures: it tells what counts towards it so far, and
how much it takes. Every figure is a minimum and ink is never rubbed out, so what is fulfilled stays fulfilled
and a sheet may be judged at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..board import Board, DistrictId, Mask, members
from ..errors import Sentence
from ..packs import Pack, Token
from ..position import Position
from ..score import Item, Where, at_stations, in_districts, on_sections
from ..sheet import Sheet
from .base import Mechanic
from .crossings import passed
from .interchanges import on_at_least
from .route import stations_by_district
from .stamps import stamps_of

Figures = Mapping[str, Any]
Predicate = Callable[[Board, Sheet, Figures], Where]


def _served(sheet: Sheet) -> Mask:
    served = 0
    for line in sheet.lines:
        served |= line.stations
    return served


def _stations_on_lines(board: Board, sheet: Sheet, figures: Figures) -> Where:
    return at_stations(board, members(on_at_least(board, sheet, figures["lines"])), int(figures["stations"]))


def _every_district(board: Board, sheet: Sheet, figures: Figures) -> Where:
    served, districts = _served(sheet), range(len(board.districts))
    return in_districts(board, [d for d in districts if served & board.stations_in(d)], len(districts))


def _tagged_stations(board: Board, sheet: Sheet, figures: Figures) -> Where:
    return at_stations(
        board, members(_served(sheet) & board.tagged(figures["tag"])), int(figures["stations"])
    )


def _tagged_sections(board: Board, sheet: Sheet, figures: Figures) -> Where:
    """Every track counts: a section drawn by two lines is passed twice."""
    tagged = board.sections_tagged(figures["tag"])
    drawn = [section for line in sheet.lines for section in members(line.sections & tagged)]
    return on_sections(drawn, int(figures["sections"]))


def _whole_district(board: Board, served: Mask, district: DistrictId) -> Where:
    stations = board.stations_in(district)
    return replace(
        at_stations(board, members(stations & served), stations.bit_count()),
        districts=(board.districts[district],),
    )


def _central_district(board: Board, sheet: Sheet, figures: Figures) -> Where:
    assert board.central_district is not None
    return _whole_district(board, _served(sheet), board.central_district)


def _whole_main_district(board: Board, sheet: Sheet, figures: Figures) -> Where:
    """Of the one that lacks the fewest stations."""
    served = _served(sheet)
    main = [d for d in range(len(board.districts)) if not board.secondary_districts >> d & 1]
    lacking = {d: (board.stations_in(d) & ~served).bit_count() for d in main}
    return _whole_district(board, served, min(main, key=lacking.__getitem__)) if main else Where(0, needed=1)


def _stamps(board: Board, sheet: Sheet, figures: Figures) -> Where:
    return stamps_of(board, sheet, figures["of"], int(figures["stamps"]))


def _long_line(board: Board, sheet: Sheet, figures: Figures) -> Where:
    longest = max((stations_by_district(board, line) for line in sheet.lines), key=len)
    return in_districts(board, sorted(longest), int(figures["districts"]))


def _double_crossings(board: Board, sheet: Sheet, figures: Figures) -> Where:
    return passed(board, sheet, 2, int(figures["crossings"]))


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

    def check(self, board: Board) -> list[Sentence]:
        faults = list(self._too_few())
        for name, figures in self.objectives.items():
            faults.extend(
                Sentence("{rule}: {name}: {why}", rule=self.name, name=name, why=why)
                for why in _faults(board, figures)
            )
        return faults

    def _too_few(self) -> Iterator[Sentence]:
        if self.drawn < 1:
            yield Sentence(
                "{rule}: {drawn} are drawn, and it must be one at least", rule=self.name, drawn=self.drawn
            )
        elif self.drawn > len(self.objectives):
            sizes = {"drawn": self.drawn, "count": len(self.objectives)}
            yield Sentence("{rule}: {drawn} are drawn, and there are only {count}", rule=self.name, **sizes)

    def deal(self, board: Board) -> Pack:
        return Pack(tuple(sorted(self.objectives)), self.drawn)

    def show(self, position: Position) -> Iterator[Token]:
        for name in position.dealt["objectives"]:
            yield Token("objective", name, points=self.points_each)

    def points(self, position: Position) -> Iterator[Item]:
        for name in position.dealt["objectives"]:
            met = self._so_far(position, name).reached
            yield Item("objectives", None, self.points_each if met else 0, {"objective": name})

    def where(self, position: Position, item: Item) -> Mapping[str, Where]:
        return {"objective": self._so_far(position, str(item.how["objective"]))}

    def _so_far(self, position: Position, name: str) -> Where:
        figures = self.objectives[name]
        predicate, _ = PREDICATES[figures["predicate"]]
        return predicate(position.ruleset.board, position.sheet, figures)


def _faults(board: Board, figures: Figures) -> Iterator[Sentence]:
    wanted = PREDICATES.get(str(figures.get("predicate")))
    if wanted is None:
        name, known = figures.get("predicate"), ", ".join(PREDICATES)
        yield Sentence("there is no predicate «{name}»; there are {known}", name=name, known=known)
        return
    for key in sorted({*wanted[1], *figures} - {"predicate"}):
        kind = {"tag": str, "of": list}.get(key, int)
        if key not in wanted[1]:
            yield Sentence("{name} has no figure «{key}»", name=figures["predicate"], key=key)
        elif type(figures.get(key)) is not kind:
            yield Sentence("{key} is missing or has the wrong type", key=key)
    if figures["predicate"] == "central-district" and board.central_district is None:
        yield Sentence("the board names no central district")
