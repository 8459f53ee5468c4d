"""Pictures to post and to show with a link, 1200 × 630: a finished network with its score, or a city.

In the language that is spoken (locale.spoken).
"""

from __future__ import annotations

from ..locale.spoken import t, word
from ..record.scores import solo
from ..rules.board import Board
from ..rules.errors import BadSetup
from ..rules.score import extras, line_score, ranking, total
from ..rules.sheet import Sheet
from ..rules.table import Table, scores, winning_seats
from . import palette
from .lettering import Weight, lettered, width
from .sheet import fitted, framed
from .svg import at, element, group

WIDE, HIGH = 1200, 630
EDGE = 30
LEFT, RIGHT = 650, 1150  # of what stands beside the map
FORMULA_SIZE = 25


def picture(table: Table, seat: int | None = None) -> str:
    """The network of a seat, of the first winner unless told, when the game is over."""
    won = winning_seats(table)
    if won is None:
        raise BadSetup(t("the game is not over yet: a picture shows a finished network"))
    shown = won[0] if seat is None else seat
    if not 0 <= shown < len(table.seats):
        count = len(table.seats)
        raise BadSetup(t("there is no seat {seat}; the game has {count}, from 0 on", seat=shown, count=count))
    board = table.ruleset.board
    points = _counted(table, shown)
    title = t("{name}: {points} points in {city}", name=table.seats[shown], points=points, city=t(board.name))
    beside = [*_head(board, _company(table, shown)), *_score(table, shown), *_lines(table, shown)]
    beside += _rating(table) if len(table.seats) == 1 else _ranking(table, shown)
    return _card(title, board, table.positions[shown].sheet, *beside)


def board_picture(board: Board, title: str, about: str) -> str:
    """An empty map with a few words beside it."""
    words = [*_mark(), _line(title, 300, 76, palette.INK, "Black")]
    words += [_line(part, 356 + 38 * i, 30, palette.SOFT) for i, part in enumerate(_folded(about, 30))]
    words.append(group(*_pencils(board)))
    return _card(title, board, Sheet.empty(board), *words)


def _card(title: str, board: Board, sheet: Sheet, *beside: str) -> str:
    page = element("rect", width=WIDE, height=HIGH, fill=palette.DESK)
    paper = {"x": 12, "y": 12, "width": WIDE - 24, "height": HIGH - 24, "rx": 22, "fill": palette.PAPER}
    mapped = fitted(board, sheet, EDGE, EDGE, HIGH - 2 * EDGE)
    return framed(WIDE, HIGH, title, page, element("rect", **paper), mapped, *beside)


def _line(text: str, y: float, size: float, fill: str, weight: Weight = "Regular") -> str:
    return lettered(text, LEFT, y, size, fill, weight=weight, most=RIGHT - LEFT)


def _mark() -> list[str]:
    """Our sign and name."""
    track = element("path", d="M5 22H12L20 10H27", fill="none", stroke=palette.LINES["blue"], stroke_width=5)
    stop = element("circle", cx=20, cy=10, r=4.5, fill=palette.PAPER, stroke=palette.INK, stroke_width=3)
    sign = at(LEFT - 4, 44, track, stop, stroke_linecap="round", stroke_linejoin="round", scale=1.2)
    name = lettered("Terminus", LEFT + 42, 72, 30, palette.INK, weight="Bold")
    foot = t("an unofficial home of the Next Station games")
    return [sign, name, _line(foot, 592, 19, palette.SOFT)]


def _head(board: Board, under: str) -> list[str]:
    return [
        *_mark(),
        _line(t(board.name), 146, 60, palette.INK, "Black"),
        _line(under, 182, 26, palette.SOFT),
    ]


def _company(table: Table, seat: int) -> str:
    modules = [word("module", name) for name in table.ruleset.modules]
    return " · ".join([table.seats[seat], *modules])


def _counted(table: Table, seat: int) -> int:
    """What counts: alone less what modules take off, as the end of the game says it."""
    points = total(scores(table)[seat])
    return solo(table, points).score if len(table.seats) == 1 else points


