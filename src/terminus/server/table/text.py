"""What people write, as it is kept: one line that can be seen, and not too long."""

from __future__ import annotations

import unicodedata

from ...boards.signs import BLANKS, JOINER, JOINERS, is_hidden

NAME_LENGTH = 24  # graphemes: what people take for one character
CHAT_LENGTH = 300
CODE_POINTS = 4  # on average, of a grapheme
STACK = 4  # marks on one letter; no script needs more


def clean(text: str, length: int) -> str:
    """One line of text that shows, or nothing: no control or direction characters, no marks on nothing.

    Cut to `length` graphemes, and to CODE_POINTS times as many code points.
    """
    shown = unicodedata.normalize("NFC", "".join(map(_shown, text)))
    words = filter(None, map(_word, shown.split()))
    return _cut(" ".join(words), length)


def graphemes(text: str) -> list[str]:
    """What people take for one character each: with its marks, its joiners, its other half of a flag."""
    found: list[str] = []
    for character in text:
        if found and _belongs_to(found[-1], character):
            found[-1] += character
        else:
            found.append(character)
    return found


def _shown(character: str) -> str:
    if character.isspace() or character in BLANKS:
        return " "
    unknown = unicodedata.category(character) in ("Cs", "Co", "Cn")
    return "" if unknown or is_hidden(character) else character


def _word(word: str) -> str:
    """A word whose marks and joiners stand on something, and not too many on one thing."""
    kept, stack = "", 0
    for character in word:
        stack = stack + 1 if _hangs_on(character) else 0
        if stack <= (STACK if kept else 0):
            kept += character
    return kept.rstrip(JOINERS)


def _hangs_on(character: str) -> bool:
    return character in JOINERS or unicodedata.category(character).startswith("M")


def _belongs_to(before: str, character: str) -> bool:
    flag = len(before) == 1 and _half_a_flag(before) and _half_a_flag(character)
    return _hangs_on(character) or before.endswith(JOINER) or _skin_tone(character) or flag


def _half_a_flag(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _skin_tone(character: str) -> bool:
    return "\U0001f3fb" <= character <= "\U0001f3ff"


def _cut(text: str, length: int) -> str:
    kept = ""
    for grapheme in graphemes(text)[:length]:
        if len(kept) + len(grapheme) > length * CODE_POINTS:
            break
        kept += grapheme
    return kept.rstrip(JOINERS).strip()
