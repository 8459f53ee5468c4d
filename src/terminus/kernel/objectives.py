"""A board's objectives as the native kernel judges them; kernel/src/modules/objectives.hpp reads them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypedDict

from ..rules.board import Board, Mask, members
from ..rules.errors import Sentence
from ..rules.mechanics.objectives import Objectives
from .codes import Codes
from .native import Unfit

Figures = Mapping[str, Any]  # of an objective, as a board file writes them
PREDICATE_CODES = Codes("predicates")


class Objective(TypedDict):
    """What a predicate does not use is 0 or empty."""

    predicate: int
    least: int
    lines: int
    stations: list[int]
    sections: list[int]
    districts: list[int]


def _objective(
    predicate: str,
    least: int = 0,
    lines: int = 0,
    stations: Mask = 0,
    sections: Mask = 0,
    districts: Sequence[int] = (),
) -> Objective:
    return {
        "predicate": PREDICATE_CODES[predicate],
        "least": int(least),
        "lines": lines,
        "stations": list(members(stations)),
        "sections": list(members(sections)),
        "districts": list(districts),
    }


def _main_districts(board: Board) -> list[int]:
    return [d for d in range(len(board.districts)) if not board.secondary_districts >> d & 1]


def _of_districts(board: Board, names: Collection[str]) -> list[int]:
    return [number for number, name in enumerate(board.districts) if name in names]


def _central(board: Board) -> Mask:
    assert board.central_district is not None
    return board.stations_in(board.central_district)


PREDICATES: Mapping[str, Callable[[Board, Figures], Figures]] = {
    "stations-on-lines": lambda board, f: {"least": f["stations"], "lines": f["lines"]},
    "every-district": lambda board, f: {},
    "tagged-stations": lambda board, f: {"least": f["stations"], "stations": board.tagged(f["tag"])},
    "tagged-sections": lambda board, f: {"least": f["sections"], "sections": board.sections_tagged(f["tag"])},
    "central-district": lambda board, f: {"stations": _central(board)},
    "whole-main-district": lambda board, f: {"districts": _main_districts(board)},
    "stamps": lambda board, f: {"least": f["stamps"], "districts": _of_districts(board, f["of"])},
    "long-line": lambda board, f: {"least": f["districts"]},
    "double-crossings": lambda board, f: {"least": f["crossings"]},
}


def objective_names(objectives: Objectives) -> list[str]:
    """The objectives in the order in which the kernel numbers them."""
    return sorted(objectives.objectives)


def objective_pack(board: Board, objectives: Objectives) -> list[Objective]:
    pack = []
    for name in objective_names(objectives):
        figures = objectives.objectives[name]
        predicate = str(figures.get("predicate"))
        if predicate not in PREDICATES:
            raise Unfit(
                Sentence(
                    "the kernel cannot judge the objective «{name}»: its predicate is «{predicate}»",
                    name=name,
                    predicate=predicate,
                )
            )
        pack.append(_objective(predicate, **PREDICATES[predicate](board, figures)))
    return pack
