"""A confirmed turn is taken back as long as no card was turned since; the log knows nothing of it."""

import asyncio
import json
import random
import signal
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from tests.server.live import Json, Player, chance, free_port
from tests.server.processes import process
from tests.server.test_commands import begun, pair, solo

from terminus.record.dealer import Dealer
from terminus.record.log import replay
from terminus.record.scores import score_file
from terminus.server.errors import Refused
from terminus.server.table.commands import Command, Context, obey
from terminus.server.table.lobby import new_table
from terminus.server.table.progress import answer, begin
from terminus.server.table.state import Seat as TableSeat

Seat = Callable[[], Player]
TABLES, SEATS = 4, 3


async def log_of(player: Player, game: str) -> list[Json]:
    text = (await player.http.get(f"/api/games/{game}/log")).text
    return [json.loads(line) for line in text.splitlines()]


def a_section(player: Player, which: int = 0) -> str:
    return str([option["do"] for option in player.options if option["section"]][which])


async def test_what_was_confirmed_is_a_draft_again(seat: Seat) -> None:
    host, guest, game = await begun(seat)
    before, watched = host.view["number"], guest.view["seats"][0]["sheet"]
    first = a_section(host)
    await host.ok(draft=first)
    await host.ok(commit=True)
    assert (host.view["answer"], host.view["can_take_back"]) == (None, True)
    await guest.until(lambda: bool(guest.view["seats"][0]["answered"]))
    assert guest.view["seats"][0]["sheet"] != watched
    assert not guest.view["can_take_back"]
    assert len(await log_of(guest, game)) == before, "what may change is not in the log"
    await host.ok(take_back=True)
    assert (host.view["answer"]["actions"], host.view["can_take_back"]) == ([first], False)
    await guest.until(lambda: not guest.view["seats"][0]["answered"])
    assert guest.view["seats"][0]["sheet"] == watched
    await host.ok(undo=True)
    await host.ok(commit=True)
    await guest.ok(commit=True)
    events = await log_of(host, game)
    turns = [event for event in events if event["event"] == "turn"]
    assert [(turn["seat"], turn["do"]) for turn in turns if not turn.get("auto")] == [(0, []), (1, [])]
    assert host.view["number"] == guest.view["number"] == len(events)


async def test_what_can_not_be_taken_back_is_said(seat: Seat) -> None:
    host, guest, game = await pair(seat)
    stranger = await seat().sit(game)
    assert await host.no(take_back=True) == "The game has not begun."
    await host.ok(start=True)
    await guest.asked()
    old = host.view["number"]
    assert await host.no(take_back=True) == "You have not confirmed this turn yet."
    assert await stranger.no(take_back=True) == "You do not sit at this table."
    await host.ok(commit=True)
    assert await guest.no(take_back=True) == "You have not confirmed this turn yet."
    await guest.ok(commit=True)
    await host.asked()
    assert await host.no(number=old, take_back=True) == "A new card was turned in the meantime."
    assert await host.no(take_back=True) == "You have not confirmed this turn yet."


async def test_alone_the_card_is_turned_at_once(seat: Seat) -> None:
    player = seat()
    await solo(player)
    number = player.view["number"]
    await player.ok(commit=True)
    assert not player.view["can_take_back"]
    assert await player.no(number=number, take_back=True) == "A new card was turned in the meantime."


@pytest.mark.parametrize("why", ["nothing", "clock", "stand-in", "fault"])
def test_only_what_one_has_confirmed_oneself(why: str) -> None:
    people = [TableSeat("person", name, person=name) for name in ("ann", "ben")]
    dealer = Dealer(random.Random(1))
    state = answer(begin(new_table("london", [], None, people), dealer), 0, [], dealer, why)
    context = Context(state, "ann", state.number, dealer, frozenset(), frozenset())
    with pytest.raises(Refused, match="You can only take back what you have confirmed yourself"):
        obey(context, Command(take_back=True))


async def test_a_repeated_command_takes_nothing_back_again(seat: Seat) -> None:
    host, _, _ = await begun(seat)
    await host.ok(commit=True)
    await host.ok(key="once", take_back=True)
    await host.ok(commit=True)
    await host.ok(key="once", take_back=True)
    assert host.view["can_take_back"]


async def test_two_tabs_of_a_seat_see_the_same(seat: Seat) -> None:
    host, guest, game = await begun(seat)
    tab = guest.tab()
    await tab.sit(game)
    await guest.ok(commit=True)
    await tab.until(lambda: bool(tab.view["can_take_back"]))
    await tab.ok(take_back=True)
    await guest.until(lambda: bool(guest.options))
    assert await guest.no(take_back=True) == "You have not confirmed this turn yet."
    await tab.close()
    await host.ok(commit=True)
    await guest.ok(commit=True)


