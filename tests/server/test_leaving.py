"""Going away and coming back: lost networks, other devices, bots that stand in, clocks that run out."""

import asyncio
from collections.abc import Callable

import pytest
from tests.server.live import Live, Player
from tests.server.test_commands import begun, pair, solo

from terminus.server.disk import store
from terminus.server.edge import socket
from terminus.server.table import lobby, rooms

Seat = Callable[[], Player]


async def test_who_comes_back_is_told_only_if_something_has_changed(seat: Seat) -> None:
    host, guest, game = await begun(seat)
    await guest.ok(draft=guest.options[0]["do"])
    await host.ok(draft=host.options[0]["do"])
    version = guest.view["version"]
    await guest.leave_socket()
    await host.until(lambda: not host.view["seats"][1]["present"])
    await guest.sit(game, version)
    assert guest.frames[-1] == {"type": "same"}
    await host.until(lambda: bool(host.view["seats"][1]["present"]))
    await guest.leave_socket()
    await host.ok(commit=True)
    await guest.sit(game, version)
    assert guest.frames[-1]["type"] == "view"
    assert guest.view["seats"][0]["answered"]
    assert guest.view["answer"]["actions"], "the draft is still there"
    await guest.send({"type": "hello", "version": guest.view["version"]})
    await guest.until(lambda: guest.frames[-1] == {"type": "same"})


async def test_a_second_window_shows_the_same_seat(seat: Seat) -> None:
    player, window = seat(), seat()
    game = await solo(player)
    window.http.cookies.set("terminus", player.http.cookies["terminus"])
    await window.sit(game)
    await player.ok(draft=player.options[0]["do"])
    await window.until(lambda: bool(window.view["answer"]["actions"]))
    await window.ok(commit=True)
    await player.until(lambda: player.view["number"] == window.view["number"])
    await window.leave_socket()
    assert player.view["seats"][0]["present"]


async def test_a_bot_stands_in_for_who_left_until_they_are_back(seat: Seat) -> None:
    host, guest, _ = await begun(seat)
    await guest.ok(leave=True)
    await host.until(lambda: bool(host.view["seats"][1]["answered"]))
    assert host.view["seats"][1]["left"]
    assert host.view["notices"][-1]["why"] == "stand-in"
    await host.ok(commit=True)
    await host.until(lambda: bool(host.view["seats"][1]["answered"]) and bool(host.options))
    await guest.ok(back=True)
    await host.ok(commit=True)
    await host.asked()
    await guest.asked()
    await asyncio.sleep(0.3)
    assert not host.view["seats"][1]["answered"], "nobody plays for who is back"


async def test_without_stand_in_the_table_waits(seat: Seat) -> None:
    host, guest, _ = await begun(seat)
    await host.ok(stand_in=False)
    await guest.ok(leave=True)
    await host.ok(commit=True)
    await asyncio.sleep(0.3)
    assert not host.view["seats"][1]["answered"]
    await host.ok(stand_in=True)
    await host.asked()


async def test_the_host_removes_who_is_away(seat: Seat) -> None:
    host, guest, game = await begun(seat)
    assert (await host.no(remove=1)).startswith("During the game only people who are away")
    assert await guest.no(remove=0) == "Only the host of the table can do this."
    await guest.leave_socket()
    await host.until(lambda: not host.view["seats"][1]["present"])
    await host.ok(remove=1)
    await host.until(lambda: bool(host.view["seats"][1]["answered"]))
    await guest.sit(game)
    assert guest.view["me"] == 1
    await guest.ok(back=True)


async def test_the_host_is_the_first_who_has_not_left(seat: Seat) -> None:
    host, guest, _ = await begun(seat)
    await host.ok(leave=True)
    await guest.until(lambda: bool(guest.view["host"]))
    await guest.ok(leave=True)
    number = guest.view["number"]
    await asyncio.sleep(0.3)
    assert guest.view["number"] <= number + 1, "with nobody left nobody plays on"
    await host.ok(back=True)
    await host.until(lambda: bool(host.view["host"]))


async def test_who_leaves_the_lobby_frees_their_seat(seat: Seat) -> None:
    host, guest, _ = await pair(seat)
    await guest.ok(leave=True)
    await host.until(lambda: host.view["seats"][1]["kind"] == "open")
    await guest.until(lambda: guest.view["me"] is None)


async def test_a_private_link_moves_the_seat_to_another_device(seat: Seat) -> None:
    host, guest, game = await begun(seat)
    phone = seat()
    await guest.ok(draft=guest.options[0]["do"])
    path = (await guest.post(f"/api/games/{game}/link"))["path"]
    assert path.startswith("/s/")
    key = path.removeprefix("/s/")
    assert len(key) >= 22, "128 bits or more"
    assert await host.refused(f"/api/seat/{key}") == "This device has another seat at this table."
    assert (await phone.post(f"/api/seat/{key}"))["game"] == game
    await guest.until(lambda: guest.view["me"] is None)
    await phone.sit(game)
    assert (phone.view["me"], phone.view["seats"][1]["name"]) == (1, "Guest")
    assert phone.view["answer"]["actions"], "the draft has moved too"
    assert (await seat().refused(f"/api/seat/{key}", status=410)).startswith("This link was used already")
    assert await guest.no(commit=True) == "You do not sit at this table."
    assert "not sit" in await guest.refused(f"/api/games/{game}/link", status=403)


