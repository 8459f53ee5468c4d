"""`make cluster` as its user has it: PostgreSQL, two servers, a worker, nginx; and one server is killed."""

import asyncio
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from bench.trials.postgres import Postgres
from tests.server.live import PATIENCE, Player, best

from terminus.record.log import read
from terminus.record.verify import verify

SCRIPT = Path(__file__).parents[2] / "tools" / "cluster.sh"
VENV = Path(sys.executable).parents[1]
TOKEN = "for-this-test-alone"
UP = ("Both behind nginx", "at a time")  # said when nginx and the worker are up
NOTICED = 1.5  # seconds, after which servers know of a worker


def ports() -> int:
    """The first of four that nobody uses, one after the other."""
    for first in range(20_000 + os.getpid() % 9_000, 60_000, 7):
        try:
            for port in range(first, first + 4):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", port))
        except OSError:
            continue
        return first
    raise AssertionError("no port is free")


@dataclass
class Cluster:
    port: int
    script: "subprocess.Popen[str]"
    servers: dict[int, int]  # processes by port
    worker: int

    def player(self) -> Player:
        return Player(self.port)

    def sockets(self, port: int) -> int:
        """How many are open at a server."""
        bearer = {"authorization": f"Bearer {TOKEN}"}
        text = httpx.get(f"http://127.0.0.1:{port}/metrics", headers=bearer).text
        found = re.search(r"^terminus_sockets (\d+)", text, re.MULTILINE)
        assert found, text
        return int(found[1])

    async def sit(self, player: Player, game: str, port: int) -> Player:
        """Open the table's socket by way of nginx until it is one at this server."""
        for _ in range(20):
            before = self.sockets(port)
            await player.sit(game)
            if self.sockets(port) > before:
                return player
            await player.leave_socket()
            await asyncio.sleep(0.1)  # until it is noticed there
        raise AssertionError("nginx never chooses this server")


@contextmanager
def cluster() -> Iterator[Cluster]:
    port, unlimited = ports(), {"TERMINUS_LIMITS": "off", "TERMINUS_METRICS_TOKEN": TOKEN}
    with subprocess.Popen(
        [SCRIPT, VENV, str(port)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **unlimited},
        start_new_session=True,
    ) as script:
        assert script.stdout is not None
        said = ""
        try:
            while not all(up in said for up in UP):
                line = script.stdout.readline()
                assert line, f"it ends before it is up: {said}"
                said += line
            servers = dict(re.findall(r"port (\d+): process (\d+)", said))
            (worker,) = re.findall(r"Worker: process (\d+)", said)
            yield Cluster(port, script, {int(at): int(pid) for at, pid in servers.items()}, int(worker))
        finally:
            script.terminate()
            script.wait(60)


@pytest.fixture
def running(postgres: Postgres) -> Iterator[Cluster]:
    if not (shutil.which("nginx") or Path("/usr/sbin/nginx").exists()):
        pytest.skip("NO NGINX on this machine: several servers were tested without a proxy")
    with cluster() as found:
        yield found


async def turns(count: int, *players: Player) -> None:
    """So many cards, whatever is turned: on one of them somebody may be able to draw nothing."""
    for _ in range(count):
        await _same_card(players)
        await asyncio.gather(*(player.turn(best) for player in players if player.options))


async def _same_card(players: Sequence[Player]) -> None:
    for _ in range(int(PATIENCE / 0.05)):
        same = all(player.view["turned"] == players[0].view["turned"] for player in players)
        if same and any(player.options for player in players):
            return
        await asyncio.sleep(0.05)
    raise AssertionError("no card came that anybody is asked about")


async def test_a_table_goes_on_when_one_of_two_servers_is_killed(running: Cluster) -> None:
    """Two people at two servers, a bot that thinks in the worker; then one of the servers is gone."""
    first, second = running.servers
    host, guest = running.player(), running.player()
    game = (await host.post("/api/games", {"board": "london", "bots": ["expert"], "open": 1}))["game"]
    await guest.post(f"/api/games/{game}/join", {"name": "Guest"})
    await running.sit(host, game, first)
    await running.sit(guest, game, second)
    await asyncio.sleep(NOTICED)
    await host.ok(start=True)
    await turns(3, host, guest)
    os.kill(running.servers[second], signal.SIGKILL)
    assert guest.socket is not None
    await asyncio.wait_for(guest.socket.wait_closed(), 10)
    await guest.sit(game)  # as its page does by itself
    await turns(3, host, guest)
    log = (await guest.http.get(f"/api/games/{game}/log")).text
    assert verify(read(log)) >= 0
    said = await asyncio.to_thread(_ended, running)
    done = re.search(r"Jobs done: (\d+)", said)
    assert done, said
    assert int(done[1]) >= 6, "the expert's thoughts"
    await host.close()
    await guest.close()


def _ended(running: Cluster) -> str:
    """What it says while it ends; nothing that it started is left."""
    folders = {*Path("/tmp").glob("terminus-cluster-*")}
    running.script.terminate()
    running.script.terminate()  # by somebody impatient
    said, _ = running.script.communicate(timeout=60)
    assert running.script.returncode == 0
    for pid in (*running.servers.values(), running.worker):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    assert len({*Path("/tmp").glob("terminus-cluster-*")}) < len(folders)
    for port in range(running.port, running.port + 4):
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.1", port), 1).close()
    return said
