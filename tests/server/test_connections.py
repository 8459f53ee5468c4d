"""A crowd at the door keeps nobody out, and whoever says nothing is shown out again."""

import asyncio
import resource
from collections.abc import Callable

import pytest
from tests.server.live import Player, free_port, serving
from tests.server.processes import process
from tests.server.test_refusals import in_every_language
from websockets.asyncio.client import connect

from terminus.server.edge import capacity, middleware, run
from terminus.server.edge.capacity import Capacity
from terminus.server.table import room

Seat = Callable[[], Player]
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def crowd(port: int, size: int, said: bytes = b"") -> list[Streams]:
    found = [await asyncio.open_connection("127.0.0.1", port) for _ in range(size)]
    for _, writer in found:
        writer.write(said)
        await writer.drain()
    return found


HALF_A_BODY = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{"
NO_CHUNKS = (
    b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n{}"
)
AN_IDLE_ONE = b"GET /api/levels HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.mark.parametrize("said", [b"", b"GET / HT", HALF_A_BODY, AN_IDLE_ONE])
async def test_hundreds_who_say_nothing_keep_nobody_out(sqlite_url: str, said: bytes) -> None:
    port = free_port()
    with process(port, sqlite_url):
        silent = await crowd(port, 350, said)
        newcomer = Player(port)
        game = (await newcomer.post("/api/games", {"board": "london", "start": True}))["game"]
        await newcomer.sit(game)
        await newcomer.ok(say="room for one more")
        for _, writer in silent:
            writer.close()
        await newcomer.close()


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "SILENCE", 1)
    monkeypatch.setattr(middleware, "BODY_TIME", 1.0)


@pytest.mark.parametrize("said", [b"", b"GET / HT", HALF_A_BODY, AN_IDLE_ONE])
async def test_what_is_silent_is_closed(sqlite_url: str, hurried: None, said: bytes) -> None:
    async with serving(sqlite_url) as live:
        [(reader, writer)] = await crowd(live.port, 1, said)
        answer = await asyncio.wait_for(reader.read(), 10)
        writer.close()
    if said == HALF_A_BODY:
        assert answer.startswith(b"HTTP/1.1 408")
        assert b"The request did not arrive whole." in answer
    else:
        assert answer == b"" or said == AN_IDLE_ONE


async def test_a_body_in_chunks_that_are_none_is_refused(sqlite_url: str) -> None:
    """Granian takes it for a client that is gone; it is no fault of the server."""
    async with serving(sqlite_url) as live:
        [(reader, writer)] = await crowd(live.port, 1, NO_CHUNKS)
        answer = await asyncio.wait_for(reader.read(), 10)
        writer.close()
    assert answer.startswith(b"HTTP/1.1 408")
    assert b"The request did not arrive whole." in answer


async def test_a_socket_may_be_silent_for_longer(sqlite_url: str, hurried: None) -> None:
    async with serving(sqlite_url) as live:
        player = live.player()
        game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
        await player.sit(game)
        await asyncio.sleep(2.5)
        await player.ok(say="still here")
        await player.close()


async def test_sockets_are_counted_and_too_many_refused(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(sqlite_url, sockets=2) as live:
        first, second, third = live.player(), live.player(), live.player()
        game = (await first.post("/api/games", {"board": "london"}))["game"]
        await first.sit(game)
        await second.sit(game)
        for _ in range(3):
            await third.sit(game)
            assert await closed(third) == 4503
            assert third.frames[-1]["code"] == 503
            in_every_language(third.frames[-1]["error"])
        assert [record.levelname for record in caplog.records] == ["ERROR"], "said once"
        await second.leave_socket()
        for _ in range(100):  # until the server has noticed
            await third.sit(game)
            if third.frames[-1]["type"] == "view":
                break
            await asyncio.sleep(0.05)
        assert third.view["code"] == first.view["code"]
        for player in (first, second, third):
            await player.close()


async def test_whoever_is_turned_away_takes_up_no_room(sqlite_url: str) -> None:
    """Also one who does not answer, nor ever closes: the server does."""
    async with serving(sqlite_url, sockets=0) as live:
        player = live.player()
        game = (await player.post("/api/games", {"board": "london"}))["game"]
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13"
        head = f"GET /api/games/{game}/socket HTTP/1.1\r\nHost: localhost"
        said = f"{head}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{key}\r\n\r\n".encode()
        [(reader, writer)] = await crowd(live.port, 1, said)
        answer = await asyncio.wait_for(reader.read(), 10)
        assert answer.startswith(b"HTTP/1.1 101")
        assert b"There is no room on this server" in answer
        writer.close()
        await player.close()


async def closed(player: Player) -> int | None:
    assert player.socket is not None
    await asyncio.wait_for(player.socket.wait_closed(), 10)
    return player.socket.close_code


async def test_where_few_files_may_be_open_nobody_hangs(sqlite_url: str) -> None:
    port = free_port()
    with process(port, sqlite_url, files=200) as server:
        player = Player(port)
        game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
        address = f"ws://127.0.0.1:{port}/api/games/{game}/socket"
        sockets = [await connect(address) for _ in range(220)]
        opened = 200 - 50 - capacity.RESERVE
        await asyncio.wait_for(asyncio.gather(*(socket.wait_closed() for socket in sockets[opened:])), 10)
        assert [socket.close_code for socket in sockets] == [None] * opened + [4503] * (220 - opened)
        assert (await player.get(f"/api/games/{game}"))["phase"] == "playing", (
            "there is still a file for the rest"
        )
        for socket in sockets:
            await socket.close()
        await player.close()
        server.terminate()
        assert server.wait(10) == 0
        assert server.stderr is not None
        assert server.stderr.read().count("Too many sockets are open") == 1


def test_files_are_shared_out_and_never_run_out() -> None:
    assert capacity.capacity(65_536) == Capacity(16_384, 49_088)
    assert capacity.capacity(1024) == Capacity(256, 704)
    for files in (1, 100, 300, 20_000, 10**6):
        found = capacity.capacity(files)
        assert min(found.requests, found.sockets) >= 1
        assert found.requests + found.sockets + capacity.RESERVE <= max(files, capacity.RESERVE + 2)


def test_the_limit_of_files_is_raised_as_far_as_it_goes() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        assert capacity.raise_limit() == min(hard, capacity.WANTED)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def test_strangers_who_come_and_go_are_one_piece_of_news(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "GATHERING", 3.0)  # in which even a slow machine lets all of them in and out
    player, strangers = seat(), [seat() for _ in range(30)]
    game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
    await player.sit(game)
    for stranger in strangers:
        await stranger.get("/api/me")
    told = len(player.frames)

    async def look_in(stranger: Player) -> None:
        await stranger.sit(game)
        await stranger.leave_socket()

    await asyncio.gather(*map(look_in, strangers))
    await strangers[0].sit(game)
    await player.until(lambda: bool(player.view["watching"]["count"] == 1))
    assert len(player.frames) - told <= 2, "not one for each who comes and each who goes"
