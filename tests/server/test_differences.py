"""What is sent are differences: whoever puts them in has exactly what the server would show in full."""

import asyncio
import contextlib
import json
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from tests.server.live import Live, Player, chance, changed

from terminus.record.dealer import Dealer
from terminus.server.errors import Refused
from terminus.server.shown.differences import difference
from terminus.server.shown.showing import is_private
from terminus.server.shown.views import own, public
from terminus.server.table.commands import Command, Context, obey
from terminus.server.table.lobby import new_table
from terminus.server.table.state import Seat as Chair
from terminus.server.table.state import State

Seat = Callable[[], Player]
PEOPLE = ("ada", "ben", "cleo")


def plain(shown: object) -> Any:
    return json.loads(msgspec.json.encode(shown))


def seen(state: State, me: int | None, here: frozenset[str]) -> Any:
    return own(state, me, public(state, here, here), ["Zoe"] if len(here) > 2 else [])


def any_command(state: State, seat: int, rng: random.Random) -> Command:
    if state.game.phase == "lobby":
        return rng.choice([Command(start=True), Command(say="hello"), Command(clock=30)])
    draft = state.drafts.get(seat)
    view = seen(state, seat, frozenset())
    draws = [option.do for option in view.answer.options if option.do != "done"] if view.answer else []
    steps = [Command(draft=rng.choice(draws))] * 4 if draws else []
    more = [
        Command(undo=True),
        Command(take_back=True),
        Command(react="👏"),
        Command(leave=True),
        Command(back=True),
    ]
    return rng.choice([*steps, *([Command(commit=True)] * (4 if draft else 2)), rng.choice(more)])


@pytest.mark.parametrize(
    ("board", "modules"),
    [("london", ["powers"]), ("tokyo", ["specials"]), ("paris", ["gates", "objectives"])],
)
def test_differences_lead_from_any_view_to_any_later_one(board: str, modules: list[str]) -> None:
    """Random games with comings and goings; a listener is told now and then, and misses what was between."""
    rng, dealer = random.Random(board), Dealer(random.Random(3))
    state = new_table(board, modules, None, [Chair("person", name, person=name) for name in PEOPLE])
    listeners: list[int | None] = [0, 0, 1, 2, None]
    here = frozenset(PEOPLE)
    had = [seen(state, me, here) for me in listeners]
    known = [plain(view) for view in had]
    told = 0
    for _ in range(400):
        person = rng.randrange(len(PEOPLE))
        here = frozenset(rng.sample(PEOPLE, rng.randint(1, 3))) if rng.random() < 0.1 else here
        before, context = state, Context(state, PEOPLE[person], state.number, dealer, here, here)
        with contextlib.suppress(Refused):
            state = obey(context, any_command(state, person, rng))
        for number, me in enumerate(listeners):
            if is_private(before, state) and me != person:
                assert seen(state, me, here).version == seen(before, me, here).version
            if rng.random() < 0.4:
                now = seen(state, me, here)
                values = plain(difference(had[number], now))
                known[number] = changed(known[number], values)
                assert known[number] == plain(now)
                assert bool(values) == (had[number].version != now.version)
                had[number], told = now, told + 1
    assert told > 500
    assert state.number > 30


async def test_tabs_strangers_and_who_comes_back_have_what_the_server_shows(seat: Seat, live: Live) -> None:
    host, guest, stranger = seat(), seat(), seat()
    game = (await host.post("/api/games", {"board": "london", "open": 1}))["game"]
    await guest.post(f"/api/games/{game}/join", {"name": "Guest"})
    tab = host.tab()
    for player in (host, tab, guest, stranger):
        await player.sit(game)
    await host.ok(start=True)
    rng = random.Random(5)
    for turn in range(6):
        await asyncio.gather(host.asked(), guest.asked())
        await host.turn(chance(rng))
        if turn % 2:
            await guest.leave_socket()
            await guest.sit(game, guest.view["version"])
        await guest.turn(chance(rng))
    for player in (host, tab, guest, stranger):
        shown = await player.get(f"/api/games/{game}")
        await player.until(lambda player=player, shown=shown: player.view == shown)  # type: ignore[misc]
        assert sum(frame["type"] == "view" for frame in player.frames) <= 4
    assert sum(frame["type"] == "change" for frame in stranger.frames) >= 6
    await tab.close()


async def test_a_draft_wakes_nobody_else(seat: Seat) -> None:
    host, guest = seat(), seat()
    game = (await host.post("/api/games", {"board": "london", "open": 1}))["game"]
    await guest.post(f"/api/games/{game}/join", {"name": "Guest"})
    tab = host.tab()
    for player in (host, tab, guest):
        await player.sit(game)
    await host.ok(start=True)
    await asyncio.gather(host.asked(), guest.asked(), tab.asked())
    await asyncio.sleep(0.7)  # all have heard that all have come
    told = len(guest.frames)
    await host.ok(draft=host.options[0]["do"])
    await tab.until(lambda: tab.view["answer"]["actions"] == host.view["answer"]["actions"])
    await guest.send({"type": "why", "about": "done"})
    await guest.until(lambda: len(guest.frames) > told)
    assert [frame["type"] for frame in guest.frames[told:]] == ["why"]
    await tab.close()


async def test_who_lost_the_thread_is_shown_everything(seat: Seat) -> None:
    player = seat()
    await player.sit((await player.post("/api/games", {"board": "london", "start": True}))["game"])
    told = len(player.frames)
    await player.send({"type": "hello", "version": "another"})
    await player.until(lambda: len(player.frames) > told)
    assert player.frames[-1]["type"] == "view"
