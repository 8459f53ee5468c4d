"""What every request must have and every answer carries, whatever handles it.

- A host that is ours; what changes something, and a socket, must come from our own page.
- A token: whoever comes without one is given one in a cookie, and is handled as its owner already.
- No more than one may ask in a while.
- Security headers: nothing is loaded from elsewhere, nobody frames the page, no address leaks in a referrer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ...locale import best_language, translate
from ..errors import Refused, unreadable
from .addresses import is_host
from .door import Door, close
from .forwarded import address_of, believe, header
from .hosts import Hosts
from .identity import cookie_of, name_of_cookie, new_token, person_of, token_in
from .limits import Asker, Limits

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
SERVE = "terminus serve --host-name "
BODY_TIME = 15.0  # seconds that a request's body may take
READING = {"GET", "HEAD", "OPTIONS"}
NOBODYS = ("/assets/", "/pictures/", "/paper/")  # the same for all: nobody is given a token with these
STRICT = (b"strict-transport-security", b"max-age=15552000")  # https alone, for half a year


class Middleware:
    """An ASGI app around the app. The person who asks is the request's `user`; with where they ask from they
    are its `auth`. This many `proxies` in front are believed who asks."""

    def __init__(self, app: ASGIApp, door: Door, limits: Limits, hosts: Hosts, proxies: int = 0) -> None:
        self.app, self.door, self.limits, self.hosts, self.proxies = app, door, limits, hosts, proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if self.proxies:
            believe(scope, self.proxies)
        extra: Headers = [*SECURITY_HEADERS]
        if scope["scheme"] in ("https", "wss"):
            extra.append(STRICT)
        if scope["path"].startswith("/api/"):
            extra.append((b"cache-control", b"no-store"))

        async def sending(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                message["headers"] = [*message.get("headers", []), *extra]
            await send(message)

        try:
            self._check(scope)
            extra += _identify(scope, self.proxies)
            if scope["type"] == "websocket":
                await self.door.enter(self.app, scope, receive, sending)
                return
            if scope["path"].startswith("/api/"):
                self.limits.spend("asking", scope["auth"])
        except Refused as refusal:
            await _refuse(refusal, scope, receive, sending)
            return
        await self.app(scope, _in_time(receive), sending)

    def _check(self, scope: Scope) -> None:
        """Refuse what is not handled at all."""
        named = header(scope, b"host")
        host = named[0] if named else ""
        if not is_host(host) or len(named) > 1:
            raise unreadable()
        if host not in self.hosts:
            raise Refused(
                "This server does not go by the name {host}. If it should, start it with: {command}",
                421,
                host=host[:80],
                command=SERVE + host[:80],
            )
        origin = next(iter(header(scope, b"origin")), "")
        if not origin or (scope["type"] == "http" and scope["method"] in READING):
            return
        try:
            ours = urlsplit(origin).netloc == host
        except ValueError:
            raise unreadable() from None
        if not ours:
            raise Refused("This came from another page, so nothing was done.", 403)


def _in_time(receive: Receive) -> Receive:
    """The request's body, which must be there in time: nobody may hold a connection open with half of one."""
    deadline: float | None = asyncio.get_running_loop().time() + BODY_TIME

    async def receiving() -> Any:
        nonlocal deadline
        try:
            async with asyncio.timeout_at(deadline):
                message = await receive()
        except TimeoutError:
            raise _half() from None
        if message["type"] == "http.disconnect" and deadline is not None:
            raise _half()  # its client is gone, or what it sent was no body
        if not message.get("more_body"):
            deadline = None
        return message

    return receiving


def _half() -> Refused:
    return Refused("The request did not arrive whole.", 408)


def _identify(scope: Scope, proxies: int) -> Headers:
    """Say whose request it is; a newcomer is given a token, in the header that is returned. So is whoever
    opens a page: the same one, which their browser keeps for as long again."""
    secure = scope["scheme"] in ("https", "wss")
    cookies = header(scope, b"cookie")
    known = token_in(cookies)
    token = known or new_token()
    scope["user"] = person_of(token)
    scope["auth"] = Asker(scope["user"] if known else None, address_of(scope, proxies))
    kept = known and token_in(cookies, [name_of_cookie(secure)])
    if (kept and scope["path"].startswith("/api/")) or scope["path"].startswith(NOBODYS):
        return []
    return [(b"set-cookie", cookie_of(token, secure).encode())]


async def _refuse(refusal: Refused, scope: Scope, receive: Receive, send: Send) -> None:
    language = best_language(next(iter(header(scope, b"accept-language")), ""))
    said = translate(language, refusal.message, refusal.values)
    if scope["type"] == "websocket":
        await close(receive, send, 4000 + refusal.status, said)
        return
    kind, body = b"application/json", msgspec.json.encode({"error": refusal.shown})
    if not scope["path"].startswith("/api/"):  # no page of ours stands between this and its reader
        kind, body = b"text/plain; charset=utf-8", said.encode()
    headers = [(b"content-type", kind), *((name.encode(), said.encode()) for name, said in refusal.headers)]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
