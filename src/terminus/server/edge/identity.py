"""Who somebody is, without accounts: a random token in a cookie. The server keeps only its hash."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable

COOKIE = "terminus"
SECURE = f"__Host-{COOKIE}"  # over https: a browser lets no neighbour of ours set it
KEPT = 400 * 24 * 3600  # seconds; as long as browsers keep any cookie
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")


def new_token() -> str:
    """192 random bits."""
    return secrets.token_urlsafe(24)


def is_token(text: str) -> bool:
    return _TOKEN.fullmatch(text) is not None


def token_in(cookies: Iterable[str], names: Iterable[str] = (SECURE, COOKIE)) -> str | None:
    """The token in these Cookie headers, under the first of the names that has one that is well-formed.

    Read leniently: other apps on this host (on localhost: on every port) set cookies that break the grammar,
    and a token that is overlooked costs its owner all their games.
    """
    pairs = [part.partition("=") for header in cookies for part in header.split(";")]
    values = ((name.strip(), value.strip().strip('"')) for name, _, value in pairs)
    tokens = [(name, value) for name, value in values if is_token(value)]
    return next((value for wanted in names for name, value in tokens if name == wanted), None)


def name_of_cookie(secure: bool) -> str:
    return SECURE if secure else COOKIE


def cookie_of(token: str, secure: bool) -> str:
    """The header that makes a browser keep a token."""
    more = "; Secure" if secure else ""
    return f"{name_of_cookie(secure)}={token}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Lax{more}"


def person_of(token: str) -> str:
    """The id of whoever holds this token. It may be stored and compared, and gives nobody the token."""
    return hashlib.sha256(token.encode()).hexdigest()
