"""Names for games: a code that can be read out over a table, and an id that cannot be guessed."""

from __future__ import annotations

import secrets
from hashlib import sha256

# No vowels, so that no words come about; no L and Q, which are mistaken for I and O.
LETTERS = "BCDFGHJKMNPRSTVWXZ"
CODE_LENGTH = 6
SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 12


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def new_id() -> str:
    return "".join(secrets.choice(SIGNS) for _ in range(ID_LENGTH))


def id_of(owner: str, content: bytes) -> str:
    """The same for the same content of the same person; as long as who that is stays hidden, it cannot be
    guessed either."""
    number = int.from_bytes(sha256(owner.encode() + b"\n" + content).digest())
    return "".join(SIGNS[number // len(SIGNS) ** place % len(SIGNS)] for place in range(ID_LENGTH))


def is_id(text: str) -> bool:
    return len(text) == ID_LENGTH and set(text) <= set(SIGNS)


def read_code(text: str) -> str:
    """A code as somebody typed it."""
    return "".join(letter for letter in text.upper() if letter.isalpha())[:CODE_LENGTH]
