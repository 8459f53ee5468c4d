"""Actions as text and back: `d2-f4`, `use joker`, `circle f3`, `skip`. `parse` undoes `notate`."""

from __future__ import annotations

from ..rules.actions import DONE, SKIP, Action, Circle, Done, Draw, Skip, Use
from ..rules.board import Board
from ..rules.errors import Illegal, Sentence


def notate(board: Board, action: Action) -> str:
    """An action in notation; `done` is for people and bots, a log never holds it."""
    match action:
        case Draw(section, start):
            return board.sections[section].name_from(start)
        case Circle(station):
            return f"circle {board.stations[station].cell}"
        case Use(power):
            return f"use {power}"
        case Skip():
            return "skip"
        case Done():
            return "done"


def parse(board: Board, text: str) -> Action:
    """The action that a text names; raises `Illegal` if the board has no such thing."""
    match text.split(" "):
        case ["skip"]:
            return SKIP
        case ["done"]:
            return DONE
        case ["use", power]:
            return Use(power)
        case ["circle", cell]:
            return Circle(_station(board, cell))
        case [section] if "-" in section:
            return _draw(board, section)
        case _:
            raise Illegal(
                "R2.5",
                Sentence("«{text}» is no action; write a section like d2-f4, use, circle or skip", text=text),
            )


def _station(board: Board, cell: str) -> int:
    if cell not in board.at:
        raise Illegal("R3.0", Sentence("there is no station at «{cell}»", cell=cell))
    return board.at[cell]


def _draw(board: Board, text: str) -> Draw:
    start, _, end = text.partition("-")
    a, b = _station(board, start), _station(board, end)
    section = board.names.get((start, end))
    if section is None:
        raise Illegal("R3.0", Sentence("there is no section {text}", text=text))
    return Draw(section, a, b)
