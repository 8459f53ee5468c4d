"""What scores, as integers and back: rules and objectives for the kernel, and its items as score items."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..rules.board import Board, members
from ..rules.mechanics import Mechanic
from ..rules.mechanics.crossings import Crossings
from ..rules.mechanics.interchanges import Interchanges
from ..rules.mechanics.loop import Loop
from ..rules.mechanics.objectives import Objectives
from ..rules.mechanics.route import Route
from ..rules.mechanics.stamps import Stamps
from ..rules.mechanics.tagged_bonus import SectionBonus, StationBonus
from ..rules.mechanics.tourist import Tourist
from ..rules.ruleset import Ruleset
from ..rules.score import How, Item
from .words import Unfit

Figures = dict[str, Any]
MOST_LINES = 5  # on which a station can be, a printed one counted


def _rule(code: int, **figures: Any) -> Figures:
    blank: Figures = {"rule": code, "each": 0, "twice": 0, "stations": [], "sections": [], "values": []}
    return {**blank, **figures}


def _section_bonus(board: Board, mechanic: SectionBonus) -> Figures:
    sections = list(members(board.sections_tagged(mechanic.tag)))
    return _rule(1, each=mechanic.points_each, sections=sections)


def _station_bonus(board: Board, mechanic: StationBonus) -> Figures:
    return _rule(2, each=mechanic.points_each, stations=list(members(board.tagged(mechanic.tag))))


def _interchanges(board: Board, mechanic: Interchanges) -> Figures:
    values = [0] * (MOST_LINES + 1)
    for lines, points in mechanic.values.items():
        if int(lines) <= MOST_LINES:
            values[int(lines)] += points
    return _rule(7, values=values)


SCORING: Mapping[type[Mechanic], Callable[[Board, Any], Figures]] = {
    Route: lambda board, mechanic: _rule(0),
    SectionBonus: _section_bonus,
    StationBonus: _station_bonus,
    Tourist: lambda board, m: _rule(3, values=list(m.boxes), stations=list(members(board.tagged("tourist")))),
    Stamps: lambda board, m: _rule(4, values=[m.values.get(name, 0) for name in board.districts]),
    Loop: lambda board, m: _rule(5, each=m.lost_each, stations=list(members(board.tagged("loop")))),
    Crossings: lambda board, m: _rule(6, each=m.once, twice=m.twice),
    Interchanges: _interchanges,
    Objectives: lambda board, mechanic: _rule(8),
}


def scoring(ruleset: Ruleset) -> list[Figures]:
    """The scoring mechanics in their order."""
    return [SCORING[type(mechanic)](ruleset.board, mechanic) for mechanic in ruleset.scoring]


# -- objectives --------------------------------------------------------------------------------------


def _objective(code: int, **figures: Any) -> Figures:
    blank: Figures = {
        "predicate": code,
        "least": 0,
        "lines": 0,
        "stations": [],
        "sections": [],
        "districts": [],
    }
    return {**blank, **figures}


def _main_districts(board: Board) -> list[int]:
    return [d for d in range(len(board.districts)) if not board.secondary_districts >> d & 1]


def _stamps_wanted(board: Board, figures: Mapping[str, Any]) -> Figures:
    districts = [number for number, name in enumerate(board.districts) if name in figures["of"]]
    return _objective(6, least=int(figures["stamps"]), districts=districts)


def _central(board: Board) -> list[int]:
    assert board.central_district is not None
    return list(members(board.stations_in(board.central_district)))


PREDICATES: Mapping[str, Callable[[Board, Mapping[str, Any]], Figures]] = {
    "stations-on-lines": lambda board, f: _objective(0, least=int(f["stations"]), lines=f["lines"]),
    "every-district": lambda board, f: _objective(1),
    "tagged-stations": lambda board, f: _objective(
        2, least=int(f["stations"]), stations=list(members(board.tagged(f["tag"])))
    ),
    "tagged-sections": lambda board, f: _objective(
        3, least=int(f["sections"]), sections=list(members(board.sections_tagged(f["tag"])))
    ),
    "central-district": lambda board, f: _objective(4, stations=_central(board)),
    "whole-main-district": lambda board, f: _objective(5, districts=_main_districts(board)),
    "stamps": _stamps_wanted,
    "long-line": lambda board, f: _objective(7, least=int(f["districts"])),
    "double-crossings": lambda board, f: _objective(8, least=int(f["crossings"])),
}


def objective_names(objectives: Objectives) -> list[str]:
    """The objectives in the order in which the kernel numbers them."""
    return sorted(objectives.objectives)


def objective_pack(board: Board, objectives: Objectives) -> list[Figures]:
    pack = []
    for name in objective_names(objectives):
        figures = objectives.objectives[name]
        predicate = str(figures.get("predicate"))
        if predicate not in PREDICATES:
            raise Unfit(f"the kernel cannot judge the objective «{name}»: its predicate is «{predicate}»")
        pack.append(PREDICATES[predicate](board, figures))
    return pack


# -- items -------------------------------------------------------------------------------------------


def item_of(ruleset: Ruleset, rule: int, line: int, value: int, how: Sequence[int]) -> Item:
    """A score item as the engine writes it, from the kernel's numbers."""
    board, mechanic = ruleset.board, ruleset.scoring[rule]
    name = board.lines[line] if line >= 0 else None
    tagged = isinstance(mechanic, SectionBonus | StationBonus)
    return Item(mechanic.tag if tagged else mechanic.name, name, value, _how(board, mechanic, how))  # type: ignore[attr-defined]


def _how(board: Board, mechanic: Mechanic, how: Sequence[int]) -> How:
    match mechanic:
        case Route():
            best = board.districts[how[2]] if how[2] >= 0 else ""
            return {"districts": how[0], "stations": how[1], "best": best}
        case SectionBonus():
            return {"sections": how[0]}
        case StationBonus() | Loop():
            return {"stations": how[0]}
        case Tourist():
            return {"marks": how[0]}
        case Stamps():
            stamped = [board.districts[d] for d in how if board.districts[d] in mechanic.values]
            return {"districts": sorted(stamped)}
        case Crossings():
            return {"once": how[0], "twice": how[1]}
        case Interchanges():
            return {n: how[int(n)] if int(n) <= MOST_LINES else 0 for n in mechanic.values}
        case Objectives():
            return {"objective": objective_names(mechanic)[how[0]]}
        case _:
            raise Unfit(f"the kernel has no item for «{mechanic.name}»")
