"""The colours of a print: those of the pictures, or few and grey where ink is to be saved."""

from __future__ import annotations

import re

from ...rules.board import Board
from .. import palette

COLOUR = re.compile(r"#[0-9a-f]{6}\b")
UNDERGROUND = "#28324a"
CLEAR, FAINT, LIGHT, MIDDLE, BLACK = "#ffffff", "#f0f0f0", "#d9d9d9", "#8c8c8c", "#000000"

# What is an area becomes white or nearly so, what is a line or a letter black or grey.
SPARING = {
    **dict.fromkeys((palette.PAPER, palette.DESK, palette.WHITE, *palette.TINTS, UNDERGROUND), CLEAR),
    palette.TINT_CENTRAL: FAINT,
    palette.WILD: FAINT,
    palette.RIVER: LIGHT,
    palette.LOOP: MIDDLE,
    **{colour: MIDDLE if name in palette.DARK_ON else BLACK for name, colour in palette.LINES.items()},
    palette.RULE: MIDDLE,
    palette.PRINTED: "#b3b3b3",
    palette.PRINTED_STRONG: MIDDLE,
    palette.BORDER: "#595959",
    **dict.fromkeys((palette.INK, palette.SOFT, palette.SIGHT_INK, palette.BAD), BLACK),
}


def inked(drawing: str, ink: bool) -> str:
    """A drawing as it is printed: without areas of colour where ink is to be saved."""
    return COLOUR.sub(lambda found: SPARING.get(found[0], found[0]), drawing) if ink else drawing


def of_the_page(ink: bool) -> dict[str, str]:
    """What the templates use, by its name there."""
    named = {
        "paper": palette.WHITE,
        "ground": palette.PAPER,
        "ink": palette.INK,
        "soft": palette.SOFT,
        "rule": palette.PRINTED,
        "wild": palette.WILD,
        "dark": UNDERGROUND,
        "on-dark": palette.WHITE,
    }
    found = {name: inked(colour, ink) for name, colour in named.items()}
    return found | {"back": CLEAR if ink else UNDERGROUND, "on-back": BLACK if ink else palette.WHITE}


def of_line(board: Board, line: str, ink: bool) -> dict[str, str]:
    """A line's colour, and that of what is written on it."""
    return {
        "colour": inked(palette.line_colour(board, line), ink),
        "on": inked(palette.on_line(board, line), ink),
    }
