"""Who somebody is, without accounts: a random token in a cookie. The server keeps only its hash."""

from __future__ import annotations

import hashlib
import re
import secrets

COOKIE = "terminus"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")


def new_token() -> str:
    """192 random bits."""
    return secrets.token_urlsafe(24)


def is_token(text: str) -> bool:
    return _TOKEN.fullmatch(text) is not None


def person_of(token: str) -> str:
    """The id of whoever holds this token. It may be stored and compared, and gives nobody the token."""
    return hashlib.sha256(token.encode()).hexdigest()
