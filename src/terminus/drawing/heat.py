"""Where lines go: a board on which each section is as wide as it is often drawn."""

from __future__ import annotations

from collections.abc import Mapping

from ..rules.board import Board, Section
from . import palette
from .geometry import rounded
from .ground import crossings, ground
from .sheet import MARGIN, framed
from .stops import stops
from .svg import at, element, group

CELL = 60  # units of a picture
THINNEST, WIDEST = 0.03, 0.3  # cells
SEEN = 0.005  # of the most drawn one: what is less is as good as never drawn


def heat_picture(board: Board, heat: Mapping[str, float], title: str) -> str:
    """`heat` says of each section, named from its first cell, how often it is drawn."""
    columns, rows = board.columns - 1 + 2 * MARGIN, board.rows - 1 + 2 * MARGIN
    page = element("rect", width=columns * CELL, height=rows * CELL, fill=palette.PAPER)
    drawn = ground(board) + heat_drawing(board, heat) + crossings(board) + stops(board)
    inner = at(MARGIN * CELL, MARGIN * CELL, drawn, scale=CELL)
    return framed(columns * CELL, rows * CELL, title, page, inner)


def heat_drawing(board: Board, heat: Mapping[str, float]) -> str:
    """In cells, the most drawn on top; light around each, so that it is seen on every ground."""
    most = max(heat.values(), default=0.0)
    share = {s.id: heat.get(s.name_from(s.a), 0.0) / (most or 1) for s in board.sections}
    seen = sorted((s for s in board.sections if share[s.id] > SEEN), key=lambda s: share[s.id])
    strokes = [_stroke(section, share[section.id]) for section in seen]
    return group(*strokes, fill="none", stroke_linecap="round", stroke_linejoin="round")


def _stroke(section: Section, share: float) -> str:
    path = rounded([(float(x), float(y)) for x, y in section.path], 0.3)
    width = THINNEST + (WIDEST - THINNEST) * share
    edge = element("path", d=path, stroke=palette.PAPER, stroke_width=width + 0.06)
    return edge + element("path", d=path, stroke=palette.BAD, stroke_width=width)
