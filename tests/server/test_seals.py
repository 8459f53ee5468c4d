"""Sealed shuffles at a real server: everybody adds to them, nobody knows them, no restart changes them."""

import asyncio
import random
import re
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.server.live import Live, Player, best, chance, serving

from terminus.record.log import read
from terminus.record.seals import SEALED
from terminus.record.verify import verify
from terminus.server.disk.schema import secrets
from terminus.server.disk.store import Store
from terminus.server.errors import Refused
from terminus.server.table.lobby import new_table
from terminus.server.table.progress import begin
from terminus.server.table.rooms import Rooms
from terminus.server.table.state import Seat

NewSeat = Callable[[], Player]
ALL = [str(number) for number in SEALED]


@pytest.fixture
async def live(sqlite_url: str) -> AsyncIterator[Live]:
    async with serving(sqlite_url, seed=None) as found:
        yield found


def contribution(sign: str) -> dict[str, str]:
    return {number: (sign + number) * 16 for number in ALL}


async def log_of(player: Player) -> list[dict[str, Any]]:
    text = (await player.http.get(f"/api/games/{player.game}/log")).text
    return [dict(event) for _, event in read(text)]


def of_kind(log: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [event for event in log if event["event"] == kind]


async def table(seat: NewSeat, people: int, **more: Any) -> list[Player]:
    """A host and guests in the lobby of a table."""
    host, *guests = players = [seat() for _ in range(people)]
    new = {"board": "london", "open": people - 1, **more}
    game = (await host.post("/api/games", new))["game"]
    for number, guest in enumerate(guests):
        await guest.post(f"/api/games/{game}/join", {"name": f"Guest {number}"})
    for player in players:
        await player.sit(game)
    return players


async def play_out(players: list[Player]) -> None:
    await asyncio.gather(*(p.play_out(chance(random.Random(n))) for n, p in enumerate(players)))


async def test_four_contribute_and_the_whole_game_is_proven(seat: NewSeat) -> None:
    players = await table(seat, 4, modules=["objectives", "specials"])
    seals = players[0].view["seals"]
    assert [len(seal) for seal in seals] == [64] * 5
    for sign, player in zip("abcd", players, strict=True):
        assert (player.view["seals"], player.view["contribute"]) == (seals, [0, 1, 2, 3, 4])
        await player.ok(contribute=contribution(sign))
        await player.until(lambda player=player: player.view["contribute"] == [])  # type: ignore[misc]
    await players[0].ok(start=True)
    for player in players:
        await player.asked()
    await play_out(players)
    log = await log_of(players[0])
    assert verify(enumerate(log, 1)) == 4
    assert log[0]["game"] == players[0].game
    assert [event["seal"] for event in of_kind(log, "seal")] == seals == players[2].view["seals"]
    given = {(e["round"], e["seat"]): e["value"] for e in of_kind(log, "contribution")}
    assert given == {(n, s): (sign + str(n)) * 16 for n in SEALED for s, sign in enumerate("abcd")}


async def test_nobody_waits_for_a_contribution(seat: NewSeat) -> None:
    """What is there when a round is dealt counts; what comes later is for the rounds to come."""
    host, guest = await table(seat, 2)
    await guest.ok(contribute={"0": "ab" * 16, "1": "cd" * 16})
    await host.ok(start=True)
    await guest.asked()
    assert (host.view["contribute"], guest.view["contribute"]) == ([2, 3, 4], [2, 3, 4])
    number = guest.view["number"]
    await host.ok(contribute={"3": "ef" * 32})
    await host.until(lambda: host.view["contribute"] == [2, 4])
    await guest.ok(draft=guest.options[0]["do"], number=number)
    assert "too late" in await host.no(contribute={"1": "00" * 16})
    await play_out([host, guest])
    assert "too late" in await host.no(contribute={"4": "00" * 16})
    log = await log_of(host)
    assert verify(enumerate(log, 1)) == 4
    where = [(event["round"], event["seat"]) for event in of_kind(log, "contribution")]
    assert where == [(0, 1), (1, 1), (3, 0)]


REFUSED = [
    ({"5": "ab" * 16}, "no round"),
    ({"x" * 300: "ab" * 16}, "no round"),
    ({"01": "ab" * 16}, "no round"),
    ({"1": "ab" * 15}, "16 to 32 bytes"),
    ({"1": "ab" * 33}, "16 to 32 bytes"),
    ({"1": "AB" * 16}, "16 to 32 bytes"),
    ({"1": ""}, "16 to 32 bytes"),
    ({"2": "ab" * 16, "1": "no"}, "16 to 32 bytes"),
]


async def test_what_is_no_contribution_is_refused_in_words_and_changes_nothing(seat: NewSeat) -> None:
    host, guest = await table(seat, 2)
    stranger = await seat().sit(host.game)
    for values, words in REFUSED:
        assert words in await host.no(contribute=values)
    assert host.view["contribute"] == [0, 1, 2, 3, 4]
    assert "do not sit" in await stranger.no(contribute={"1": "ab" * 16})
    assert stranger.view["contribute"] == []
    await host.ok(contribute={"1": "ab" * 16})
    await host.ok(contribute={"1": "ab" * 16})
    assert "the first contribution counts" in await host.no(contribute={"1": "cd" * 16, "2": "ab" * 16})
    await host.until(lambda: host.view["contribute"] == [0, 2, 3, 4])
    assert guest.view["contribute"] == [0, 1, 2, 3, 4]


async def test_whoever_gives_up_a_seat_takes_their_contributions_along(seat: NewSeat) -> None:
    host, guest, third = await table(seat, 3)
    await guest.ok(contribute=contribution("b"))
    await third.ok(contribute=contribution("c"))
    await guest.ok(leave=True)
    await host.ok(start=True)
    await third.asked()
    given = {(e["round"], e["seat"]): e["value"] for e in of_kind(await log_of(host), "contribution")}
    assert given == {(0, 1): "c0" * 16, (1, 1): "c1" * 16}, (
        "the open seat is gone, and the third is the second"
    )


async def test_a_contribution_wakes_nobody_and_makes_no_command_late(seat: NewSeat) -> None:
    host, guest = await table(seat, 2)
    await host.ok(start=True)
    await guest.asked()
    number, told = host.view["number"], len(host.frames)
    await guest.ok(contribute={"2": "ab" * 16})
    await host.send({"type": "hello", "version": host.view["version"]})
    await host.until(lambda: len(host.frames) > told)
    assert host.frames[told:] == [{"type": "same"}]
    assert guest.view["number"] == number


async def test_alone_one_request_contributes_and_deals(seat: NewSeat) -> None:
    player = seat()
    made = await player.post("/api/games", {"board": "paris", "bots": ["easy"]})
    assert len(made["seals"]) == 5
    stranger = seat()
    assert "do not sit" in await stranger.refused(f"/api/games/{made['game']}/start", {}, 403)
    bad = {"contribute": {"0": "?"}}
    assert "16 to 32" in await player.refused(f"/api/games/{made['game']}/start", bad, 400)
    await player.post(f"/api/games/{made['game']}/start", {"contribute": contribution("a")})
    assert "begun already" in await player.refused(f"/api/games/{made['game']}/start", {})
    await player.sit(made["game"])
    assert (player.view["phase"], player.view["seals"]) == ("playing", made["seals"])
    log = await log_of(player)
    assert [(e["round"], e["value"]) for e in of_kind(log, "contribution")] == [
        (0, "a0" * 16),
        (1, "a1" * 16),
    ]
    await player.play_out(best)
    assert verify(enumerate(await log_of(player), 1)) == 4


async def test_with_others_the_host_starts_from_the_lobby(seat: NewSeat) -> None:
    host, _ = await table(seat, 2)
    assert "from the lobby" in await host.refused(f"/api/games/{host.game}/start", {})
    assert host.view["phase"] == "lobby"


async def test_a_rematch_has_seals_of_its_own(seat: NewSeat) -> None:
    player = seat()
    first = await player.post("/api/games", {"board": "london", "start": True})
    await player.sit(first["game"])
    await player.play_out(lambda options: options[-1])
    again = await player.post(f"/api/games/{first['game']}/rematch")
    assert not set(again["seals"]) & set(first["seals"])
    assert (await player.get(f"/api/games/{again['game']}"))["phase"] == "lobby"
    await player.post(f"/api/games/{again['game']}/start", {"contribute": contribution("a")})
    assert (await player.get(f"/api/games/{again['game']}"))["phase"] == "playing"
    assert (await player.post(f"/api/games/{first['game']}/rematch")) == again


async def test_taking_back_changes_no_card(seat: NewSeat) -> None:
    """The round's last answer may be taken back and given again: what is turned then was settled before."""
    host, guest = await table(seat, 2)
    await host.ok(start=True)
    await guest.asked()
    while host.view["round"] < 3:
        await host.asked()
        await guest.asked()
        await host.ok(commit=True)
        await host.ok(take_back=True)
        await host.ok(commit=True)
        await guest.ok(commit=True)
    assert verify(enumerate(await log_of(host), 1)) == 2


@pytest.mark.parametrize("backend", ["sqlite", "postgres"])
async def test_after_a_restart_the_same_cards_come(backend: str, request: pytest.FixtureRequest) -> None:
    """Rooms read again after every turn deal what was sealed; another process would too."""
    database = str(request.getfixturevalue(f"{backend}_url"))
    log: list[dict[str, Any]] = []
    tables: list[Player] = []
    for _ in range(5):
        async with serving(database, seed=None) as live:
            player = live.player()
            if tables:
                player.http.cookies.update(tables[0].http.cookies)
                player.game = tables[0].game
            else:
                made = await player.post("/api/games", {"board": "tokyo", "modules": ["specials"]})
                player.game = made["game"]
                await player.post(f"/api/games/{made['game']}/start", {"contribute": contribution("a")})
            tables.append(player)
            await player.sit(player.game)
            for _ in range(9):
                await player.turn(best)
                if player.view["phase"] == "playing":
                    await player.asked()
            log = await log_of(player)
            await player.close()
    assert verify(enumerate(log, 1)) >= 2
    assert len(of_kind(log, "contribution")) == len(of_kind(log, "special")) + 1


# -- what nobody may see ---------------------------------------------------------------------------


async def test_a_secret_leaves_the_server_only_when_its_round_is_over(
    seat: NewSeat, sqlite_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    host, guest = await table(seat, 2, bots=["easy"])
    watcher = await seat().sit(host.game)
    with sqlite3.connect(sqlite_file) as database:
        hidden = [secret for (secret,) in database.execute("select secret from secrets order by round")]
    database.close()
    assert len(set(hidden)) == 5
    await host.ok(contribute=contribution("a"))
    await host.ok(start=True)
    await asyncio.gather(*(_play_and_look(player, hidden) for player in (host, guest)))
    assert not any(secret in text for secret in hidden for text in watcher.received)
    assert not re.search("|".join(hidden), caplog.text)


async def _play_and_look(player: Player, hidden: list[str]) -> None:
    """Play, ask for whatever can be asked for, and find only the secrets of rounds that are over."""
    while player.view["phase"] != "over":
        await player.until(lambda: bool(player.options) or player.view["phase"] == "over")
        await player.turn(best)
        for path in ("me", f"games/{player.game}", f"games/{player.game}/replay"):
            await player.get(f"/api/{path}")
        log = await log_of(player)
        over = 5 if log[-1]["event"] == "end" else log[-1]["round"]
        received = "".join(player.received)
        assert [secret in received for secret in hidden] == [number < over for number in SEALED]


async def test_secrets_that_are_gone_or_changed_are_said_in_words(engine: AsyncEngine) -> None:
    rooms = Rooms(Store(engine))
    async with rooms.created(new_table("london", [], None, [Seat("person", "Ann", person="p")])) as room:
        await room.change(lambda state: begin(state, room.dealer))
        game = room.state.game.id
    await rooms.close()
    for change in (update(secrets).where(secrets.c.round == 3).values(secret="00" * 32), delete(secrets)):
        async with engine.begin() as connection:
            await connection.execute(change)
        rooms = Rooms(Store(engine))
        with pytest.raises(Refused, match="missing or was changed"):
            async with rooms.held(game):
                pass
        await rooms.close()


async def test_a_game_from_before_the_seals_goes_on_as_it_did(sqlite_url: str) -> None:
    async with serving(sqlite_url, seed=3) as live:
        player = live.player()
        made = await player.post("/api/games", {"board": "london", "start": True})
        assert made["seals"] == []
        await player.sit(made["game"])
        await player.turn(best)
        await player.close()
    async with serving(sqlite_url, seed=None) as live:
        again = live.player()
        again.http.cookies.update(player.http.cookies)
        await again.sit(made["game"])
        assert (again.view["seals"], again.view["contribute"], again.view["settled"]) == ([], [], False)
        assert "not sealed" in await again.no(contribute={"2": "ab" * 16})
        await again.play_out(best)
        assert {event["event"] for event in await log_of(again)} == {"start", "flip", "turn", "end"}
        await again.close()


async def test_a_settled_deal_is_not_sealed_and_says_so(seat: NewSeat) -> None:
    player = seat()
    await player.sit((await player.post("/api/lessons/first"))["game"])
    assert (player.view["seals"], player.view["settled"]) == ([], True)
