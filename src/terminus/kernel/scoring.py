"""What scores, as integers and back: rules for the kernel, and its items as score items."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..rules.board import Board, Mask, members
from ..rules.errors import Sentence
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
from .codes import RULE_CODES
from .contract import ScoreRule
from .native import Unfit
from .objectives import objective_names

MOST_LINES = 5  # on which a station can be, a printed one counted


def _rule(
    mechanic: Mechanic,
    each: int = 0,
    twice: int = 0,
    stations: Mask = 0,
    sections: Mask = 0,
    values: Sequence[int] = (),
) -> ScoreRule:
    return {
        "rule": RULE_CODES.get(mechanic.name, RULE_CODES["dealt"]),
        "each": each,
        "twice": twice,
        "stations": list(members(stations)),
        "sections": list(members(sections)),
        "values": list(values),
    }


def _interchanges(board: Board, mechanic: Interchanges) -> ScoreRule:
    values = [0] * (MOST_LINES + 1)
    for lines, points in mechanic.values.items():
        if int(lines) <= MOST_LINES:
            values[int(lines)] += points
    return _rule(mechanic, values=values)


SCORING: Mapping[type[Mechanic], Callable[[Board, Any], ScoreRule]] = {
    Route: lambda board, m: _rule(m),
    SectionBonus: lambda board, m: _rule(m, m.points_each, sections=board.sections_tagged(m.tag)),
    StationBonus: lambda board, m: _rule(m, m.points_each, stations=board.tagged(m.tag)),
    Tourist: lambda board, m: _rule(m, values=m.boxes, stations=board.tagged("tourist")),
    Stamps: lambda board, m: _rule(m, values=[m.values.get(name, 0) for name in board.districts]),
    Loop: lambda board, m: _rule(m, m.lost_each, stations=board.tagged("loop")),
    Crossings: lambda board, m: _rule(m, m.once, m.twice),
    Interchanges: _interchanges,
    Objectives: lambda board, m: _rule(m),
}


def scoring(ruleset: Ruleset) -> list[ScoreRule]:
    """The scoring mechanics in their order."""
    return [SCORING[type(mechanic)](ruleset.board, mechanic) for mechanic in ruleset.scoring]


def rule_name(mechanic: Mechanic) -> str:
    """What the items of a scoring mechanic are called."""
    return mechanic.tag if isinstance(mechanic, SectionBonus | StationBonus) else mechanic.name


def item_of(ruleset: Ruleset, rule: int, line: int, value: int, how: Sequence[int]) -> Item:
    """A score item as the engine writes it, from the kernel's numbers."""
    board, mechanic = ruleset.board, ruleset.scoring[rule]
    name = board.lines[line] if line >= 0 else None
    return Item(rule_name(mechanic), name, value, _how(board, mechanic, how))


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
            raise Unfit(Sentence("the kernel has no item for «{name}»", name=mechanic.name))
