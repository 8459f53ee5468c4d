"""City gates: a section to a corner station opens the bonus dealt to it, every time (R7.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ..actions import Draw
from ..board import Board, Mask, corner_cells, mask_of, members
from ..errors import Sentence
from ..packs import Pack, Token
from ..position import Position, Prompt, Reach
from .base import Mechanic

BONUSES = ("switch", "double-visit", "double-district", "double-station")


@dataclass(frozen=True)
class Gates(Mechanic):
    name = "gates"
    rule = "R7.5"
    never_circled: tuple[str, ...] = field(default=(), metadata={"of": "station-tags"})

    def check(self, board: Board) -> list[Sentence]:
        if len(set(board.corners)) == 4:
            return []
        stands = {cell: board.at.get(cell) for cell in corner_cells(board.columns, board.rows)}
        times = Counter(stands.values())
        return [
            Sentence(
                "{rule}: the corner {cell} of the grid has no station of its own", rule=self.name, cell=cell
            )
            for cell, station in stands.items()
            if station is None or times[station] > 1
        ]

    def deal(self, board: Board) -> Pack:
        return Pack(BONUSES, places=tuple(board.stations[station].cell for station in board.corners))

    def show(self, position: Position) -> Iterator[Token]:
        for cell, bonus in position.dealt["gates"].items():
            yield Token("bonus", bonus, cell=cell)

    def on_draw(self, before: Position, position: Position, prompt: Prompt, draw: Draw) -> Position:
        position = self._doubled(position)
        bonus = position.dealt["gates"].get(position.ruleset.board.stations[draw.target].cell)
        if bonus is None or bonus == "double-district":
            return position
        return replace(position, prompts=(*position.prompts, self._prompt(bonus, position)))

    def _doubled(self, position: Position) -> Position:
        """The districts of such corners count twice, in whatever order a sheet from paper was written."""
        stations = position.ruleset.board.stations
        reached = members(self._reached(position, "double-district"))
        doubled = position.line.doubled | mask_of([stations[corner].district for corner in reached])
        if doubled == position.line.doubled:
            return position
        line = replace(position.line, doubled=doubled)
        return replace(position, sheet=position.sheet.with_line(position.pencil, line))

    def circles(self, position: Position) -> tuple[Mask, int]:
        """One for each time that its bonus was reached."""
        found = self._reached(position, "double-station")
        return self.may_circle(position.ruleset.board), found.bit_count()

    def _reached(self, position: Position, bonus: str) -> Mask:
        """The corners with this bonus on the line: one that begins at a corner has not reached it."""
        board = position.ruleset.board
        dealt = position.dealt["gates"].items()
        corners = mask_of([board.at[cell] for cell, found in dealt if found == bonus])
        return position.line.stations & corners & ~(1 << board.departures[position.pencil])

    def may_circle(self, board: Board) -> Mask:
        """The stations that a gate may circle."""
        never = 0
        for tag in self.never_circled:
            never |= board.tagged(tag)
        return (1 << len(board.stations)) - 1 & ~never

    def _prompt(self, bonus: str, position: Position) -> Prompt:
        board = position.ruleset.board
        match bonus:
            case "switch":
                return Prompt("visit", Reach(anywhere=True), rule=self.rule)
            case "double-visit":
                gates = mask_of([board.at[cell] for cell in position.dealt["gates"]])
                return Prompt("visit", Reach(), left=2, in_order=gates, rule=self.rule)
            case _:
                return Prompt("circle", None, circles=self.may_circle(board), rule=self.rule)
