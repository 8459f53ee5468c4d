"""The host is the first person who is there."""

import asyncio
from collections.abc import Callable

import pytest
from tests.server.live import Live, Player
from tests.server.test_commands import begun, pair

from terminus.server.table import presence

Seat = Callable[[], Player]
ONLY = "Only the host of the table can do this."


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "GRACE", 0.2)


def hosts(player: Player) -> list[bool]:
    return [seat["host"] for seat in player.view["seats"]]


@pytest.mark.usefixtures("soon")
async def test_in_the_lobby_the_next_person_becomes_host(seat: Seat) -> None:
    host, guest, game = await pair(seat, clock=60)
    assert hosts(guest) == [True, False]
    await host.leave_socket()
    await guest.until(lambda: bool(guest.view["host"]))
    assert hosts(guest) == [False, True]
    await guest.ok(clock=None)
    await guest.ok(stand_in=False)
    await guest.ok(add_bot="easy")
    await guest.ok(start=True)
    await guest.asked()
    await host.sit(game)
    assert host.view["host"], "the first person is there again"
    await guest.until(lambda: not guest.view["host"])
    assert await guest.no(clock=30) == ONLY
    await host.ok(clock=30)


@pytest.mark.usefixtures("soon")
async def test_in_a_game_the_next_person_goes_on_without_the_host(seat: Seat) -> None:
    host, guest, game = await begun(seat)
    await guest.ok(commit=True)
    await host.leave_socket()
    await guest.until(lambda: bool(guest.view["host"]))
    await guest.ok(remove=0)
    await guest.asked()
    assert guest.view["notices"][-1]["why"] == "stand-in"
    await host.sit(game)
    assert not host.view["host"], "who was removed is not there before they come back"
    await host.ok(back=True)
    await host.until(lambda: bool(host.view["host"]))


async def test_a_reload_does_not_change_the_host(seat: Seat) -> None:
    host, guest, game = await pair(seat)
    await host.leave_socket()
    await guest.until(lambda: not guest.view["seats"][0]["present"])
    assert hosts(guest) == [True, False]
    assert await guest.no(start=True) == ONLY
    await host.sit(game)
    await guest.until(lambda: bool(guest.view["seats"][0]["present"]))
    views = [frame["view"] for frame in guest.frames if frame["type"] == "view"]
    assert not any(view["host"] for view in views)


@pytest.mark.usefixtures("soon")
async def test_of_two_windows_of_the_host_one_is_enough(seat: Seat) -> None:
    host, guest, game = await pair(seat)
    window = seat()
    window.http.cookies.set("terminus", host.http.cookies["terminus"])
    await window.sit(game)
    await window.leave_socket()
    await asyncio.sleep(0.4)
    assert hosts(await _looked(guest)) == [True, False]
    await host.ok(clock=30)


async def _looked(player: Player) -> Player:
    player.view = await player.get(f"/api/games/{player.game}")
    return player


@pytest.mark.usefixtures("soon")
async def test_with_nobody_there_the_first_stays_host(seat: Seat) -> None:
    host, guest, _ = await pair(seat)
    for player in (host, guest):
        await player.leave_socket()
    await asyncio.sleep(0.4)
    assert hosts(await _looked(guest)) == [True, False]


async def test_a_table_read_from_disk_waits_for_its_host_as_after_a_reload(
    seat: Seat, live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    from terminus.server.table import rooms

    monkeypatch.setattr(rooms, "IDLE", 0.0)
    host, guest, game = await pair(seat)
    for player in (host, guest):
        await player.leave_socket()
    await asyncio.sleep(0.1)
    monkeypatch.setattr(presence, "GRACE", 0.3)
    await guest.sit(game)
    assert len(live.dealers) > 1
    assert hosts(guest) == [True, False]
    await guest.until(lambda: bool(guest.view["host"]))
