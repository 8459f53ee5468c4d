"""Where sockets come in: only so many, in all and of each person and address.

Whoever must wait is told so in words and closed with 4429, and the page comes back by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import msgspec

from ..complaints import Complaint
from ..errors import Refused
from ..shown.frames import Refusal
from .limits import Limits
from .unread import Unread

FULL, TOO_MUCH = 4503, 4429
HELLO = 2.0  # seconds that the page may take to say hello

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
ASGIApp = Callable[[Any, Any, Any], Awaitable[None]]


class Door:
    def __init__(self, sockets: int, limits: Limits) -> None:
        self.sockets, self.limits, self.unread = sockets, limits, Unread()
        self._open = 0
        self._full = Complaint("Too many sockets are open: more are refused")

    async def enter(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a socket in to the app, as long as it lasts."""
        if self._open >= self.sockets:
            self._full.tell(f"{self.sockets}; `ulimit -n` allows no more")
            await close(receive, send, FULL, "too many sockets")
            return
        self._open += 1
        try:
            await self._admit(app, scope, receive, send)
        finally:
            self._open -= 1

    def close(self) -> None:
        self.unread.close()

    async def _admit(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        asker = scope["auth"]
        with contextlib.ExitStack() as stack:
            try:
                self.limits.spend("connecting", asker)
                stack.enter_context(self.limits.one_open(asker))
            except Refused as refusal:
                await _turn_away(refusal, receive, send)
                return
            inbox = stack.enter_context(self.unread.watched(scope.get("client")))
            await app(scope, inbox.taking(receive), send)


async def close(receive: Receive, send: Send, code: int, reason: str) -> None:
    """Refuse a socket before it is one."""
    await receive()
    await send({"type": "websocket.close", "code": code, "reason": reason})


async def _turn_away(refusal: Refused, receive: Receive, send: Send) -> None:
    """Tell a socket why it cannot be: only one that was accepted can be told anything."""
    await receive()
    await send({"type": "websocket.accept"})
    said = msgspec.json.encode(Refusal(None, refusal.shown, refusal.status)).decode()
    with contextlib.suppress(RuntimeError):  # gone already
        await send({"type": "websocket.send", "text": said})
        with contextlib.suppress(TimeoutError):  # with its hello unread, the closing code might be lost
            await asyncio.wait_for(receive(), HELLO)
        await send({"type": "websocket.close", "code": TOO_MUCH, "reason": ""})
