"""Who is asked for, who asks, and by which way: what a proxy says counts only where there is one."""

import asyncio

import pytest
from tests.server.live import Live, raw, serving

from terminus.server.edge.forwarded import address_of
from terminus.server.edge.hosts import HOSTS, Hosts, own_names
from terminus.server.edge.identity import COOKIE, SECURE, new_token, token_in
from terminus.server.edge.limits import Limit

UPGRADE = [
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
]
OURS = [
    "localhost",
    "LOCALHOST:8000",
    "a.localhost",
    "127.0.0.1",
    "[::1]:8000",
    "192.168.7.8:8000",
    "[fd00::1]",
]


@pytest.mark.parametrize("host", [*OURS, "", "play.example", "Play.Example.:443"])
def test_names_that_are_ours(host: str) -> None:
    assert host in Hosts(["play.example"])


@pytest.mark.parametrize(
    "host", ["evil.example", "play.example.evil.example", "localhost.evil.example", "1.2.3"]
)
def test_names_that_are_not(host: str) -> None:
    assert host not in Hosts(["play.example", ""])


def test_names_come_from_options_and_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOSTS, "one.example, two.example")
    monkeypatch.setattr("socket.gethostname", lambda: "mybox")
    names = own_names("0.0.0.0", ["three.example"], everywhere=True)
    for host in ("one.example", "two.example", "three.example", "mybox:8000", "mybox.local"):
        assert host in Hosts(names)
    assert "mybox" not in Hosts(own_names("127.0.0.1", [], everywhere=False)), (
        "not where it is for this machine"
    )


async def test_a_name_that_points_here_is_not_ours_for_that(live: Live) -> None:
    """DNS rebinding: the page of evil.example asks the machine that its name now means."""
    evil = ["Host: evil.example", "Origin: http://evil.example"]
    for method, path in (("GET", "/api/me"), ("POST", "/api/games"), ("GET", "/t/abc")):
        head, body = await raw(live.port, method, path, [*evil, "Accept-Language: de"], "{}")
        assert head.startswith("HTTP/1.1 421")
        assert "set-cookie" not in head.lower()
        assert "evil.example" in body
    assert body.startswith("Dieser Server hört nicht auf den Namen"), "where no page of ours can say it"
    reader, writer = await asyncio.open_connection("127.0.0.1", live.port)
    asked = "\r\n".join(["GET /api/games/x/socket HTTP/1.1", *evil, *UPGRADE])
    writer.write(f"{asked}\r\n\r\n".encode())
    assert (await reader.readline()).startswith(b"HTTP/1.1 403")
    writer.close()


async def test_a_request_has_one_host(live: Live) -> None:
    head, _ = await raw(live.port, "GET", "/api/me", ["Host: 127.0.0.1", "Host: evil.example"])
    assert head.startswith("HTTP/1.1 400")


@pytest.mark.parametrize(
    ("proxies", "said", "address"),
    [
        (0, "1.2.3.4", "127.0.0.1"),
        (1, "1.2.3.4", "1.2.3.4"),
        (1, "6.6.6.6, 1.2.3.4", "1.2.3.4"),
        (2, "6.6.6.6, 1.2.3.4, 10.0.0.1", "1.2.3.4"),
        (2, "1.2.3.4", "1.2.3.4"),
        (1, "::ffff:1.2.3.4", "1.2.3.4"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        (1, "nonsense", "unknown"),
        (1, "", "127.0.0.1"),
    ],
)
def test_the_address_is_what_the_outermost_of_our_proxies_saw(proxies: int, said: str, address: str) -> None:
    scope = {"client": ("127.0.0.1", 1), "headers": [(b"x-forwarded-for", said.encode())] if said else []}
    assert address_of(scope, proxies) == address


@pytest.mark.parametrize("proxies", [0, 1])
async def test_an_invented_address_is_no_way_around_a_limit(sqlite_url: str, proxies: int) -> None:
    async with serving(sqlite_url, proxies=proxies, limits={"games": Limit(100, 3, 600)}) as live:
        status = []
        for number in range(6):  # each a newcomer, from an address of their own if one believes them
            player = live.player(**{"x-forwarded-for": f"9.9.9.{number}, 8.8.8.8"})
            status.append((await player.http.post("/api/games", json={"board": "london"})).status_code)
            await player.close()
        assert status == [201] * 3 + [429] * 3


async def test_behind_tls_all_is_https(sqlite_url: str) -> None:
    told = {"x-forwarded-proto": "https", "x-forwarded-host": "play.example", "host": "127.0.0.1"}
    async with serving(sqlite_url, proxies=1, hosts=["play.example"]) as live:
        player = live.player(**told)
        answer = await player.http.get("/api/me")
        assert answer.json()["address"] == "https://play.example"
        assert answer.headers["strict-transport-security"]
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-terminus=")
        assert all(part in cookie for part in ("; Secure", "; Path=/;", "; HttpOnly"))
        assert "domain" not in cookie.lower()
        ours = await player.http.post(
            "/api/games", json={"board": "london"}, headers={"origin": "https://play.example"}
        )
        assert ours.status_code == 201
        foreign = await player.http.post("/api/games", json={}, headers={"origin": "http://127.0.0.1"})
        assert foreign.status_code == 403
        await player.close()


async def test_without_tls_nothing_is_said_of_it(live: Live) -> None:
    head, _ = await raw(live.port, "GET", "/api/me", ["Host: 127.0.0.1", "X-Forwarded-Proto: https"])
    assert "strict-transport-security" not in head
    assert "secure" not in head.lower()


async def test_who_was_here_before_tls_keeps_their_games(sqlite_url: str) -> None:
    async with serving(sqlite_url, proxies=1) as live:
        player = live.player()
        await player.put("/api/me", {"name": "Ann"})
        token = player.http.cookies["terminus"]
        lines = ["Host: 127.0.0.1", "X-Forwarded-Proto: https"]
        head, body = await raw(live.port, "GET", "/api/me", [*lines, f"Cookie: terminus={token}"])
        assert '"name":"Ann"' in body
        assert f"__Host-terminus={token}; " in head, "the same token, under the better name"
        head, _ = await raw(live.port, "GET", "/api/me", [*lines, f"Cookie: __Host-terminus={token}"])
        assert "set-cookie" not in head
        await player.close()


def test_a_cookie_that_only_we_can_set_counts_before_one_that_neighbours_can() -> None:
    mine, thrown = new_token(), new_token()
    assert token_in([f"{COOKIE}={thrown}; {SECURE}={mine}"]) == mine
    assert token_in([f"{COOKIE}={thrown}", f"{SECURE}=broken"]) == thrown
