"""How things look in a terminal: letters and colours of lines, signs of symbols, all one cell wide."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from ..locale.spoken import word
from ..rules.cards import Card
from ..rules.symbols import ALL, SYMBOLS
from ..rules.table import Table

GLYPHS = {"circle": "○", "square": "□", "triangle": "△", "pentagon": "⬠", "joker": "★", "switch": "⇄"}
EVERY_SYMBOL = "◎"

# Of middle brightness, so that they are read on a dark and on a light ground.
COLOURS = {
    "purple": "#9b6bff", "blue": "#3b8eea", "pink": "#e85aa0", "green": "#2fa84f", "brown": "#b07840",
    "orange": "#e8862a", "red": "#e0483c", "gold": "#c9a21a", "yellow": "#c9b01a", "teal": "#1fa99a",
    "grey": "#8a929c", "gray": "#8a929c",
}  # fmt: skip
OTHER_COLOURS = ("#9b6bff", "#2fa84f", "#e8862a", "#3b8eea")

FAINT = "dim"
WATER = "#3d7fb8"
LAND = ""
SHARED = "bold"
SITE = "bold #c9a21a"
LABEL = "bold #101010 on #e8d44d"
CHOSEN = "bold #ffffff on #c0392b"


# Control characters, what turns or hides writing, halves of characters, ends of lines.
STEERING = {"Cc", "Cf", "Cs", "Zl", "Zp"}
JOINERS = "\u200c\u200d"  # part of the writing between two characters: in Persian, in a family of emoji


def visible(text: str) -> str:
    """Text that a terminal only shows: what would steer it or cannot be seen is a question mark."""
    return "".join(
        "?" if _steers(sign) and not (sign in JOINERS and _joins(before, after)) else sign
        for before, sign, after in zip(f" {text}", text, f"{text[1:]} ", strict=False)
    )


def _steers(sign: str) -> bool:
    return unicodedata.category(sign) in STEERING


def _joins(before: str, after: str) -> bool:
    return not (before.isspace() or after.isspace() or _steers(before) or _steers(after))


def with_visible_names(table: Table) -> Table:
    """The table of a log that anybody may have written, fit to be shown."""
    return replace(table, seats=tuple(map(visible, table.seats)))


def letters(lines: Sequence[str]) -> tuple[str, ...]:
    """A letter for each line, all different: its first, else its last, else any it has, else a digit."""
    found: list[str] = []
    for line in (word("line", line) for line in lines):
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
