"""Sheets that were drawn on paper, as texts and in a log: for each line its sections and circles in notation.

A mark that the rules forbid is kept only if somebody insisted: then `!` follows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..rules.actions import Circle, Draw
from ..rules.board import Board
from ..rules.errors import Illegal, Sentence, TerminusError
from ..rules.finished import Finished, Mark, Problem, counted, finished
from ..rules.packs import Dealt
from ..rules.ruleset import Ruleset
from ..rules.table import Table
from .notation import parse

EVENT = "sheets"
INSISTED = "!"
MOST_MARKS = 50  # of a line; a round has some twenty
Drawn = Mapping[str, Sequence[str]]  # by line, in the order the lines were drawn


class BadSheet(TerminusError):
    """Texts that are no sheet of this board at all."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A sheet from paper: what it comes to, and its texts."""

    sheet: Finished
    drawn: Drawn

    @property
    def open(self) -> tuple[Problem, ...]:
        """The problems that nobody has insisted on."""
        return tuple(problem for problem in self.sheet.problems if not problem.mark.insisted)


def read_sheet(ruleset: Ruleset, dealt: Dealt, drawn: Drawn) -> Counted:
    """A seat's sheet; raises `BadSheet` or `Illegal` for what this board has not."""
    board = ruleset.board
    for line in drawn:
        if line not in board.lines:
            raise BadSheet(
                Sentence(
                    "there is no line «{line}»; there are {lines}", line=line, lines=", ".join(board.lines)
                )
            )
    marks = [
        Mark(board.lines.index(line), number, _action(board, text), text.endswith(INSISTED))
        for line in drawn
        for number, text in enumerate(_few(line, drawn))
    ]
    return Counted(finished(ruleset, dealt, marks), drawn)


def _few(line: str, drawn: Drawn) -> Sequence[str]:
    if len(drawn[line]) > MOST_MARKS:
        text = Sentence("{line}: a line has at most {most} sections and circles", line=line, most=MOST_MARKS)
        raise BadSheet(text)
    return drawn[line]


def _action(board: Board, text: str) -> Draw | Circle:
    action = parse(board, text.removesuffix(INSISTED))
    if not isinstance(action, Draw | Circle):
        raise Illegal("R3.0", Sentence("«{text}» is nothing that is drawn on a sheet", text=text))
    return action


def sheets_event(sheets: Sequence[Counted]) -> dict[str, Any]:
    return {
        "event": EVENT,
        "sheets": [{line: list(marks) for line, marks in sheet.drawn.items() if marks} for sheet in sheets],
    }


def take_sheets(table: Table, event: Mapping[str, Any]) -> Table:
    """The table once the sheets of all its seats are on it: the game is over."""
    found: Any = event.get("sheets")
    if not isinstance(found, list) or len(found) != len(table.seats) or not all(map(_is_drawn, found)):
        raise BadSheet(Sentence("sheets must be a list with the marks of every seat, by line"))
    sheets = [read_sheet(table.ruleset, table.dealt, drawn) for drawn in found]
    for seat, sheet in enumerate(sheets):
        for problem in sheet.open:
            why = Illegal(problem.refusal.rule, problem.refusal.text).sentence
            raise BadSheet(
                Sentence(
                    "seat {seat}: {why}; with an exclamation mark after it, it is kept all the same",
                    seat=seat,
                    why=why,
                )
            )
    return counted(table, [sheet.sheet for sheet in sheets])


def _is_drawn(value: object) -> bool:
    if not isinstance(value, Mapping):
        return False
    return all(
        isinstance(marks, list) and all(isinstance(mark, str) for mark in marks) for marks in value.values()
    )
