"""Rooms that are forgotten at once, under a crowd: nobody waits for one, nothing is lost."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from tests.server.live import Live, Player, best
from tests.server.test_commands import begun, solo

from terminus.server.disk.store import Store
from terminus.server.table import rooms
from terminus.server.table.room import Room

Seat = Callable[[], Player]


@pytest.fixture(autouse=True)
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "IDLE", 0.001)


async def test_a_crowd_plays_while_rooms_are_forgotten_at_once(seat: Seat, live: Live) -> None:
    """Looking, talking, leaving and coming back, all over HTTP and sockets that do not stay."""
    players = [seat() for _ in range(4)]
    games = [await _new(player) for player in players]

    async def wander(player: Player, game: str) -> None:
        for turn in range(6):
            await asyncio.gather(*(player.get(f"/api/games/{other}") for other in games))
            await player.sit(game)
            await player.asked()
            await player.turn(best)
            await player.ok(say=f"turn {turn}")
            await player.leave_socket()

    await asyncio.wait_for(asyncio.gather(*map(wander, players, games)), 60)
    assert len(live.dealers) > 3 * len(players), "rooms were forgotten and read again"
    for player, game in zip(players, games, strict=True):
        view = await player.get(f"/api/games/{game}")
        assert [line["text"] for line in view["chat"]] == [f"turn {turn}" for turn in range(6)]


async def _new(player: Player) -> str:
    wish = {"board": "london", "bots": ["easy"], "start": True}
    return str((await player.post("/api/games", wish))["game"])


async def test_joining_and_rematches_of_many_at_once(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every call to the disk takes its time, so each await is a chance to be forgotten."""
    _slow_down(monkeypatch, "load", "save", "create")
    host, guests = seat(), [seat() for _ in range(3)]
    game = str((await host.post("/api/games", {"board": "london", "open": 3}))["game"])
    joined = await asyncio.gather(*(guest.post(f"/api/games/{game}/join") for guest in guests))
    assert sorted(answer["seat"] for answer in joined) == [1, 2, 3]
    players = [host, *guests]
    for player in players:
        await player.sit(game)
    await host.ok(start=True)
    for player in players:
        await player.asked()
    await asyncio.gather(*(player.play_out(lambda options: options[-1]) for player in players))
    for player in players:
        await player.leave_socket()
    asked = await asyncio.gather(*(player.post(f"/api/games/{game}/rematch") for player in players))
    assert len({answer["game"] for answer in asked}) == 1
    view = await host.get(f"/api/games/{asked[0]['game']}")
    assert [seat["kind"] for seat in view["seats"]] == ["person"] * 4


def _slow_down(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    for name in names:
        monkeypatch.setattr(Store, name, _slow(getattr(Store, name)))


def _slow(method: Callable[..., Any]) -> Callable[..., Any]:
    async def slow(*arguments: Any) -> Any:
        await asyncio.sleep(0.005)
        found = await method(*arguments)
        await asyncio.sleep(0.005)
        return found

    return slow


async def test_one_rematch_that_takes_long_holds_up_no_other(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, quick = seat(), seat()
    await slow.put("/api/me", {"name": "Slow"})
    games = [await solo(player) for player in (slow, quick)]
    for player in (slow, quick):
        await player.play_out(lambda options: options[-1])
    create, waits, begun_slowly = Store.create, asyncio.Event(), asyncio.Event()

    async def stuck(self: Store, state: Any) -> Any:
        if state.seats[0].name == "Slow":
            begun_slowly.set()
            await waits.wait()
        return await create(self, state)

    monkeypatch.setattr(Store, "create", stuck)
    late = asyncio.create_task(slow.post(f"/api/games/{games[0]}/rematch"))
    await begun_slowly.wait()
    await quick.post(f"/api/games/{games[1]}/rematch")
    waits.set()
    assert (await late)["game"] != games[0]


async def test_a_view_that_cannot_be_made_closes_the_socket_and_is_logged(
    seat: Seat, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    host, guest, game = await begun(seat)
    assert guest.socket is not None
    seen = Room.seen

    def broken(self: Room, person: str) -> Any:
        raise ZeroDivisionError("a view that cannot be made")

    monkeypatch.setattr(Room, "seen", broken)
    await host.send({"type": "command", "key": "k", "number": host.view["number"], "do": {"say": "hi"}})
    await asyncio.wait_for(guest.socket.wait_closed(), 5)
    assert guest.socket.close_code == 1011, "the page comes back"
    assert "ZeroDivisionError" in caplog.text
    monkeypatch.setattr(Room, "seen", seen)
    await guest.sit(game)
    assert guest.view["chat"][0]["text"] == "hi"
