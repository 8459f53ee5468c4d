"""Nobody takes all connections, however politely or slowly; and nobody who behaves is cut off for it."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from time import monotonic

import httpx
import pytest
from tests.server.live import Live, Player, free_port, serving
from tests.server.processes import process

from terminus.server.edge import fair_share
from terminus.server.edge.fair_share import A_DAY, BROWSER, share_fairly

FILES, ROOM = 400, 100  # a quarter of the files are for connections
GREEDY, HONEST = "127.0.0.2", "127.0.0.3"
HEAD = "HTTP/1.1\r\nHost: 127.0.0.1\r\n"
TINY = f"GET /health/live {HEAD}\r\n".encode()
LARGE = f"GET /api/boards/london {HEAD}\r\n".encode()
SOON = 8.0  # seconds; silence ends only after 15


def connected(port: int, address: str, said: bytes, small: bool = False) -> socket.socket:
    """A connection from somewhere on which this is said; a `small` one takes little that is not read."""
    found = socket.socket()
    if small:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    found.settimeout(10)
    found.bind((address, 0))
    found.connect(("127.0.0.1", port))
    found.sendall(said)
    return found


@pytest.fixture
def crowd() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def is_open(connection: socket.socket) -> bool:
    """Whether an answer still comes on it."""
    try:
        connection.sendall(TINY)
        return connection.recv(65_536).startswith(b"HTTP/1.1 200")
    except OSError:
        return False


def waited(port: int) -> float:
    """Seconds until somebody else is answered."""
    begun = monotonic()
    httpx.get(f"http://127.0.0.1:{port}/health/live", timeout=30).raise_for_status()
    return monotonic() - begun


@pytest.mark.parametrize(("said", "small"), [(TINY, False), (LARGE * 40, True)], ids=["idle", "slow"])
def test_one_address_cannot_take_all_connections(
    sqlite_url: str, crowd: ExitStack, said: bytes, small: bool
) -> None:
    port = free_port()
    with process(port, sqlite_url, files=FILES):
        few = [crowd.enter_context(connected(port, HONEST, b"")) for _ in range(BROWSER)]
        assert all(map(is_open, few))
        for _ in range(ROOM * 2):
            crowd.enter_context(connected(port, GREEDY, said, small))
        assert max(waited(port) for _ in range(10)) < SOON
        assert all(map(is_open, few)), "who has no more than a browser opens is left alone"


def test_as_long_as_nobody_waits_nobody_is_cut_off(sqlite_url: str, crowd: ExitStack) -> None:
    port = free_port()
    with process(port, sqlite_url, files=FILES):
        many = [crowd.enter_context(connected(port, GREEDY, b"")) for _ in range(ROOM - 10)]
        assert all(map(is_open, many))
        waited(port)
        assert all(map(is_open, many))


def test_a_proxy_has_all_the_connections_it_wants(sqlite_url: str, crowd: ExitStack) -> None:
    port = free_port()
    with process(port, sqlite_url, files=FILES, TERMINUS_BEHIND_PROXY="1"):
        many = [crowd.enter_context(connected(port, GREEDY, b"")) for _ in range(ROOM)]
        assert all(map(is_open, many))
        crowd.enter_context(connected(port, GREEDY, TINY))
        with contextlib.suppress(httpx.TransportError):
            httpx.get(f"http://127.0.0.1:{port}/health/live", timeout=2)
        assert all(map(is_open, many))


@asynccontextmanager
async def impatient(database: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Live]:
    """A server on which an answer is stuck within a second."""
    monkeypatch.setattr(fair_share, "STUCK", 1000)
    async with serving(database) as live:
        sharing = asyncio.create_task(share_fairly(behind_proxy=False))
        await asyncio.sleep(fair_share.LOOK * 2)
        yield live
        sharing.cancel()


async def test_who_takes_no_answer_is_cut_off_and_who_takes_it_slowly_is_not(
    sqlite_url: str, crowd: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with impatient(sqlite_url, monkeypatch) as live:
        stuck = crowd.enter_context(connected(live.port, HONEST, LARGE * 40, small=True))
        slow = crowd.enter_context(connected(live.port, HONEST, LARGE * 200))
        until, taken = monotonic() + 5, 0
        while monotonic() < until:
            taken += len(await asyncio.to_thread(slow.recv, 20_000))
            await asyncio.sleep(0.1)
        assert taken > 200_000, "a second is half a minute here, so this is 7 kB a second"
        peers = [peer_of(number) for number in fair_share._numbers()]
        assert slow.getsockname() in peers
        assert stuck.getsockname() not in peers


async def test_a_table_that_is_not_read_is_left_to_its_own_rule(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phone in a tunnel: its socket is closed when it was silent for long, and not before."""
    async with impatient(sqlite_url, monkeypatch) as live:
        player = live.player()
        game = (await player.post("/api/games", {"board": "london"}))["game"]
        await player.sit(game)
        await asyncio.sleep(0.2)
        kept = [time_of(number) for number in fair_share._numbers() if peer_of(number) == own_address(player)]
        assert kept == [A_DAY]
        await player.close()


def time_of(number: int) -> int:
    with fair_share._lent(number) as found:
        return found.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)


def peer_of(number: int) -> object:
    with contextlib.suppress(OSError), fair_share._lent(number) as found:
        return found.getpeername()
    return None


def own_address(player: Player) -> object:
    assert player.socket is not None
    return player.socket.local_address
