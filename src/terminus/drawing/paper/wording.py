"""Text that a board brings along, made fit to be printed: a board may be anybody's."""

from __future__ import annotations

import re
import unicodedata

from ...locale.spoken import t
from ...rules.board import Board

NAME = 40  # characters of a name; what is longer ends in …
SENTENCE = 160
UNBROKEN = re.compile(r"\S{25,}")
STEERING = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def tame(text: str, most: int = NAME) -> str:
    """One line without signs that steer or cannot be seen, not too long, that can break in long words."""
    clean = "".join(" " if unicodedata.category(sign) in STEERING else sign for sign in text[: 4 * most])
    line = " ".join(clean.split())
    short = line if len(line) <= most else f"{line[: most - 1].rstrip()}…"
    return UNBROKEN.sub(_breakable, short)


def _breakable(found: re.Match[str]) -> str:
    word = found[0]
    return "\u200b".join(word[i : i + 12] for i in range(0, len(word), 12))


def city(board: Board) -> str:
    """What a board is called; its id where it has no name."""
    return tame(t(board.name)) if board.name.strip() else tame(board.id)


def labelled(name: str, value: str = "") -> str:
    """A name and what is said of it, with the colon of the language."""
    return t("{name}: {value}", name=name, value=value).rstrip()


def sentence(text: str) -> str:
    """The text with a capital letter."""
    return f"{text[:1].upper()}{text[1:]}"