async def test_the_list_of_games_knows_whose_turn_it_is(seat: Seat) -> None:
    host, _, _ = await begun(seat)

    async def my_turn() -> bool:
        return bool((await host.get("/api/me"))["games"][0]["my_turn"])

    assert await my_turn()
    await host.ok(commit=True)
    assert not await my_turn()
    await host.ok(take_back=True)
    assert await my_turn()


@pytest.mark.parametrize("backend", ["sqlite", "postgres"])
async def test_it_survives_a_restart(backend: str, request: pytest.FixtureRequest) -> None:
    database, port = str(request.getfixturevalue(f"{backend}_url")), free_port()
    players = [Player(port), Player(port)]
    host, guest = players
    with process(port, database) as server:
        game = (await host.post("/api/games", {"board": "paris", "open": 1}))["game"]
        await guest.post(f"/api/games/{game}/join", {"name": "Guest"})
        for player in players:
            await player.sit(game)
        await host.ok(start=True)
        await guest.asked()
        drawn = a_section(host)
        await host.ok(draft=drawn)
        await host.ok(commit=True)
        server.send_signal(signal.SIGKILL)
        server.wait()
    for player in players:
        await player.leave_socket()
    with process(port, database):
        for player in players:
            await player.sit(game)
        assert guest.view["seats"][0]["answered"], "what was confirmed is confirmed"
        assert (host.view["answer"], host.view["can_take_back"]) == (None, True)
        await host.ok(take_back=True)
        assert host.view["answer"]["actions"] == [drawn]
        await host.ok(commit=True)
        await guest.ok(commit=True)
        assert [event["do"] for event in await log_of(host, game) if event["event"] == "turn"][:2] == [
            [drawn],
            [],
        ]
    for player in players:
        await player.close()


# -- a crowd -------------------------------------------------------------------------------------


async def _play_and_regret(player: Player, rng: random.Random, said: dict[Any, list[str]]) -> int:
    """To the end, taking back at random: how often it worked. `said` is what was confirmed last at a card."""
    regretted = 0
    while player.view["phase"] == "playing":
        while player.options:
            chosen = chance(rng)(player.options)["do"]
            if chosen == "done":
                at = (player.view["round"], player.view["turn"], player.view["me"])
                said[at] = player.view["answer"]["actions"]
                await player.ok(commit=True)
            else:
                await player.ok(draft=chosen)
        if player.view["can_take_back"] and rng.random() < 0.4:
            done = await player.do(take_back=True)  # or it is too late
            regretted += done["type"] == "ack"
        else:
            await player.until(
                lambda: bool(player.options or rng.random() < 0.3 or player.view["phase"] != "playing")
            )
    return regretted


async def test_a_crowd_that_regrets(seat: Seat) -> None:
    """Everybody takes back and confirms at random, at many tables at once: each card has one answer of each
    seat, and it is the last one that was acknowledged."""

    async def table(number: int) -> int:
        rng = random.Random(number)
        players = [seat() for _ in range(SEATS)]
        new = {"board": "london", "modules": ["powers"], "open": SEATS - 1, "bots": ["easy"][: number % 2]}
        game = (await players[0].post("/api/games", new))["game"]
        for player in players:
            await player.post(f"/api/games/{game}/join", {"name": "Somebody"})
            await player.sit(game)
        await players[0].ok(start=True)
        for player in players:
            await player.until(lambda player=player: player.view["phase"] == "playing")  # type: ignore[misc]
        said: dict[Any, list[str]] = {}
        regrets = await asyncio.gather(
            *(_play_and_regret(p, random.Random(rng.random()), said) for p in players)
        )
        await _check(players[0], game, said)
        return sum(regrets)

    regrets = await asyncio.gather(*(table(number) for number in range(TABLES)))
    assert min(regrets) > 0


async def _check(player: Player, game: str, said: dict[Any, list[str]]) -> None:
    events = await log_of(player, game)
    table = replay(events)
    assert table.over
    assert [seat["score"]["total"] for seat in player.view["seats"]] == [
        seat["total"] for seat in score_file(table)["seats"]
    ]
    turns = [event for event in events if event["event"] == "turn"]
    flips = sum(event["event"] == "flip" for event in events)
    each = Counter((turn["round"], turn["turn"], turn["seat"]) for turn in turns)
    assert (set(each.values()), len(each)) == ({1}, flips * len(table.seats))
    played = {
        (turn["round"], turn["turn"], turn["seat"]): turn["do"] for turn in turns if not turn.get("auto")
    }
    assert played == said
