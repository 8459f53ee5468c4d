"""Who somebody is, without accounts: a random token in a cookie. The server keeps only its hash."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata

COOKIE = "terminus"
NAME_LENGTH = 24
CHAT_LENGTH = 300
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")


def new_token() -> str:
    """192 random bits."""
    return secrets.token_urlsafe(24)


def is_token(text: str) -> bool:
    return _TOKEN.fullmatch(text) is not None


def person_of(token: str) -> str:
    """The id of whoever holds this token. It may be stored and compared, and gives nobody the token."""
    return hashlib.sha256(token.encode()).hexdigest()


def clean(text: str, length: int) -> str:
    """One line of visible text: no control or direction characters, single spaces, cut to length."""
    visible = "".join(" " if c.isspace() else c for c in text if c.isspace() or not _hidden(c))
    return " ".join(visible.split())[:length].strip()


def _hidden(character: str) -> bool:
    """Control characters, direction marks and lone surrogates; but emoji need their joiner."""
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn") and character != "\u200d"
