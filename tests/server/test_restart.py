"""The server is killed in mid-turn and started again: everybody is at the same card with their draft."""

import signal
from pathlib import Path

import pytest
from tests.server.live import Player, best, free_port
from tests.server.processes import process, start


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
        server.send_signal(signal.SIGTERM)
        assert server.wait(10) == 0, server.stderr and server.stderr.read()
        assert server.stderr is not None
        assert server.stdout is not None
        assert server.stderr.read() == ""
        assert server.stdout.read() == f"Terminus is at http://127.0.0.1:{port}\n", "it ends without a word"
    await host.close()
    await guest.close()


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
