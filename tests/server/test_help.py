"""Help while playing alone: off until asked for, marked for ever, never in company; no later card known."""

import asyncio
import json
import random
import re
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from tests.server.live import Live, Player, best, chance, serving
from tests.server.test_what_if import finished, log_of, play_on

from terminus.record.log import replay, write_line
from terminus.record.verify import verify
from terminus.server.errors import Refused
from terminus.server.table import counsel as counsels
from terminus.server.table.counsel import Advice, Counsel
from terminus.server.table.lobby import new_table
from terminus.server.table.state import Seat as Sitting
from terminus.server.table.state import State
from terminus.server.table.threads import BotThreads

Seat = Callable[[], Player]
Json = dict[str, Any]


@pytest.fixture
async def live(url: str) -> AsyncIterator[Live]:
    async with serving(url) as found:
        yield found


async def alone(player: Player, board: str = "london", **more: Any) -> str:
    game = str((await player.post("/api/games", {"board": board, "start": True, **more}))["game"])
    await player.sit(game)
    return game


async def advice(player: Player, status: int = 200) -> Json:
    found: Json = await player.get(f"/api/games/{player.game}/advice", status)
    return found


def values(found: Json) -> dict[str, float]:
    return {option["do"]: option["value"] for option in found["options"]}


async def test_it_is_off_until_asked_for_and_then_the_game_says_so_for_ever(url: str) -> None:
    async with serving(url, seed=None) as live:
        player = live.player()
        game = await alone(player)
        assert player.view["helped"] is False
        assert (await advice(player, 403))["error"]["message"] == "There is no help at this table."
        number = player.view["number"]
        await player.ok(help=True)
        await player.ok(help=True)
        assert (player.view["helped"], player.view["number"]) == (True, number + 1)
        cookies = player.http.cookies
        await player.close()
    async with serving(url, seed=None) as live:
        player = live.player()
        player.http.cookies = cookies
        await player.sit(game)
        assert player.view["helped"]
        assert (await advice(player))["options"], "passing may well be best"
        await player.play_out(best)
        log = await log_of(player, game)
        assert [event for event in log if event["event"] == "help"] == [
            {"event": "help", "round": 1, "turn": 1, "seat": 0}
        ]
        assert replay("".join(map(write_line, log))).over
        assert verify(enumerate(log, 1)) == 4
        (listed,) = (await player.get("/api/me"))["games"]
        assert listed["uncounted"] == "helped"
        assert (await player.get("/api/boards"))[0]["bests"] == {}
        assert (await player.get(f"/api/games/{game}/record"))["counts"] is False
        assert player.view["helped"]
        await player.close()


CITIES = [("london", ["objectives", "powers"]), ("tokyo", ["specials"]), ("paris", ["gates"])]


@pytest.mark.parametrize(("board", "modules"), CITIES)
async def test_what_it_says_can_be_done_and_is_worth_what_it_says(
    seat: Seat, board: str, modules: list[str]
) -> None:
    player, told = seat(), 0
    await alone(player, board, modules=modules)
    await player.ok(help=True)
    while player.view["phase"] == "playing":
        found = await advice(player)
        worth = values(found)
        assert (found["number"], found["draft"]) == (player.view["number"], player.view["draft"])
        assert set(worth) <= {option["do"] for option in player.options}
        assert max(worth.values()) == found["value"]
        for do in found["best"]:
            await player.ok(draft=do)
        then = await advice(player)
        assert (then["best"], then["lost"], then["large"]) == (found["best"], 0.0, False)
        await player.ok(commit=True)
        await player.until(lambda: bool(player.options) or player.view["phase"] != "playing")
        told += 1
    assert told > 15
    assert player.view["seats"][0]["score"]["total"] > 80, "it plays well"


async def test_a_large_mistake_is_told_before_it_is_made(seat: Seat) -> None:
    player, large = seat(), 0
    await alone(player)
    await player.ok(help=True)
    while player.view["phase"] == "playing":
        before = await advice(player)
        worst = min((do for do in values(before) if "-" in do), key=values(before).__getitem__, default=None)
        if worst is not None:
            await player.ok(draft=worst)
        found = await advice(player)
        if found["lost"] is not None:
            assert found["large"] == (found["lost"] > 3)
            assert found["lost"] == pytest.approx(max(0.0, before["value"] - values(found)["done"]), abs=1.0)
            large += found["large"]
        await player.turn(lambda options: next((o for o in options if o["do"] == "done"), options[0]))
        await player.until(lambda: bool(player.options) or player.view["phase"] != "playing")
    assert large > 3


