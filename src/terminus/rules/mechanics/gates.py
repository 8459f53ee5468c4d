"""City gates: a section to a corner station opens the bonus dealt to it, every time (R7.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..actions import Draw
from ..board import Board
from ..position import Position, Prompt, Reach
from .base import Mechanic, Shuffle

BONUSES = ("switch", "double-visit", "double-district", "double-station")


@dataclass(frozen=True)
class Gates(Mechanic):
    name = "gates"
    never_circled: tuple[str, ...] = ()  # stations with one of these tags

    def check(self, board: Board) -> list[str]:
        return (
            []
            if len(set(board.corners)) == 4
            else ["gates: not every corner of the grid has its own station"]
        )

    def deal(self, board: Board, shuffle: Shuffle) -> Mapping[str, Any]:
        corners = [board.stations[station].cell for station in board.corners]
        return {"gates": dict(zip(corners, shuffle(BONUSES), strict=True))}

    def on_draw(self, before: Position, position: Position, prompt: Prompt, draw: Draw) -> Position:
        bonus = position.setup.gates.get(draw.target)
        if bonus is None:
            return position
        if bonus == "double-district":
            district = position.ruleset.board.stations[draw.target].district
            line = replace(position.line, doubled=position.line.doubled | 1 << district)
            return replace(position, sheet=position.sheet.with_line(position.pencil, line))
        return replace(position, prompts=(*position.prompts, self._prompt(bonus, position.ruleset.board)))

    def _prompt(self, bonus: str, board: Board) -> Prompt:
        match bonus:
            case "switch":
                return Prompt("visit", Reach(anywhere=True))
            case "double-visit":
                return Prompt("visit", Reach(), left=2)
            case _:
                special = 0
                for tag in self.never_circled:
                    special |= board.tagged(tag)
                return Prompt("circle", None, circles=(1 << len(board.stations)) - 1 & ~special)
