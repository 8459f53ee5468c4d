"""A server on a port of its own, and players on real sockets who keep all that they are sent."""

import asyncio
import itertools
import json
import random
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from litestar import Litestar
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from terminus.record.dealer import Dealer
from terminus.server.disk.database import open_database
from terminus.server.edge.app import create_app
from terminus.server.edge.run import new_server
from terminus.server.edge.vitals import Vitals
from terminus.server.table.rooms import Rooms

PATIENCE = 30.0  # seconds, on a machine that has much else to do
KEYS = (f"key{n}" for n in itertools.count())
Json = dict[str, Any]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Live:
    """A running server. `dealers` are those of its tables, in the order that the tables were made."""

    port: int
    dealers: list[Dealer] = field(default_factory=list)
    app: Vitals | None = None

    @property
    def rooms(self) -> Rooms:
        app: Any = self.app
        while not isinstance(app, Litestar):
            app = app.app
        rooms: Rooms = app.state.services.rooms
        return rooms

    async def heard_of_workers(self) -> None:
        """Until the server knows that there are some."""
        async with asyncio.timeout(PATIENCE):
            while not self.rooms.has_workers:  # noqa: ASYNC110 (it is told by the database, and tells nobody)
                await asyncio.sleep(0.02)

    def end(self) -> "asyncio.Task[None]":
        """Told to end, as by a signal."""
        assert self.app is not None
        return asyncio.create_task(self.app.end())

    def player(self, **headers: str) -> "Player":
        return Player(self.port, headers)


@asynccontextmanager
async def serving(database: str, seed: int | None = 1, **more: Any) -> AsyncIterator[Live]:
    """A server with these settings of `create_app`; without a seed its dealers are those of every day.

    Nothing is limited unless told: tests are faster than people.
    """
    live = Live(free_port())

    def new_dealer() -> Dealer:
        live.dealers.append(Dealer(random.Random((seed or 0) + len(live.dealers))))
        return live.dealers[-1]

    if seed is not None:
        more["new_dealer"] = new_dealer
    app = create_app(await open_database(database), **{"limits": {}, **more})
    live.app = app
    server = new_server(app, "127.0.0.1", live.port, 1000)
    task = asyncio.create_task(server.serve())
    await _until_up(live.port)
    try:
        yield live
    finally:
        server.stop()  # type: ignore[no-untyped-call]
        await asyncio.wait_for(task, PATIENCE)


async def _until_up(port: int) -> None:
    for _ in range(200):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.02)
        else:
            writer.close()
            await writer.wait_closed()
            return
    raise AssertionError("the server does not come up")


