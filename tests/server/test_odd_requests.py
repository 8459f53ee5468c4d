"""Requests that no browser sends are answered in words, and leave no traceback behind."""

import json
from collections.abc import Callable

import pytest
from tests.server.live import Live, Player, raw, serving
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from terminus.server.edge.addresses import is_host

Seat = Callable[[], Player]
HOSTS = ["[", "127.0.0.1:abc", "127.0.0.1:99999", "[::1", "[zz]:1", "a b", "x" * 3000, "a/b", "a@b", "é"]


@pytest.mark.parametrize("host", HOSTS)
async def test_a_host_that_is_none(live: Live, host: str, caplog: pytest.LogCaptureFixture) -> None:
    for path in ("/api/me", "/", "/api/nothing"):
        head, body = await raw(live.port, "GET", path, [f"Host: {host}"])
        assert head.startswith("HTTP/1.1 400"), head
        said = json.loads(body)["error"]["message"] if path.startswith("/api") else body
        assert said == "The server does not understand this request."
    assert not caplog.records


@pytest.mark.parametrize("host", ["[", "127.0.0.1:abc", "x" * 3000])
async def test_nor_does_it_become_a_qr_code(sqlite_url: str, host: str) -> None:
    longest = "x" * 250
    async with serving(sqlite_url, hosts=[longest]) as live:
        player = live.player()
        game = (await player.post("/api/games", {"board": "london"}))["game"]
        head, _ = await raw(live.port, "GET", f"/api/games/{game}/qr.svg", [f"Host: {host}"])
        assert head.startswith("HTTP/1.1 400")
        head, _ = await raw(live.port, "GET", f"/api/games/{game}/qr.svg", [f"Host: {longest}:8000"])
        assert head.startswith("HTTP/1.1 200"), "the longest that there is"
        await player.close()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000", "play.example", "my_box", ""])
def test_what_a_host_may_be(host: str) -> None:
    assert is_host(host)


@pytest.mark.parametrize(("origin", "status"), [("http://[", 400), ("null", 403), ("http://[::1]", 403)])
async def test_an_origin_that_is_none(
    live: Live, origin: str, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    lines = [f"Host: 127.0.0.1:{live.port}", f"Origin: {origin}", "Content-Type: application/json"]
    head, body = await raw(live.port, "POST", "/api/games", lines, '{"board":"london"}')
    assert head.startswith(f"HTTP/1.1 {status}")
    assert json.loads(body)["error"]["message"]
    with pytest.raises(InvalidStatus, match="403"):
        async with connect(f"ws://127.0.0.1:{live.port}/api/games/x/socket", origin=Origin(origin)):
            pass
    assert not caplog.records


BODIES = ["[" * 10_000, '{"board":' * 1_700, '{"board":"london","modules":' + "[" * 9_000]


@pytest.mark.parametrize("body", BODIES)
async def test_a_body_nested_without_end(seat: Seat, body: str, caplog: pytest.LogCaptureFixture) -> None:
    http = seat().http
    for call, path in ((http.post, "/api/games"), (http.put, "/api/me")):
        answer = await call(path, content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400
        assert answer.json()["error"]["message"] == "The server does not understand this request."
    assert not caplog.records
