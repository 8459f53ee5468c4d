"""What a figure shows, worked out by the engine: what may be drawn and is worth what, what may not and why.

A figure is a small tree of moments: from each one every section that may be drawn leads to the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, astuple
from typing import Any

import msgspec

from ...record.draft import Draft
from ...record.notation import notate, parse
from ...rules.actions import Circle, Draw, Use
from ...rules.board import Board
from ...rules.errors import Illegal
from ...rules.play import front
from ...rules.position import Position
from ...rules.score import line_score, score
from ...rules.why_not import why_not
from ..shown.boards import section_name
from ..shown.shapes import LineScore, LineView, Reason, ScoreView, SheetView, TokenView
from ..shown.sheets import score_view, sheet_view
from ..shown.why import reason_view
from .positions import BadFigure, Window, position_of

DEEPEST = 3


class Way(msgspec.Struct):
    """Something that may be done, and what comes of it."""

    do: str
    section: str | None
    target: str | None
    then: Moment


class Moment(msgspec.Struct):
    """The line in hand as it stands, and what can be done now; `refused` says of a station why it cannot."""

    line: LineView
    row: LineScore
    prompt: str | None
    ways: list[Way]
    refused: dict[str, Reason]


class Example(msgspec.Struct):
    """One thing that the figure points out: allowed, or refused with its reason."""

    do: str
    section: str | None
    target: str | None
    why: Reason | None
    row: LineScore | None


class FigureView(msgspec.Struct):
    board: str
    window: tuple[int, int, int, int]
    line: str
    cards: list[str]
    turn: int
    text: str
    sheet: SheetView
    tokens: list[TokenView]
    moment: Moment
    examples: list[Example]
    counted: list[str]  # the lines and the rules whose count is told, and `total`
    score: ScoreView | None


def figure_view(figure: Mapping[str, Any]) -> FigureView:
    """A figure for the page; raises `BadFigure` where the engine does not agree with it."""
    position = position_of(figure)
    city = position.ruleset.board
    window = Window.parse(figure["window"], city)
    return FigureView(
        board=city.id,
        window=(window.left, window.top, window.right, window.bottom),
        line=city.lines[position.pencil],
        cards=figure["card"].split("+") if "card" in figure else [],
        turn=figure.get("turn", 0),
        text=figure.get("text", ""),
        sheet=sheet_view(position),
        tokens=_tokens(position),
        moment=_moment(position, window, DEEPEST),
        examples=[*_allowed(position, figure), *_refused(position, figure)],
        counted=_counted(position, figure),
        score=score_view(position) if "says" in figure else None,
    )


def _tokens(position: Position) -> list[TokenView]:
    return [TokenView(**asdict(token)) for token in position.ruleset.tokens(position)]


def _moment(position: Position, window: Window, deep: int) -> Moment:
    prompt = front(position)
    asked = not position.done and position.turn is not None
    return Moment(
        line=sheet_view(position).lines[position.ruleset.board.lines[position.pencil]],
        row=_row(position),
        prompt=prompt.kind if prompt else None,
        ways=_ways(position, window, deep) if asked and deep else [],
        refused=_reasons(position, window) if asked and deep and prompt else {},
    )


def _row(position: Position) -> LineScore:
    row = line_score(score(position), position.ruleset.board.lines[position.pencil])
    return LineScore(row.districts, row.stations, row.bonus, row.total)


def _ways(position: Position, window: Window, deep: int) -> list[Way]:
    city, found = position.ruleset.board, []
    for option in Draft.of(position).options:
        section, target = _place(city, option.action)
        if isinstance(option.action, Use) or (target and window.has(target)):
            then = Draft.of(position).take(option.action).position
            found.append(Way(notate(city, option.action), section, target, _moment(then, window, deep - 1)))
    return found


def _place(city: Board, action: object) -> tuple[str | None, str | None]:
    """The section and the station that an action is about."""
    match action:
        case Draw(section, _, target):
            return section_name(city.sections[section]), city.stations[target].cell
        case Circle(station):
            return None, city.stations[station].cell
        case _:
            return None, None


def _reasons(position: Position, window: Window) -> dict[str, Reason]:
    city = position.ruleset.board
    shown = [station for station in city.stations if window.has(station.cell)]
    reasons = {station.cell: why_not(position, station.id) for station in shown}
    return {cell: reason_view(city, reason) for cell, reason in reasons.items() if reason}


def _allowed(position: Position, figure: Mapping[str, Any]) -> list[Example]:
    return [_example(position, do, None) for do in figure.get("allowed", ())]


def _refused(position: Position, figure: Mapping[str, Any]) -> list[Example]:
    return [_example(position, do, rule) for do, rule in figure.get("refused", {}).items()]


def _example(position: Position, said: str, rule: str | None) -> Example:
    """An action, several of which all but the last are allowed in any case, or a station: «to c5»."""
    if said.startswith("to "):
        return _unreachable(position, said.removeprefix("to "), rule)
    city, *before = position.ruleset.board, *said.split(", ")
    draft, last = Draft.of(position), parse(city, before.pop())
    for step in before:
        draft = draft.say(step)
    section, target = _place(city, last)
    try:
        then = draft.take(last).position
    except Illegal as refused:
        if refused.rule != rule or refused.refusal is None:
            raise BadFigure(f"{city.id}: {said} is not refused by {rule} but: {refused}") from refused
        return Example(said, section, target, reason_view(city, refused.refusal), None)
    if rule is not None:
        raise BadFigure(f"{city.id}: {said} is not refused by {rule} but allowed")
    return Example(said, section, target, None, _row(then))


def _unreachable(position: Position, cell: str, rule: str | None) -> Example:
    city = position.ruleset.board
    refusal = why_not(position, city.at[cell])
    if refusal is None or refusal.rule != rule:
        raise BadFigure(f"{city.id}: to {cell} is not refused by {rule} but: {refusal}")
    return Example(f"to {cell}", None, cell, reason_view(city, refusal), None)


def _counted(position: Position, figure: Mapping[str, Any]) -> list[str]:
    """What is counted out; its figures are those that the figure says."""
    city, items = position.ruleset.board, score(position)
    says = dict(figure.get("says", {}))
    lines = says.pop("lines", {})
    rows = {line: list(astuple(line_score(items, line))) for line in lines}
    values = {rule: sum(item.value for item in items if rule in ("total", item.rule)) for rule in says}
    if (rows, values) != (lines, says):
        raise BadFigure(f"{city.id}: it counts {rows} and {values}, not {lines} and {says}")
    return [*lines, *says]
