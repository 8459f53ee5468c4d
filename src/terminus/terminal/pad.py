"""The score pad: what every line and the network are worth now."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ..record.scores import solo
from ..record.verdicts import verdict
from ..rules.board import Board
from ..rules.score import extras, line_score, total
from ..rules.table import ROUNDS, Table, scores, winning_seats
from . import words
from .look import colour, letters


def line_title(board: Board, pencil: int) -> Text:
    """A line's letter and name in its colour."""
    text = f"{letters(board.lines)[pencil]} {board.lines[pencil]}"
    return Text(text, style=f"bold {colour(board.lines, pencil)}")


def standing(table: Table) -> str:
    """Where a game is, in a few words."""
    if table.over:
        return "the game is over"
    return (
        f"round {table.round} of {ROUNDS}, {f'turn {table.turn}' if table.turn else 'before its first turn'}"
    )


def full_pad(table: Table) -> RenderableType:
    """The pads of all seats side by side, and below them who has won or how the solo game is rated."""
    board, items = table.ruleset.board, scores(table)
    grid = Grid(title=Text(f"{board.name}: {standing(table)}", "bold"), title_justify="left")
    grid.add_column("")
    for name in table.seats:
        grid.add_column(Text(name), justify="right")
    for pencil, line in enumerate(board.lines):
        row = [words.line_formula(line_score(seat, line)) for seat in items]
        grid.add_row(line_title(board, pencil), *row)
    for rule in extras(items[0]):
        grid.add_row(words.EXTRAS.get(rule, rule), *(str(extras(seat)[rule]) for seat in items))
    grid.add_section()
    grid.add_row(Text("total", "bold"), *(Text(str(total(seat)), "bold") for seat in items))
    return Group(grid, Text(outcome(table)))


def outcome(table: Table) -> str:
    """Who has won, or the solo rating; a running game only says what a solo player would get now."""
    if len(table.seats) == 1:
        return _solo(table)
    won = winning_seats(table)
    if won is None:
        return "Nobody has won yet."
    names = " and ".join(table.seats[seat] for seat in won)
    return f"{names} {'share the victory' if len(won) > 1 else 'wins'}."


def _solo(table: Table) -> str:
    points = total(scores(table)[0])
    alone = solo(table, points)
    score = f"{points} - {alone.penalty} for modules = {alone.score}" if alone.penalty else str(points)
    if not table.over:
        return f"Solo so far: {score}."
    return f"Solo: {score}, rating {alone.rating} of 6. {verdict(alone.rating)}"
