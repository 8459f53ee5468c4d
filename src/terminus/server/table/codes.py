"""Names for games: a code that can be read out over a table, and an id that cannot be guessed."""

from __future__ import annotations

import secrets

# No vowels, so that no words come about; no L and Q, which are mistaken for I and O.
LETTERS = "BCDFGHJKMNPRSTVWXZ"
CODE_LENGTH = 6
SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 12


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def new_id() -> str:
    return "".join(secrets.choice(SIGNS) for _ in range(ID_LENGTH))


def is_id(text: str) -> bool:
    return len(text) == ID_LENGTH and set(text) <= set(SIGNS)


def read_code(text: str) -> str:
    """A code as somebody typed it."""
    return "".join(letter for letter in text.upper() if letter.isalpha())[:CODE_LENGTH]
