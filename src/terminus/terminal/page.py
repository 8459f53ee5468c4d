"""A board or a whole game on one page of text, as `terminus show` prints it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from ..locale.spoken import t, tn, word
from ..rules.board import Board, members
from ..rules.score import total
from ..rules.sheet import Line
from ..rules.symbols import ALL, SYMBOLS
from ..rules.table import Table, scores
from .canvas import LARGE, SMALL, Scale
from .draw import draw
from .look import EVERY_SYMBOL, FAINT, GLYPHS
from .pad import full_pad, line_title
from .tokens import all_dealt, lying


def board_page(board: Board, width: int) -> RenderableType:
    """The empty board with its legend."""
    return Group(Text(t(board.name), "bold"), draw(board, scale=_scale(board, width)), *legend(board))


def table_page(table: Table, width: int) -> RenderableType:
    """Every sheet, what is drawn on it in words, and the score pad."""
    board = table.ruleset.board
    parts: list[RenderableType] = []
    for seat, items in enumerate(scores(table)):
        sheet = table.positions[seat].sheet
        parts.append(Text(points(table.seats[seat], total(items)), "bold"))
        parts.append(draw(board, sheet, scale=_scale(board, width), marked=lying(table.positions[seat])))
        parts.extend(line_words(board, pencil, line) for pencil, line in enumerate(sheet.lines))
        parts.append(Text())
    return Group(*parts, *map(Text, all_dealt(table)), full_pad(table))


def points(name: str, count: int) -> str:
    return tn("{name}: {count} point", "{name}: {count} points", count, name=name)


def _scale(board: Board, width: int) -> Scale:
    return LARGE if LARGE.size(board.columns, board.rows)[0] <= width else SMALL


def line_words(board: Board, pencil: int, line: Line) -> Text:
    """A line in words: its sections, what is circled and doubled."""
    names = ["-".join(board.sections[section].ends) for section in members(line.sections)]
    circled = [board.stations[station].cell for station in members(line.circled)]
    doubled = [board.districts[district] for district in members(line.doubled)]
    parts = [" ".join(names) or t("nothing drawn")]
    parts += [t("circled {stations}", stations=" ".join(circled))] if circled else []
    parts += [t("districts doubled: {districts}", districts=" ".join(doubled))] if doubled else []
    return Text.assemble(line_title(board, pencil), ": ", "; ".join(parts))


def legend(board: Board) -> Iterator[Text]:
    """What the signs on a board mean, and where its lines depart."""
    signs = [f"{GLYPHS[symbol]} {word('face', symbol)}" for symbol in SYMBOLS]
    river = board.scenery.get("river", {})
    features = {
        f"{EVERY_SYMBOL} {t('every symbol')}": any(s.symbols == ALL for s in board.stations),
        f"* {word('station', 'tourist')}": bool(board.tagged("tourist")),
        f"~ {t(river.get('name', 'river'))}": "course" in river,
        f"━ {t('loop')}": bool(board.printed),
        f"× {t('aerial crossing')}": bool(board.crossings),
        f"┊ {t('district')}": True,
    }
    yield Text("  ".join([*signs, *(sign for sign, there in features.items() if there)]))
    departures = Text(f"{t('Departures:')} ")
    for pencil, station in enumerate(board.departures):
        departures.append("  " if pencil else "")
        departures.append_text(line_title(board, pencil))
        departures.append(f" {board.stations[station].cell}")
    yield departures
    if note := board.scenery.get("note"):
        yield Text(t(note), FAINT)
