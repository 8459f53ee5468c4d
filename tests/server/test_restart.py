"""The server is killed in mid-turn and started again: everybody is at the same card with their draft."""

import asyncio
import signal
import subprocess
from pathlib import Path

import pytest
from tests.server.live import Player, best, free_port
from tests.server.processes import process, start

from terminus.kernel import installed
from terminus.record.log import read


@pytest.mark.parametrize("backend", ["sqlite", "postgres"])
async def test_nothing_acknowledged_is_lost(backend: str, request: pytest.FixtureRequest) -> None:
    database, port = str(request.getfixturevalue(f"{backend}_url")), free_port()
    host, guest = Player(port), Player(port)
    with process(port, database) as server:
        game = (await host.post("/api/games", {"board": "paris", "open": 1, "modules": ["specials"]}))["game"]
        await guest.post(f"/api/games/{game}/join", {"name": "Guest"})
        await host.sit(game)
        await guest.sit(game)
        await host.ok(start=True)
        await guest.asked()
        for _ in range(3):
            for player in (host, guest):
                await player.turn(best)
            await host.asked()
            await guest.asked()
        await guest.ok(say="wait for me")
        await guest.ok(key="kept", draft=next(o["do"] for o in guest.options if o["section"]))
        await host.turn(best)
        await host.until(lambda: host.view["answer"] is None and bool(host.view["chat"]))
        before = [player.view for player in (host, guest)]
        server.send_signal(signal.SIGKILL)
        server.wait()
    await host.leave_socket()
    await guest.leave_socket()
    with process(port, database) as server:
        await host.sit(game)
        await guest.sit(game, before[1]["version"])
        assert guest.frames[-1] == {"type": "same"}, "exactly as it was"
        await host.until(lambda: bool(host.view["seats"][1]["present"]))
        assert host.view == before[0]
        answer = await guest.do("kept", guest.view["number"], undo=True)
        assert answer["type"] == "ack", "its key was taken before"
        assert (await guest.get(f"/api/games/{game}"))["answer"] == before[1]["answer"]
        number = guest.view["number"]
        await guest.ok(commit=True)
        assert guest.view["number"] > number
        assert _ended(server) == f"Terminus is at http://127.0.0.1:{port}\n", "it ends without a word"
    await host.close()
    await guest.close()


def _ended(server: "subprocess.Popen[str]") -> str:
    """Told to stop it does so in time and without a complaint; all that it said before."""
    server.send_signal(signal.SIGTERM)
    said, complaints = server.communicate(timeout=10)
    assert (server.returncode, complaints) == (0, "")
    return said


@pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: the server says so, and has no experts")
async def test_bots_that_think_when_the_server_stops_go_on_after_it(sqlite_url: str) -> None:
    port = free_port()
    players = [Player(port) for _ in range(4)]
    for _ in range(4):
        with process(port, sqlite_url) as server:
            for player in players:
                await _sat_down(player)
            await asyncio.gather(*(player.ok(commit=True) for player in players))
            _ended(server)  # the experts have just been asked
        for player in players:
            await player.leave_socket()
    with process(port, sqlite_url) as server:
        for player in players:
            await _sat_down(player)
            log = (await player.http.get(f"/api/games/{player.game}/log")).text
            turns = [event for _, event in read(log) if event["event"] == "turn" and event["seat"] > 0]
            assert len(turns) >= 12
            assert {turn["auto"] for turn in turns} <= {"bot", "nothing"}
            await player.close()
        _ended(server)


async def _sat_down(player: Player) -> None:
    """At a table with three experts, waiting for a card."""
    if not player.game:
        new = {"board": "paris", "modules": ["gates"], "bots": ["expert"] * 3, "start": True}
        player.game = (await player.post("/api/games", new))["game"]
    await player.sit(player.game)
    await player.asked()


def test_a_port_in_use_is_said_in_one_line(sqlite_url: str) -> None:
    port = free_port()
    with process(port, sqlite_url):
        second = start("--port", str(port), "--database", sqlite_url)
    assert second.returncode == 2
    assert second.stderr.count("\n") == 1
    assert f"cannot listen at 127.0.0.1:{port}" in second.stderr


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear reader, " * 100)
    done = start("--port", str(free_port()), "--database", f"sqlite:///{file}")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("terminus serve: cannot open the database")
    assert file.read_text().startswith("Dear reader")


def test_games_are_kept_in_the_users_data_folder(tmp_path: Path) -> None:
    with process(free_port(), XDG_DATA_HOME=str(tmp_path), HOME=str(tmp_path)):
        assert list(tmp_path.rglob("games.sqlite3"))