def _score(table: Table, seat: int) -> list[str]:
    text = f"{_counted(table, seat)}".replace("-", "−")
    after = LEFT + width(text, 128, "Black") + 16
    return [
        lettered(text, LEFT - 4, 296, 128, palette.INK, weight="Black"),
        lettered(t("points"), after, 296, 34, palette.SOFT, weight="Semibold"),
    ]


def _lines(table: Table, seat: int) -> list[str]:
    """The pad in two columns: each line's formula, then what the network scores."""
    board, items = table.ruleset.board, scores(table)[seat]
    parts = []
    for i, line in enumerate(board.lines):
        row = line_score(items, line)
        bonus = f" + {row.bonus}" if row.bonus else ""
        x, y = LEFT + 260 * (i % 2), 352 + 44 * (i // 2)
        parts.append(_bullet(board, i, x + 15, y - 9))
        formula = f"{row.districts} × {row.stations}{bonus} = {row.total}"
        parts.append(lettered(formula, x + 40, y, FORMULA_SIZE, palette.INK, weight="Semibold", most=210))
    named = [f"{word('extra', rule)} {points}".replace("-", "−") for rule, points in extras(items).items()]
    y = 352 + 44 * ((len(board.lines) + 1) // 2)
    return [*parts, _line(" · ".join(named), y, 22, palette.SOFT)]


def _bullet(board: Board, line: int, x: float, y: float) -> str:
    name = board.lines[line]
    number = lettered(
        str(line + 1), x, y + 7, 21, palette.on_line(board, name), weight="Bold", anchor="middle"
    )
    return element("circle", cx=x, cy=y, r=15, fill=palette.line_colour(board, name)) + number


def _rating(table: Table) -> list[str]:
    """The solo rating: how far the line came, and its verdict."""
    alone = solo(table, total(scores(table)[0]))
    stops = len(table.ruleset.board.ratings) + 1
    step = 56
    reached = LEFT + 14 + step * (alone.rating - 1)
    rail = {"stroke_width": 8, "stroke_linecap": "round"}
    far = LEFT + 14 + step * (stops - 1)
    drawn = [
        element("path", d=f"M{LEFT + 14} 496H{far}", stroke=palette.RULE, **rail),
        element("path", d=f"M{LEFT + 14} 496H{reached}", stroke=palette.GOOD, **rail),
    ]
    for stop in range(stops):
        edge = palette.GOOD if stop < alone.rating else palette.PRINTED_STRONG
        here = stop == alone.rating - 1
        look = {"fill": palette.WILD if here else palette.WHITE, "stroke": palette.INK if here else edge}
        r = 14 if here else 10
        drawn.append(element("circle", cx=LEFT + 14 + step * stop, cy=496, r=r, stroke_width=4, **look))
    return [*drawn, _line(word("verdict", str(alone.rating)), 550, 30, palette.INK, "Bold")]


def _ranking(table: Table, seat: int) -> list[str]:
    """Everybody's total, the best first; the one shown is set off."""
    items = scores(table)
    totals, order = [total(one) for one in items], ranking(items, table.ruleset.board.lines)
    step = min(36, 132 / len(order))
    rows = []
    for place, one in enumerate(order):
        y = 480 + step * place
        fill = palette.INK if one == seat else palette.SOFT
        weight: Weight = "Bold" if one == seat else "Regular"
        rows.append(lettered(table.seats[one], LEFT, y, 25, fill, weight=weight, most=360))
        rows.append(lettered(str(totals[one]), RIGHT, y, 25, fill, weight="Bold", anchor="end"))
    return rows


def _pencils(board: Board) -> list[str]:
    return [_bullet(board, i, LEFT + 15 + 44 * i, 520) for i in range(len(board.lines))]


def _folded(text: str, size: float) -> list[str]:
    """The text in lines that fit beside the map."""
    lines = [""]
    for part in text.split():
        longer = f"{lines[-1]} {part}".strip()
        if width(longer, size) > RIGHT - LEFT and lines[-1]:
            lines.append(part)
        else:
            lines[-1] = longer
    return lines
