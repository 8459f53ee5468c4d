"""How things look in a terminal: letters and colours of lines, signs of symbols, all one cell wide."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules.board import ALL, SYMBOLS
from ..rules.cards import Card

GLYPHS = {"circle": "○", "square": "□", "triangle": "△", "pentagon": "⬠", "joker": "★", "switch": "⑂"}
EVERY_SYMBOL = "◎"

COLOURS = {
    "purple": "#b48cff", "blue": "#5aa9ff", "pink": "#ff7ab8", "green": "#57d279", "brown": "#c8925a",
    "orange": "#ffa040", "red": "#ff6b60", "gold": "#f2cb4d", "yellow": "#f2e24d", "teal": "#3fcfc0",
    "grey": "#b9bec6", "gray": "#b9bec6", "black": "#d0d0d0", "white": "#ffffff",
}  # fmt: skip
OTHER_COLOURS = ("#b48cff", "#57d279", "#ffa040", "#5aa9ff")

FAINT = "#767c88"
WATER = "#3d7fb8"
LAND = "#d7dae0"
SITE = "bold #f2cb4d"
LABEL = "bold #101010 on #f2e24d"
CHOSEN = "bold #ffffff on #c0392b"


def letters(lines: Sequence[str]) -> tuple[str, ...]:
    """A letter for each line, all different: its first, else its last, else any it has, else a digit."""
    found: list[str] = []
    for line in lines:
        wanted = (line[:1] + line[-1:] + line).upper() + "123456789"
        found.append(next(letter for letter in wanted if letter.isalnum() and letter not in found))
    return tuple(found)


def colour(lines: Sequence[str], pencil: int) -> str:
    return COLOURS.get(lines[pencil].lower(), OTHER_COLOURS[pencil % len(OTHER_COLOURS)])


def glyph(symbols: int) -> str:
    """The sign of a station that shows these symbols."""
    if symbols == ALL:
        return EVERY_SYMBOL
    return next(GLYPHS[name] for name, bit in SYMBOLS.items() if symbols & bit)


def card_glyph(card: Card) -> str:
    return GLYPHS[card.split("/")[1]]
