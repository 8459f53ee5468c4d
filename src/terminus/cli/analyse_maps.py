"""The drawings of a report: the map with a move and a better one, and the course of a game."""

from __future__ import annotations

from collections.abc import Sequence

from ..drawing import palette
from ..drawing.geometry import rounded
from ..drawing.ground import crossings, ground, place
from ..drawing.ink import ink
from ..drawing.sheet import MARGIN
from ..drawing.stamps import stamps
from ..drawing.stops import stops
from ..drawing.svg import element, group
from ..review.rounded import Figures
from ..rules.board import Board, members
from ..rules.position import Position
from ..rules.sheet import Sheet

WIDE, HIGH, LEFT, TOP, BOTTOM = 900, 240, 40, 10, 10


def sheet_svg(board: Board, sheet: Sheet, *over: str) -> str:
    columns, rows = board.columns - 1 + 2 * MARGIN, board.rows - 1 + 2 * MARGIN
    drawn = [ground(board), ink(board, sheet), stamps(board, sheet), crossings(board), *over, stops(board)]
    box = f"{-MARGIN:g} {-MARGIN:g} {columns:g} {rows:g}"
    return element("svg", *drawn, viewBox=box, aria_hidden="true")


def move_svg(board: Board, before: Position, played: Position, better: Position | None) -> str:
    """The sheet before a turn: what was drawn is solid, what was better is broken."""
    colour = palette.line_colour(board, board.lines[before.pencil])
    strokes = [
        _stroke(board, before, played, palette.PAPER, 0.36),
        _stroke(board, before, played, colour, 0.24),
    ]
    if better is not None:
        strokes += [
            _stroke(board, before, better, palette.INK, 0.26),
            _stroke(board, before, better, palette.WILD, 0.15, "0.2 0.26"),
        ]
    return sheet_svg(board, before.sheet, *strokes)


def _stroke(
    board: Board, before: Position, after: Position, colour: str, width: float, dashes: str | None = None
) -> str:
    """What is new on the sheet after a reply."""
    old, new = (position.sheet.lines[before.pencil] for position in (before, after))
    shapes = [
        element("path", d=rounded([(float(x), float(y)) for x, y in board.sections[section].path], 0.3))
        for section in members(new.sections & ~old.sections)
    ]
    for station in members(new.circled & ~old.circled):
        x, y = place(board.stations[station].cell)
        shapes.append(element("circle", cx=x, cy=y, r=0.5))
    look = {"stroke": colour, "stroke_width": width, "stroke_dasharray": dashes}
    return (
        group(*shapes, fill="none", stroke_linecap="round", stroke_linejoin="round", **look) if shapes else ""
    )


def key_svg(sign: str) -> str:
    """What a stroke or a bar looks like, for the words beside it."""
    rail = {"d": "M4 6H40", "fill": "none", "stroke_linecap": "round"}
    drawn = {
        "played": [element("path", **rail, stroke=palette.SOFT, stroke_width=8)],
        "better": [
            element("path", **rail, stroke=palette.INK, stroke_width=9),
            element("path", **rail, stroke=palette.WILD, stroke_width=5, stroke_dasharray="7 8"),
        ],
        "luck": [_bar(18.0, 8.0, 1.0, 11.0, fill=palette.PAPER, stroke=palette.INK)],
        "lost": [_bar(18.0, 8.0, 1.0, 11.0, fill=palette.BAD)],
    }
    return element("svg", *drawn[sign], viewBox="0 0 44 12", aria_hidden="true")


def graph_svg(turns: Sequence[Figures]) -> str:
    """The expected total from card to card: luck hollow, losses solid."""
    levels = [
        level for t in turns for level in (t.before, t.before + t.luck, t.before + t.luck - t.lost, t.after)
    ]
    low, high = min(levels) // 100 * 100, -(-max(levels) // 100) * 100
    step = (WIDE - LEFT - 10) / len(turns)

    def y(value: float) -> float:
        return TOP + (high - value) / max(1, high - low) * (HIGH - TOP - BOTTOM)

    drawn = []
    for value in range(low, high + 1, 200 if high - low > 800 else 100):
        drawn.append(element("path", d=f"M{LEFT} {y(value):.1f}H{WIDE - 10}", stroke=palette.RULE))
        drawn.append(
            element("text", str(value // 10), x=LEFT - 6, y=y(value) + 5, text_anchor="end", font_size=14)
        )
    for i, turn in enumerate(turns):
        x, best = LEFT + i * step, turn.before + turn.luck
        luck = {"fill": palette.PAPER, "stroke": palette.INK}
        drawn.append(_bar(x + step * 0.14, step * 0.32, y(turn.before), y(best), **luck))
        drawn.append(_bar(x + step * 0.54, step * 0.32, y(best), y(best - turn.lost), fill=palette.BAD))
    course = " ".join(
        f"{LEFT + i * step:.1f},{y(value):.1f}"
        for i, value in enumerate([*(turn.before for turn in turns), turns[-1].after])
    )
    drawn.append(element("polyline", points=course, fill="none", stroke=palette.INK, stroke_width=2))
    return element("svg", *drawn, viewBox=f"0 0 {WIDE} {HIGH}", aria_hidden="true")


def _bar(x: float, wide: float, one: float, other: float, **look: str) -> str:
    return element("rect", x=x, y=min(one, other), width=wide, height=abs(one - other), **look)
