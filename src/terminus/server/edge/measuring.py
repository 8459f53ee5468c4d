"""Counts and notes what comes in and goes out; each request and each socket is given its id here."""

from __future__ import annotations

import time

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

from .. import journal
from ..complaints import faults
from ..disk.health import Health
from ..metrics import Metrics
from ..table.rooms import Rooms
from .forwarded import header
from .middleware import ASGIApp, Message, Receive, Scope, Send
from .scrape import METRICS, Scrape

KINDS = ("api", "assets", "pictures", "paper")  # of addresses; all others are pages
WAITING = "/api/conducts/"  # who follows a game on paper waits for its next card: no measure of our speed
REFUSED = 400  # statuses from here on
ID = b"x-request-id"


def watch(metrics: Metrics, rooms: Rooms, health: Health) -> None:
    """What is there anyway is looked up whenever somebody asks."""
    gauge, counter, before = GaugeMetricFamily, CounterMetricFamily, faults.count
    for figure in (
        lambda: gauge("terminus_tables", "Tables that are open here", sum(1 for _ in rooms)),
        lambda: gauge("terminus_people_seated", "People at a table and connected here", _seated(rooms)),
        lambda: gauge("terminus_database_away", "1 while the database cannot be used", health.away),
        lambda: counter("terminus_faults", "Faults of the server itself", faults.count - before),
    ):
        metrics.look_up(figure)


def _seated(rooms: Rooms) -> int:
    return sum(seat.person in room.presence.here for room in rooms for seat in room.state.seats)


class Measured:
    def __init__(self, app: ASGIApp, metrics: Metrics, scrape: Scrape, proxied: bool) -> None:
        self.app, self.metrics, self._scrape, self._proxied = app, metrics, scrape, proxied

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http" and scope["path"] == METRICS:
            await self._scrape(scope, send)
        else:
            with journal.asked(self._given_id(scope)) as name:
                handle = self._attended if scope["type"] == "websocket" else self._answered
                await handle(scope, receive, self._counted(send, name))

    def _given_id(self, scope: Scope) -> str:
        """A browser may say what it likes: only a proxy of ours is believed."""
        return "".join(header(scope, ID)) if self._proxied else ""

    async def _attended(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun, code = time.perf_counter(), None

        async def sending(message: Message) -> None:
            nonlocal code
            await send(message)
            if message["type"] == "websocket.close":
                code = message.get("code", 1000)
                self.metrics.refused("socket", code)

        try:
            with self.metrics.sockets.track_inprogress():
                await self.app(scope, receive, sending)
        finally:
            _noted("socket", scope, begun, code=code)

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        to, begun, status = _asked_of(scope), time.perf_counter(), 500

        async def sending(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            self.metrics.requests.labels(to, str(status)).inc()
            self.metrics.request_seconds.labels(to).observe(time.perf_counter() - begun)
            if status >= REFUSED:
                self.metrics.refused("request", status)
            _noted("request", scope, begun, method=scope["method"][:16], status=status)

    def _counted(self, send: Send, name: str) -> Send:
        """Sends on with the id, and counts the bytes."""
        by_http, by_socket = self.metrics.sent.labels("http"), self.metrics.sent.labels("socket")

        async def sending(message: Message) -> None:
            match message["type"]:
                case "http.response.start":
                    message["headers"] = [*message.get("headers", []), (ID, name.encode())]
                case "http.response.body":
                    by_http.inc(len(message.get("body", b"")))
                case "websocket.send":
                    by_socket.inc(len(message.get("bytes") or (message.get("text") or "").encode()))
            await send(message)

        return sending


def _asked_of(scope: Scope) -> str:
    if scope["path"].startswith(WAITING) and scope["method"] == "GET":
        return "waiting"
    first = scope["path"].split("/", 2)[1:2]
    return first[0] if first and first[0] in KINDS else "page"


def _noted(what: str, scope: Scope, begun: float, **fields: object) -> None:
    seconds = round(time.perf_counter() - begun, 4)
    route = journal.route(scope["path"], scope.get("path_template", ""))
    journal.note(what, route=route, seconds=seconds, **fields)
