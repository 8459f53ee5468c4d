"""What the engine says, in the reader's language."""

from __future__ import annotations

from ..locale.spoken import t
from ..rules.errors import Sentence


def told(text: str) -> str:
    """A sentence of the engine in the reader's language, and so the sentences in its places."""
    if not isinstance(text, Sentence):
        return text
    values = {name: told(value) if isinstance(value, str) else value for name, value in text.values.items()}
    return t(text.message, **values)
