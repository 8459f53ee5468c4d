"""Whether the server lives and is ready, for whoever watches over it; and how it ends and loses nothing.

`/health/live` answers as long as the loop does, `/health/ready` (and `/health`) while games can be played.
Both cost next to nothing, need no cookie and set none. Told to end, the server takes no new socket and
nothing new to do; what has begun is finished and acknowledged, then each socket is closed so that its page
comes back.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable

import msgspec

from ...locale import msg
from ..errors import Refused
from .door import turn_away
from .middleware import READING, ASGIApp, Message, Receive, Scope, Send

RESTART = 1012  # a socket's closing code: the page comes back by itself
AT_MOST = 10.0  # seconds that the end waits for what is under way
HUSH = (
    0.1  # seconds of silence after which a socket is closed; meanwhile it is sent what it still has to hear
)
TALK = 1.0  # seconds that it is listened to at most
FRESH = 2.0  # seconds for which one look at the database counts
GONE = {"type": "websocket.disconnect", "code": RESTART}
LIVE, READY = "/health/live", ("/health", "/health/ready")
ENDING = "the server is ending"
ANEW = msg("This server is being stopped. Nothing is lost; it is tried again in {seconds} s.")
SOON = 2  # seconds until then: another server, or the next one at this place


class Vitals:
    """The outermost layer of the app. `trouble` looks for what keeps games from being played, in words;
    `let_go` answers whoever only waits for something to happen."""

    def __init__(
        self,
        app: ASGIApp,
        trouble: Callable[[], Awaitable[str | None]],
        let_go: Callable[[], None] = lambda: None,
    ) -> None:
        self.app, self._trouble, self._let_go = app, trouble, let_go
        self._end = asyncio.Event()
        self._under_way = 0  # requests and sockets
        self._quiet = asyncio.Event()
        self._listening: set[asyncio.Task[object]] = (
            set()
        )  # sockets that wait for their page to say something
        self._looked, self._found = -FRESH, asyncio.Lock()
        self._known: str | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] in (LIVE, *READY):
            await self._tell(scope["path"], send)
        elif scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._counted(self._socket(scope, receive, send))
        elif self.ending() and scope["method"] not in READING:
            await _try_again(send)
        else:
            await self._counted(self.app(scope, receive, send))

    def ending(self) -> bool:
        return self._end.is_set()

    async def end(self) -> None:
        """Finish what is under way, but not for ever."""
        self._end.set()
        self._let_go()
        for task in list(self._listening):
            task.cancel()
        if self._under_way:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._quiet.wait(), AT_MOST)

    async def _counted(self, work: Awaitable[None]) -> None:
        self._under_way += 1
        try:
            await work
        finally:
            self._under_way -= 1
            if self.ending() and not self._under_way:
                self._quiet.set()

    # -- sockets ---------------------------------------------------------------------------------

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.ending():
            await turn_away(Refused(ANEW, 503, seconds=SOON), RESTART, receive, send)
            return
        await self.app(scope, self._until_the_end(receive), send)
        if self.ending():
            with contextlib.suppress(RuntimeError):  # closed already
                await send({"type": "websocket.close", "code": RESTART, "reason": ENDING})

    def _until_the_end(self, receive: Receive) -> Receive:
        """Frames as they come. With the end there are no more; what came before has been answered by then."""

        async def receiving() -> object:
            task = asyncio.current_task()
            assert task is not None
            if not self.ending():
                self._listening.add(task)
                try:
                    return await receive()
                except asyncio.CancelledError:
                    if not self.ending():
                        raise
                    task.uncancel()
                finally:
                    self._listening.discard(task)
            await _hear_out(receive)
            return GONE

        return receiving

    # -- health ----------------------------------------------------------------------------------

    async def _tell(self, path: str, send: Send) -> None:
        trouble = None if path == LIVE else await self._look()
        body = {"ok": trouble is None, "why": trouble}
        await _answer(send, 200 if trouble is None else 503, body)

    async def _look(self) -> str | None:
        """Many who ask at once, or soon after each other, are one look at the database."""
        async with self._found:
            if time.monotonic() - self._looked >= FRESH:
                self._known = await self._trouble()
                self._looked = time.monotonic()
        return ENDING if self.ending() else self._known


async def _hear_out(receive: Receive) -> None:
    """Take and drop what still comes, until nothing does. A connection that is closed with something unread
    is reset by the system, and then whatever it was sent last is lost, the closing code first of all."""
    with contextlib.suppress(TimeoutError, RuntimeError):
        async with asyncio.timeout(TALK):
            while (await asyncio.wait_for(receive(), HUSH))["type"] != GONE["type"]:
                pass


async def _try_again(send: Send) -> None:
    refusal = Refused("The games cannot be reached just now. Please try again.", 503)
    await _answer(send, refusal.status, {"error": refusal.shown})


async def _answer(send: Send, status: int, body: object) -> None:
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    message: Message = {"type": "http.response.start", "status": status, "headers": headers}
    await send(message)
    await send({"type": "http.response.body", "body": msgspec.json.encode(body)})
