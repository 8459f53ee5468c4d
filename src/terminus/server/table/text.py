"""What people write, as it is kept: one line that can be seen, and not too long."""

from __future__ import annotations

import unicodedata

NAME_LENGTH = 24
CHAT_LENGTH = 300


def clean(text: str, length: int) -> str:
    """One line of visible text: no control or direction characters, single spaces, cut to length."""
    visible = "".join(" " if c.isspace() else c for c in text if c.isspace() or not _hidden(c))
    return " ".join(visible.split())[:length].strip()


def _hidden(character: str) -> bool:
    """Control characters, direction marks and lone surrogates; but emoji need their joiner."""
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn") and character != "\u200d"
