"""Sheets from paper while somebody enters them: what they come to, what is wrong, and where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

import msgspec

from ...record.draft import Draft
from ...record.scores import solo
from ...record.sheets import Counted
from ...rules.actions import Circle, Draw
from ...rules.board import members
from ...rules.drawing import drawable
from ...rules.finished import circling, counted, widest, with_pencil
from ...rules.position import Position, Reach
from ...rules.score import total
from ...rules.table import Table, scores, winning_seats
from ..table.paper import Paper
from .answers import answer_of, option_view
from .kept import Kept
from .shapes import AnswerView, Option, Reason, Result, ScoreView, SheetView, Solo, TokenView
from .sheets import score_view, sheet_view
from .views import turns
from .why import reason_view, why_not_here, why_of


class ProblemView(msgspec.Struct):
    """What cannot be: which mark of a line, as it was written, and why; `kept` if somebody insists."""

    line: str
    mark: int
    text: str
    kept: bool
    reason: Reason


class CountedSeat(msgspec.Struct):
    sheet: SheetView
    score: ScoreView
    problems: list[ProblemView]
    options: dict[str, list[Option]]  # by line: what can be drawn and circled next


class CountView(msgspec.Struct):
    seats: list[CountedSeat]
    tokens: list[TokenView]
    result: Result
    why: Reason | None  # the answer to what was asked


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """A place on a seat's sheet that could not be drawn to with this line."""

    seat: int
    line: str
    about: str


class TurnEntered(msgspec.Struct):
    """A seat at the first card that it has not answered; none if all are."""

    round: int
    turn: int
    pencil: str
    cards: list[str]
    turned: list[list[str]]
    tokens: list[TokenView]
    sheet: SheetView
    score: ScoreView
    answer: AnswerView | None
    do: list[str] | None  # the answer so far as a log writes it, if the turn may end with it
    over: bool
    why: Reason | None
    ended: CountView | None  # all sheets, once every card is answered on each of them


def count_view(paper: Paper, asked: Asked | None) -> CountView:
    table = counted(paper.table, [sheet.sheet for sheet in paper.sheets])
    return CountView(
        [_seat(sheet) for sheet in paper.sheets],
        _tokens(table.positions[0]),
        _result(table),
        _why(paper, asked) if asked else None,
    )


def _tokens(position: Position) -> list[TokenView]:
    return [TokenView(**asdict(token)) for token in position.ruleset.tokens(position)]


def _result(table: Table) -> Result:
    won = list(winning_seats(table) or ())
    if len(table.seats) > 1:
        return Result(won, None)
    alone = solo(table, total(scores(table)[0]))
    return Result(won, Solo(alone.score, alone.rating, alone.penalty))


def _seat(sheet: Counted) -> CountedSeat:
    position = sheet.sheet.position
    board, reach = position.ruleset.board, widest(position.ruleset, position.dealt)
    problems = [
        ProblemView(
            (line := board.lines[problem.mark.pencil]),
            problem.mark.number,
            sheet.drawn[line][problem.mark.number],
            problem.mark.insisted,
            reason_view(board, problem.refusal),
        )
        for problem in sheet.sheet.problems
    ]
    options = {
        line: list(_options(with_pencil(position, pencil, reach), reach))
        for pencil, line in enumerate(board.lines)
    }
    return CountedSeat(sheet_view(position), score_view(position), problems, options)


def _options(position: Position, reach: Reach) -> Iterator[Option]:
    board = position.ruleset.board
    draws: list[Draw | Circle] = [*drawable(position, reach)]
    circles, most, _ = circling(position)
    line = position.line
    if line.circled.bit_count() < most:
        draws += [Circle(station) for station in members(circles & line.stations & ~line.circled)]
    for action in draws:
        yield option_view(board, action, (None, None))


def _why(paper: Paper, asked: Asked) -> Reason | None:
    """Nothing for what this game has not; our own page asks for no such thing."""
    rules = paper.table.ruleset
    if not 0 <= asked.seat < len(paper.sheets) or asked.line not in rules.board.lines:
        return None
    position = paper.sheets[asked.seat].sheet.position
    reach = widest(rules, position.dealt)
    return why_not_here(with_pencil(position, rules.board.lines.index(asked.line), reach), asked.about)


def ended_view(table: Table) -> CountView:
    """A game that was entered turn by turn, at its end: nothing on its sheets can be wrong."""
    seats = [CountedSeat(sheet_view(one), score_view(one), [], {}) for one in table.positions]
    return CountView(seats, _tokens(table.positions[0]), _result(table), None)


def turn_view(table: Table, draft: Draft, about: str | None, ended: Table | None) -> TurnEntered:
    """`ended` is the table of all seats, if it is over."""
    position = draft.position
    asks = not table.over and not table.answered[0]
    return TurnEntered(
        table.round,
        table.turn,
        position.ruleset.board.lines[position.pencil],
        list(table.shown),
        turns(table.turned),
        _tokens(table.positions[0]),
        sheet_view(position),
        score_view(position),
        answer_of(draft, Kept()) if asks else None,
        draft.hand_in()[1] if asks and draft.ready else None,
        table.over,
        why_of(draft, about) if about is not None and asks else None,
        ended_view(ended) if ended else None,
    )
