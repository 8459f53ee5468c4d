"""The score pad: what every line and the network are worth now."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ..locale.spoken import about, t, word
from ..record.scores import solo
from ..rules.board import Board
from ..rules.score import extras, line_score, total
from ..rules.table import ROUNDS, Table, scores, winning_seats
from . import words
from .look import colour, letters

ROOM_FOR_SPACES = 3  # seats whose formulas fit side by side into 80 columns with spaces in them


def line_title(board: Board, pencil: int) -> Text:
    """A line's letter and name in its colour."""
    text = f"{letters(board.lines)[pencil]} {word('line', board.lines[pencil])}"
    return Text(text, style=f"bold {colour(board.lines, pencil)}")


def standing(table: Table) -> str:
    """Where a game is, in a few words."""
    if table.over:
        return t("The game is over")
    where = {"round": table.round, "rounds": ROUNDS, "turn": table.turn}
    if not table.turn:
        return t("Round {round} of {rounds}, before its first turn", **where)
    return t("Round {round} of {rounds}, turn {turn}", **where)


def full_pad(table: Table) -> RenderableType:
    """The pads of all seats side by side, and below them who has won or how the solo game is rated."""
    board, items = table.ruleset.board, scores(table)
    grid = Grid(title=Text(words.labelled(t(board.name), standing(table)), "bold"), title_justify="left")
    grid.add_column("")
    for name in table.seats:
        grid.add_column(Text(name), justify="right")
    for pencil, line in enumerate(board.lines):
        spaced = len(items) <= ROOM_FOR_SPACES
        row = [words.line_formula(line_score(seat, line), spaced) for seat in items]
        grid.add_row(line_title(board, pencil), *row)
    for rule in extras(items[0]):
        grid.add_row(word("extra", rule), *(str(extras(seat)[rule]) for seat in items))
    grid.add_section()
    grid.add_row(Text(t("Total"), "bold"), *(Text(str(total(seat)), "bold") for seat in items))
    return Group(grid, Text(outcome(table)))


def outcome(table: Table) -> str:
    """Who has won, or the solo rating; a running game only says what a solo player would get now."""
    if len(table.seats) == 1:
        return _solo(table)
    won = winning_seats(table)
    if won is None:
        return t("Nobody has won yet.")
    names = [table.seats[seat] for seat in won]
    if len(names) > 1:
        return t("{names} share the victory", names=", ".join(names)) + "."
    return t("{name} wins", name=names[0]) + "."


def _solo(table: Table) -> str:
    points = total(scores(table)[0])
    alone = solo(table, points)
    figures = {"points": points, "less": alone.penalty, "score": alone.score}
    score = t("{points} - {less} for modules = {score}", **figures) if alone.penalty else str(points)
    if not table.over:
        return t("Solo so far: {score}.", score=score)
    rating, ratings = str(alone.rating), len(table.ruleset.board.ratings) + 1
    rated = t("Solo: {score}, rating {rating} of {count}.", score=score, rating=rating, count=ratings)
    return f"{rated} {word('verdict', rating)}. {about('verdict', rating)}"
