"""What every answer carries and every request must have, whatever handles it.

- Security headers: nothing is loaded from elsewhere, nobody frames the page, no address leaks in a referrer.
- A token: whoever comes without one is given one in a cookie, and is handled as its owner already.
- An origin: a request that changes something, or a socket, must come from our own page.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ..errors import Refused
from .identity import COOKIE, is_token, new_token

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
ASGIApp = Callable[[Any, Any, Any], Awaitable[None]]

POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
KEPT = 400 * 24 * 3600  # seconds; as long as browsers keep any cookie
READING = {"GET", "HEAD", "OPTIONS"}
FOREIGN = Refused("This came from another page, so nothing was done.", 403)


class Guard:
    """An ASGI app around the app."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if not _from_our_page(scope):
            await _refuse(scope, receive, send)
            return
        extra = _ensure_token(scope)
        if scope["path"].startswith("/api/"):
            extra.append((b"cache-control", b"no-store"))

        async def sending(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                message["headers"] = [*message.get("headers", []), *HEADERS, *extra]
            await send(message)

        await self.app(scope, receive, sending)


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def _from_our_page(scope: Scope) -> bool:
    origin = _header(scope, b"origin")
    if not origin or (scope["type"] == "http" and scope["method"] in READING):
        return True
    return urlsplit(origin).netloc == _header(scope, b"host")


def _ensure_token(scope: Scope) -> list[tuple[bytes, bytes]]:
    """Give a newcomer a token; returns the header that sets the cookie, if one is."""
    if is_token(token_in(_header(scope, b"cookie"))) or scope["path"].startswith("/assets/"):
        return []
    token = new_token()
    others = [(key, value) for key, value in scope["headers"] if key != b"cookie"]
    scope["headers"] = [*others, (b"cookie", f"{COOKIE}={token}".encode())]
    secure = "; Secure" if scope["scheme"] in ("https", "wss") else ""
    cookie = f"{COOKIE}={token}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Lax{secure}"
    return [(b"set-cookie", cookie.encode())]


def token_in(header: str) -> str:
    try:
        morsel = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return ""
    return morsel.value if morsel else ""


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": "another origin"})
        return
    body = msgspec.json.encode({"error": FOREIGN.shown})
    start = {
        "type": "http.response.start",
        "status": FOREIGN.status,
        "headers": [(b"content-type", b"application/json")],
    }
    await send(start)
    await send({"type": "http.response.body", "body": body, "more_body": False})
