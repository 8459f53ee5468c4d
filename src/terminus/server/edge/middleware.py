"""What every request must have and every answer carries, whatever handles it.

- A host and an origin that can be read; what changes something, and a socket, must come from our own page.
- A token: whoever comes without one is given one in a cookie, and is handled as its owner already.
- Security headers: nothing is loaded from elsewhere, nobody frames the page, no address leaks in a referrer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ..complaints import Complaint
from ..errors import Refused, unreadable
from .addresses import is_host
from .identity import cookie_of, new_token, person_of, token_in

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
ASGIApp = Callable[[Any, Any, Any], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
SECURITY_HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
BODY_TIME = 15.0  # seconds that a request's body may take
READING = {"GET", "HEAD", "OPTIONS"}
NOBODYS = ("/assets/", "/pictures/")  # the same for all: nobody is given a token with these


class Middleware:
    """An ASGI app around the app. The person who asks is the request's `user`.

    `sockets` may be open at once. `behind_proxy` believes the proxy in front that readers use https.
    """

    def __init__(self, app: ASGIApp, sockets: int, behind_proxy: bool = False) -> None:
        self.app, self.sockets, self.behind_proxy = app, sockets, behind_proxy
        self._open = 0  # sockets
        self._full = Complaint("Too many sockets are open: more are refused")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if self.behind_proxy and "https" in _values(scope, b"x-forwarded-proto"):
            scope["scheme"] = "https" if scope["type"] == "http" else "wss"
        extra: Headers = [*SECURITY_HEADERS]
        if scope["path"].startswith("/api/"):
            extra.append((b"cache-control", b"no-store"))

        async def sending(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                message["headers"] = [*message.get("headers", []), *extra]
            await send(message)

        if refusal := _refusal(scope):
            await _refuse(refusal, scope, receive, sending)
            return
        extra += _identify(scope)
        if scope["type"] == "websocket":
            await self._socket(scope, receive, sending)
        else:
            await self.app(scope, _in_time(receive), sending)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._open >= self.sockets:
            self._full.tell(f"{self.sockets}; `ulimit -n` allows no more")
            await _close(receive, send, 4503, "too many sockets")
            return
        self._open += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._open -= 1


def _values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def _refusal(scope: Scope) -> Refused | None:
    """Why this request is not handled at all, if it is not."""
    host = next(iter(_values(scope, b"host")), "")
    origin = next(iter(_values(scope, b"origin")), "")
    if not is_host(host):
        return unreadable()
    if not origin or (scope["type"] == "http" and scope["method"] in READING):
        return None
    try:
        ours = urlsplit(origin).netloc == host
    except ValueError:
        return unreadable()
    return None if ours else Refused("This came from another page, so nothing was done.", 403)


def _in_time(receive: Receive) -> Receive:
    """The request's body, which must be there in time: nobody may hold a connection open with half of one."""
    deadline: float | None = asyncio.get_running_loop().time() + BODY_TIME

    async def receiving() -> Any:
        nonlocal deadline
        try:
            async with asyncio.timeout_at(deadline):
                message = await receive()
        except TimeoutError:
            raise Refused("The request did not arrive whole.", 408) from None
        if not message.get("more_body"):
            deadline = None
        return message

    return receiving


def _identify(scope: Scope) -> Headers:
    """Say whose request it is; a newcomer is given a token, in the header that is returned."""
    known = token_in(_values(scope, b"cookie"))
    token = known or new_token()
    scope["user"] = person_of(token)
    if known or scope["path"].startswith(NOBODYS):
        return []
    return [(b"set-cookie", cookie_of(token, scope["scheme"] in ("https", "wss")).encode())]


async def _close(receive: Receive, send: Send, code: int, reason: str) -> None:
    """Refuse a socket before it is one."""
    await receive()
    await send({"type": "websocket.close", "code": code, "reason": reason})


async def _refuse(refusal: Refused, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await _close(receive, send, 4000 + refusal.status, refusal.message)
        return
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode({"error": refusal.shown})})
