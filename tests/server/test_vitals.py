"""Who watches over the server learns how it is; and a server that is told to end loses nothing."""

import asyncio
import contextlib
import itertools
import signal
from collections.abc import Callable

import httpx
from tests.server.live import Player, free_port, serving
from tests.server.processes import process
from tests.server.test_refusals import in_every_language
from websockets.exceptions import ConnectionClosed


async def test_health_is_told_without_a_cookie(sqlite_url: str) -> None:
    async with (
        serving(sqlite_url) as live,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{live.port}") as who,
    ):
        for path in ("/health", "/health/live", "/health/ready"):
            answer = await who.get(path)
            assert (answer.status_code, answer.json()) == (200, {"ok": True, "why": None})
            assert "set-cookie" not in answer.headers


async def test_told_to_end_it_finishes_what_is_under_way(sqlite_url: str) -> None:
    port = free_port()
    players = [Player(port) for _ in range(4)]
    with process(port, sqlite_url) as server:
        for player in players:
            game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
            await player.sit(game)
        ending = asyncio.Event()
        acknowledged = await asyncio.gather(
            *(_chat(player, ending) for player in players), _end_soon(server.send_signal, ending)
        )
        assert server.wait(10) == 0
    with process(port, sqlite_url):
        for player, last in zip(players, acknowledged[:4], strict=True):
            assert player.socket is not None
            assert player.socket.close_code == 1012
            said = (await player.get(f"/api/games/{player.game}"))["chat"]
            assert int(said[-1]["text"]) >= last, "no acknowledged word is lost"
            await player.close()


async def test_whoever_comes_while_it_ends_is_told_so_and_comes_back(sqlite_url: str) -> None:
    async with serving(sqlite_url) as live:
        player = live.player()
        game = (await player.post("/api/games", {"board": "london"}))["game"]
        await live.end()
        await player.sit(game)
        assert player.socket is not None
        await asyncio.wait_for(player.socket.wait_closed(), 10)
        assert (player.frames[-1]["type"], player.frames[-1]["code"]) == ("refused", 503)
        assert player.socket.close_code == 1012
        in_every_language(player.frames[-1]["error"])
        assert player.frames[-1]["error"]["values"]["seconds"] > 0, "and so the page comes back by itself"
        await player.close()


async def _chat(player: Player, ending: asyncio.Event) -> int:
    """Talk, and never wait for an answer, until the server ends and a little longer; the last word that
    was acknowledged."""
    assert player.socket is not None
    for number in itertools.count():
        do = {"say": str(number)}
        with contextlib.suppress(ConnectionClosed):
            await player.send(
                {"type": "command", "key": str(number), "number": player.view["number"], "do": do}
            )
        if ending.is_set():
            break
        await asyncio.sleep(0.005)
    await player.socket.wait_closed()
    return max(int(frame["key"]) for frame in player.frames if frame["type"] == "ack")


async def _end_soon(send_signal: Callable[[int], None], ending: asyncio.Event) -> int:
    await asyncio.sleep(0.5)
    send_signal(signal.SIGTERM)
    await asyncio.sleep(0.07)
    ending.set()
    return 0