async def test_in_company_and_elsewhere_it_is_refused(seat: Seat) -> None:
    player, stranger = seat(), seat()
    await alone(player, bots=["easy"])
    assert await player.no(help=True) == "There is no help where others play, bots too."
    assert await advice(player, 403)
    await player.leave_socket()
    game = (await player.post("/api/games", {"board": "london", "open": 1}))["game"]
    await stranger.post(f"/api/games/{game}/join", {"name": "Bob"})
    await player.sit(game)
    assert await player.no(help=True) == "There is help only while a game is on."
    await player.ok(start=True)
    assert await player.no(help=True) == "There is no help where others play, bots too."
    await player.leave_socket()
    await player.sit((await player.post("/api/lessons/first"))["game"])
    assert await player.no(help=True) == "This game began as a lesson, which helps by itself."
    await player.leave_socket()
    game = await alone(player)
    await player.ok(help=True)
    await stranger.sit(game)
    assert await stranger.no(help=True) == "You do not sit at this table."
    assert (await advice(stranger, 403))["error"]["message"] == "You do not sit at this table."
    await player.play_out(chance(random.Random(1)))
    assert await player.no(help=True) == "There is help only while a game is on."
    assert (await advice(player, 409))["error"]["message"] == "No card waits for you."


async def test_it_says_the_same_whatever_the_order_to_come(seat: Seat) -> None:
    """Six tables at the same card, each with other cards to come."""
    player, told, orders = seat(), set(), set()
    game = await finished(player, modules=["specials"])
    for _ in range(6):
        again = await play_on(player, game, cards="others")
        await player.sit(again)
        await player.ok(help=True)
        found = await advice(player)
        assert not re.search("street|underground", json.dumps(found))
        told.add(json.dumps(found))
        await player.play_out(best)
        await player.leave_socket()
        orders.add(json.dumps([e["cards"] for e in await log_of(player, again) if e["event"] == "flip"]))
    assert (len(told), len(orders)) == (1, 6)


def helped() -> State:
    table = new_table("london", [], None, [Sitting("person", "Ann", person="ann")])
    return table.with_game(phase="playing")


async def test_askers_are_answered_one_at_a_time_and_bots_come_between(
    monkeypatch: pytest.MonkeyPatch, let_go: threading.Event
) -> None:
    threads, running, most, lock = BotThreads(), 0, 0, threading.Lock()
    counsel = Counsel(threads)

    def slow(_: State) -> Advice:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        let_go.wait(0.02)
        with lock:
            running -= 1
        return Advice(0, 0, "learned", [], 0.0, [], None, False)

    monkeypatch.setattr(counsels, "advise", slow)
    monkeypatch.setattr(counsels, "is_helped", lambda _: True)
    monkeypatch.setattr(State, "asks", lambda *_: True)
    asked = [asyncio.create_task(counsel.ask(helped(), "ann")) for _ in range(counsels.WAITING + 7)]
    await asyncio.sleep(0.05)
    began = asyncio.get_running_loop().time()
    assert await threads.run(lambda: "a bot's move") == "a bot's move"
    assert asyncio.get_running_loop().time() - began < 0.2, "it did not wait for those who had asked before"
    answers = await asyncio.gather(*asked, return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert (most, len(refused)) == (1, 7)
    assert {(one.status, one.headers[0][0]) for one in refused} == {(503, "retry-after")}
    assert isinstance(await counsel.ask(helped(), "ann"), Advice), "and then it goes on"


async def test_a_crowd_that_waits_for_help_keeps_nobody_from_moving(
    live: Live, seat: Seat, monkeypatch: pytest.MonkeyPatch, let_go: threading.Event
) -> None:
    """While the judge does not come to an end at all: no move waits for it, nor do askers' own."""
    begun, advise = threading.Event(), counsels.advise

    def stuck(state: State) -> Advice:
        begun.set()
        let_go.wait()
        return advise(state)

    monkeypatch.setattr(counsels, "advise", stuck)
    crowd, other = [seat() for _ in range(8)], seat()
    for player in crowd:
        await alone(player)
        await player.ok(help=True)
    await alone(other)
    asking = [asyncio.create_task(advice(player)) for player in crowd]
    await asyncio.to_thread(begun.wait)
    for player in (other, crowd[0], crowd[-1]):
        for _ in range(5):
            await player.ok(draft=player.options[0]["do"])
            await player.ok(undo=True)
    assert not any(one.done() for one in asking)
    let_go.set()
    assert all(found["options"] for found in await asyncio.gather(*asking))