async def raw(port: int, method: str, path: str, lines: list[str], body: str = "") -> tuple[str, str]:
    """Head and body of the answer to a request as it is written here, whatever a client would think of it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    more = ["Connection: close"] if not any(line.startswith("Connection") for line in lines) else []
    size = [f"Content-Length: {len(body)}"] if body else []
    head = "\r\n".join([f"{method} {path} HTTP/1.1", *lines, *more, *size])
    writer.write(f"{head}\r\n\r\n{body}".encode())
    try:
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
    finally:
        writer.close()
    top, _, rest = answer.decode().partition("\r\n\r\n")
    return top, rest


class Player:
    """Somebody with a browser of their own. `received` is every body and frame, as text."""

    def __init__(self, port: int, headers: dict[str, str] | None = None) -> None:
        self.port = port
        self.http = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}",
            headers=headers,
            event_hooks={"response": [self._keep]},
            timeout=30,  # a busy machine takes its time, and httpx would wait for 5 s
            verify=False,  # nothing here speaks TLS, and to be ready for it takes 20 ms of everybody's loop
        )
        self.received: list[str] = []
        self.view: Json = {}
        self.frames: list[Json] = []
        self.socket: ClientConnection | None = None
        self.game = ""
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()

    async def _keep(self, response: httpx.Response) -> None:
        await response.aread()
        self.received.append(response.text)

    # -- HTTP ------------------------------------------------------------------------------------

    async def get(self, path: str, status: int = 200) -> Any:
        return self._answer(await self.http.get(path), status)

    async def post(self, path: str, data: Any = None, status: int | None = None) -> Any:
        return self._answer(await self.http.post(path, json=data if data is not None else {}), status)

    async def put(self, path: str, data: Any, status: int = 200) -> Any:
        return self._answer(await self.http.put(path, json=data), status)

    @staticmethod
    def _answer(response: httpx.Response, status: int | None) -> Any:
        assert response.status_code == status or (status is None and response.is_success), response.text
        return response.json()

    async def refused(self, path: str, data: Any = None, status: int = 409) -> str:
        """Post something that is refused; the sentence."""
        return str((await self.post(path, data, status))["error"]["message"])

    # -- the socket ------------------------------------------------------------------------------

    async def sit(self, game: str, version: str | None = None, **headers: str) -> "Player":
        """Open the table's socket and say hello."""
        self.game = game
        if not self.http.cookies:
            await self.get("/api/me")
        cookie = {"cookie": "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())}
        self.socket = await self.connected(f"/api/games/{game}/socket", {**cookie, **headers})
        self._reader = asyncio.create_task(self._read(self.socket))
        told = len(self.frames)
        await self.send({"type": "hello", "version": version})
        await self.until(lambda: len(self.frames) > told)
        return self

    async def connected(self, path: str, headers: dict[str, str]) -> ClientConnection:
        return await connect(f"ws://127.0.0.1:{self.port}{path}", additional_headers=headers)

    async def _read(self, connection: ClientConnection) -> None:
        try:
            async for text in connection:
                self.received.append(str(text))
                frame = json.loads(text)
                self.frames.append(frame)
                if frame["type"] == "view":
                    self.view = frame["view"]
                elif frame["type"] == "change":
                    assert frame["base"] == self.view["version"]
                    self.view = changed(self.view, frame["view"])
                await self._tell()
        except ConnectionClosed:
            pass
        await self._tell()

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()

    async def until(self, condition: Callable[[], bool]) -> None:
        async with self._news:
            await asyncio.wait_for(self._news.wait_for(condition), PATIENCE)

    async def send(self, frame: Json) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(frame))

    async def do(self, key: str | None = None, number: int | None = None, **command: Any) -> Json:
        """Give a command and wait for its answer, and for the view if there is a new one."""
        key = key or next(KEYS)
        told = len(self.frames)
        number = self.view["number"] if number is None else number
        await self.send({"type": "command", "key": key, "number": number, "do": command})
        await self.until(lambda: any(frame.get("key") == key for frame in self.frames[told:]))
        answer = next(frame for frame in self.frames[told:] if frame.get("key") == key)
        if answer["type"] == "ack":
            await self.until(
                lambda: (
                    self.view["number"] >= answer["number"]
                    and (self.view["draft"] >= answer["draft"] or self.view["me"] is None)
                )
            )
        return answer

    async def ok(self, **command: Any) -> Json:
        answer = await self.do(**command)
        assert answer["type"] == "ack", answer
        return answer

    async def no(self, key: str | None = None, number: int | None = None, **command: Any) -> str:
        """Give a command that is refused; the sentence."""
        answer = await self.do(key, number, **command)
        assert answer["type"] == "refused", answer
        return str(answer["error"]["message"])

    async def put_off(self, key: str, **command: Any) -> None:
        """Give a command that the server cannot save just now."""
        answer = await self.do(key, **command)
        assert answer == {"type": "later", "key": key}

    @property
    def saving(self) -> list[bool]:
        """What the server has said of whether it can save."""
        return [frame["well"] for frame in self.frames if frame["type"] == "saving"]

    def tab(self) -> "Player":
        """The same person in another tab."""
        again = Player(self.port)
        again.http.cookies.update(self.http.cookies)
        return again

    async def leave_socket(self) -> None:
        """As if the network went: the socket is gone, the seat is not."""
        if self.socket is not None and self._reader is not None:
            await self.socket.close()
            await self._reader
        self.socket = None

    async def close(self) -> None:
        await self.leave_socket()
        await self.http.aclose()

    # -- playing ---------------------------------------------------------------------------------

    @property
    def options(self) -> list[Json]:
        return list(self.view["answer"]["options"]) if self.view.get("answer") else []

    async def asked(self) -> None:
        """Wait for a card to answer."""
        await self.until(lambda: bool(self.options))

    async def turn(self, choose: Callable[[list[Json]], Json]) -> None:
        """Answer the card on the table, one option after another until `done` is chosen."""
        while self.options:
            chosen = choose(self.options)
            if chosen["do"] == "done":
                await self.ok(commit=True)
                return
            await self.ok(draft=chosen["do"])

    async def play_out(self, choose: Callable[[list[Json]], Json]) -> None:
        """Answer every card until the game is over."""
        while self.view["phase"] == "playing":
            await self.turn(choose)
            await self.until(lambda: bool(self.options) or self.view["phase"] != "playing")


def changed(view: Json, values: Json) -> Json:
    """A view with these values put into it by path, as docs/protocol.md says; the old one stays."""
    view = json.loads(json.dumps(view))
    for path, value in values.items():
        *way, last = [int(part) if part.isdecimal() else part for part in path.split("/")]
        here: Any = view
        for part in way:
            here = here[part]
        assert isinstance(last, int) or last in here, f"{path} is no place of a view"
        here[last] = value
    return view


def best(options: list[Json]) -> Json:
    """What is worth most; a draw rather than nothing."""
    return max(options, key=lambda option: (option["total"] or 0, option["section"] is not None))


def chance(rng: random.Random) -> Callable[[list[Json]], Json]:
    """Any option; passing only now and then, so that much is drawn."""

    def choose(options: list[Json]) -> Json:
        others = [option for option in options if option["do"] != "done"]
        done = [option for option in options if option["do"] == "done"]
        return rng.choice(others) if others and (not done or rng.random() < 0.8) else done[0]

    return choose
