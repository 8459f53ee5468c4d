"""Where sockets come in: only so many, in all and of each person and address.

Whoever must wait is told so in words and closed with 4429, or with 4503 if the server is full, and the page
comes back by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import msgspec

from ...locale import msg
from ..complaints import Complaint
from ..errors import Refused
from ..shown.frames import Refusal
from .limits import AGAIN, Limits
from .unread import Unread

FULL, TOO_MUCH = 4503, 4429
HELLO = 2.0  # seconds that the page may take to say hello
NO_ROOM = msg("There is no room on this server just now. It is tried again in {seconds} s.")

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
            await turn_away(Refused(NO_ROOM, 503, seconds=AGAIN), FULL, receive, send)  # and is gone at once
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
                await turn_away(refusal, TOO_MUCH, receive, send, HELLO)
                return
            inbox = stack.enter_context(self.unread.watched(scope.get("client")))
            await app(scope, inbox.taking(receive), send)


async def close(receive: Receive, send: Send, code: int, reason: str) -> None:
    """Refuse a socket before it is one."""
    await receive()
    await send({"type": "websocket.close", "code": code, "reason": reason})


async def turn_away(refusal: Refused, code: int, receive: Receive, send: Send, patience: float = 0.0) -> None:
    """Tell a socket why it cannot be: only one that was accepted can be told anything. With its hello unread
    the closing code might be lost on the way, but the word comes before it."""
    await receive()
    await send({"type": "websocket.accept"})
    said = msgspec.json.encode(Refusal(None, refusal.shown, refusal.status)).decode()
    with contextlib.suppress(RuntimeError):  # gone already
        await send({"type": "websocket.send", "text": said})
        if patience:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(receive(), patience)
        await send({"type": "websocket.close", "code": code, "reason": ""})
