"""A figure's position, played on a real board: what is drawn obeys the rules of drawing, as on any sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...boards import board
from ...record.notation import parse
from ...rules.actions import Draw
from ...rules.board import Board
from ...rules.cards import Turn
from ...rules.drawing import drawable
from ...rules.errors import TerminusError
from ...rules.play import ask, circled
from ...rules.position import Position, Reach
from ...rules.ruleset import Ruleset
from ...rules.sheet import Sheet

EVERYTHING = Reach(anywhere=True, alongside=True)  # a joker, a switch and double track together


class BadFigure(TerminusError):
    """A figure of the book that does not say what the engine says."""


@dataclass(frozen=True, slots=True)
class Window:
    """The part of the grid that a figure shows, its corners included."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def parse(cls, text: str, city: Board) -> Window:
        if text == "all":
            return cls(0, 0, city.columns - 1, city.rows - 1)
        one, other = text.split()
        return cls(*_point(one), *_point(other))

    def has(self, cell: str) -> bool:
        x, y = _point(cell)
        return self.left <= x <= self.right and self.top <= y <= self.bottom


def _point(cell: str) -> tuple[int, int]:
    return ord(cell[0]) - ord("a"), int(cell[1:])


def position_of(figure: Mapping[str, Any]) -> Position:
    """The seat that a figure shows: its sheet, and the cards it is asked to answer."""
    city = board(figure["board"])
    ruleset = Ruleset.of(city, figure.get("modules", ()))
    position = Position(ruleset, figure.get("dealt", {}), Sheet.empty(city), 0)
    for line, sections in figure.get("drawn", {}).items():
        position = _drawn(position, city.lines.index(line), sections.split())
    position = _in_hand(position, city.lines.index(figure["line"]))
    for cell in figure.get("circled", "").split():
        position = circled(position, city.at[cell])
    if "special" in figure:
        position = position.noted("specials", figure["special"])
    if "card" not in figure:
        return position
    return ask(position, Turn.parse(figure.get("turn", 4), figure["card"]))


def _in_hand(position: Position, pencil: int) -> Position:
    return Position(position.ruleset, position.dealt, position.sheet, pencil, position.notes)


def _drawn(position: Position, pencil: int, sections: list[str]) -> Position:
    city = position.ruleset.board
    for name in sections:
        position = _in_hand(position, pencil)
        draw = parse(city, name)
        if not isinstance(draw, Draw) or draw not in drawable(position, EVERYTHING):
            raise BadFigure(f"{city.id}: {name} cannot be drawn")
        sheet = position.sheet.with_section(city, pencil, draw.section, draw.start, draw.target)
        position = Position(position.ruleset, position.dealt, sheet, pencil, position.notes)
    return position