async def test_a_link_does_not_come_alive_again_when_the_seat_comes_back(seat: Seat) -> None:
    old, new, stranger = seat(), seat(), seat()
    game = (await old.post("/api/games", {"board": "london", "start": True}))["game"]
    used, asleep = [(await old.post(f"/api/games/{game}/link"))["path"] for _ in range(2)]
    await new.post(f"/api{used.replace('/s/', '/seat/')}")
    back = (await new.post(f"/api/games/{game}/link"))["path"]
    await old.post(f"/api{back.replace('/s/', '/seat/')}")
    await stranger.refused(f"/api{asleep.replace('/s/', '/seat/')}", status=410)
    assert (await old.get(f"/api/games/{game}"))["me"] == 0


async def test_a_link_that_is_old_moves_nothing(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, finder = seat(), seat()
    game = (await owner.post("/api/games", {"board": "london", "start": True}))["game"]
    key = (await owner.post(f"/api/games/{game}/link"))["path"].removeprefix("/s/")
    lasts = store.LINK_LASTS
    assert lasts == 900
    monkeypatch.setattr(store, "LINK_LASTS", 0.0)
    assert "15 minutes" in await finder.refused(f"/api/seat/{key}", status=410)
    assert (await owner.get(f"/api/games/{game}"))["me"] == 0
    await owner.post(f"/api/games/{game}/link")
    monkeypatch.setattr(store, "LINK_LASTS", lasts)
    await finder.refused(f"/api/seat/{key}", status=410)


async def test_a_clock_that_runs_out_passes(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "CLOCKS", (None, 1))
    host, guest, game = await pair(seat, clock=1)
    await host.ok(start=True)
    await guest.asked()
    assert 0 < guest.view["clock"]["ends_in"] <= 1
    told = len(guest.frames)
    await guest.send({"type": "hello", "version": guest.view["version"]})
    await guest.until(lambda: len(guest.frames) > told)
    assert guest.frames[-1]["type"] == "view", "a running clock is always told"
    turn = guest.view["turned"]
    await host.ok(draft=host.options[0]["do"])
    await guest.ok(commit=True)
    await guest.until(lambda: guest.view["turned"] != turn)
    assert [n["why"] for n in guest.view["notices"] if n["seat"] == 0] == ["clock"]
    line = host.view["seats"][0]["pencil"]
    assert host.view["seats"][0]["sheet"]["lines"][line]["sections"] == [], "a draft is not played"
    await host.ok(clock=None)
    turn = host.view["turned"]
    await asyncio.sleep(1.2)
    assert (await host.get(f"/api/games/{game}"))["turned"] == turn, "without a clock nobody is pressed"


async def test_a_clock_does_not_run_while_nobody_is_there(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "CLOCKS", (None, 1))
    player, other = seat(), seat()
    game = await solo(player, clock=1)
    number = player.view["number"]
    await player.leave_socket()
    await asyncio.sleep(1.3)
    assert (await other.get(f"/api/games/{game}"))["number"] == number
    await player.sit(game)
    await player.until(lambda: player.view["number"] > number)


@pytest.mark.parametrize("goes", ["guest", "both"])
async def test_a_clock_does_not_run_for_who_has_left_and_looks_on(
    seat: Seat, monkeypatch: pytest.MonkeyPatch, goes: str
) -> None:
    monkeypatch.setattr(lobby, "CLOCKS", (None, 1))
    host, guest, game = await pair(seat, clock=1)
    await host.ok(stand_in=False)
    await host.ok(start=True)
    await guest.ok(leave=True)
    if goes == "both":
        await host.ok(leave=True)
    else:
        await host.leave_socket()
    await guest.until(lambda: guest.view["clock"]["ends_in"] is None)
    number = guest.view["number"]
    await asyncio.sleep(1.3)
    assert (await guest.get(f"/api/games/{game}"))["number"] == number
    await guest.ok(back=True)
    await guest.until(lambda: guest.view["number"] > number)


async def test_a_socket_that_has_gone_silent_is_closed(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone without network says no goodbye."""
    monkeypatch.setattr(socket, "SILENCE", 1.5)
    host, guest = seat(), seat()
    game = await solo(host)
    await guest.sit(game)
    assert guest.view["seats"][0]["present"]
    for _ in range(5):
        await asyncio.sleep(0.4)
        await guest.send({"type": "hello", "version": guest.view["version"]})
    await guest.until(lambda: not guest.view["seats"][0]["present"])
    assert guest.socket is not None
    assert guest.socket.state.name == "OPEN"


async def test_a_room_that_nobody_looks_at_is_forgotten_and_comes_back(
    seat: Seat, live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "IDLE", 0.2)
    player = seat()
    game = await solo(player)
    await player.ok(draft=player.options[0]["do"])
    version = player.view["version"]
    await player.leave_socket()
    await asyncio.sleep(0.6)
    assert len(live.dealers) == 1
    await player.sit(game, version)
    assert len(live.dealers) == 2, "another dealer has shuffled what is left"
    assert player.frames[-1] == {"type": "same"}
    await player.ok(commit=True)
