"""What if: playing on from a turn of a finished game, with the same cards or others; it counts for none."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from tests.server.live import Live, Player, best, chance, serving
from tests.server.test_secrets import Known, check_all

from terminus.record.log import replay
from terminus.rules.score import total
from terminus.rules.table import Table, scores
from terminus.server.table.state import Game, State
from terminus.server.table.what_if import origin

Seat = Callable[[], Player]
Event = dict[str, Any]


@pytest.fixture
async def live(url: str) -> AsyncIterator[Live]:
    async with serving(url) as found:
        yield found


async def finished(player: Player, board: str = "london", **more: Any) -> str:
    game = str((await player.post("/api/games", {"board": board, "start": True, **more}))["game"])
    await player.sit(game)
    await player.play_out(chance(random.Random(3)))
    await player.leave_socket()
    return game


async def log_of(player: Player, game: str) -> list[Event]:
    text = (await player.http.get(f"/api/games/{game}/log")).text
    player.received.pop()
    return [json.loads(line) for line in text.splitlines()]


def of(log: list[Event], kind: str) -> list[Event]:
    return [event for event in log if event["event"] == kind]


def until(log: list[Event], round_: int, turn: int) -> Table:
    """The table as the cards of this turn lay there."""
    at = next(
        n for n, e in enumerate(log) if e["event"] == "flip" and (e["round"], e["turn"]) == (round_, turn)
    )
    return replay(log[: at + 1])


async def play_on(player: Player, game: str, status: int | None = None, **asked: Any) -> Any:
    given = {"seat": 0, "round": 2, "turn": 3, "cards": "same", **asked}
    answer = await player.post(f"/api/games/{game}/what-if", given, status)
    return answer["game"] if "game" in answer else answer["error"]["message"]


CITIES = [("london", ["specials", "objectives"]), ("tokyo", ["powers"]), ("paris", ["gates"])]


@pytest.mark.parametrize(("board", "modules"), CITIES)
async def test_the_same_cards_from_there_and_played_as_it_was_the_same_total(
    seat: Seat, board: str, modules: list[str]
) -> None:
    player = seat()
    game = await finished(player, board, modules=modules, bots=["easy"])
    first = await log_of(player, game)
    for who in (0, 1):
        again = await play_on(player, game, seat=who)
        await player.sit(again)
        now, then = replay(await log_of(player, again)), until(first, 2, 3)
        assert now.positions[0].sheet == then.positions[who].sheet
        assert (now.round, now.turn) >= (2, 3)
        done = {(e["round"], e["turn"]): e["do"] for e in of(first, "turn") if e["seat"] == who}
        while player.view["phase"] == "playing":
            for do in done[(player.view["round"], player.view["turn"])]:
                await player.ok(draft=do)
            await player.ok(commit=True)
        second = await log_of(player, again)
        for kind in ("flip", "special"):
            assert of(second, kind) == of(first, kind)
        made = [total(items) for items in scores(replay(first))]
        assert total(scores(replay(second))[0]) == made[who] == player.view["what_if"]["total"]
        await player.leave_socket()


async def test_other_cards_come_after_those_on_the_table(seat: Seat) -> None:
    player = seat()
    game = await finished(player, modules=["specials"])
    first, orders = await log_of(player, game), set()
    for _ in range(4):
        again = await play_on(player, game, cards="others")
        await player.sit(again)
        await player.play_out(best)
        await player.leave_socket()
        second = await log_of(player, again)
        turned, known = of(second, "flip"), of(first, "flip")
        kept = [flip for flip in known if (flip["round"], flip["turn"]) <= (2, 3)]
        assert turned[: len(kept)] == kept
        assert of(second, "special")[:2] == of(first, "special")[:2]
        orders.add(json.dumps(turned))
        assert replay(second).over
    assert len(orders) == 4


async def test_it_says_where_it_came_from_and_counts_for_nothing(seat: Seat) -> None:
    player = seat()
    game = await finished(player)
    before = (await player.get("/api/boards"))[0]["bests"]
    (source,) = (await player.get("/api/me"))["games"]
    again = await play_on(player, game)
    await player.sit(again)
    told = {
        "game": game,
        "seat": 0,
        "round": 2,
        "turn": 3,
        "cards": "same",
        "name": "",
        "total": source["total"],
    }
    assert player.view["what_if"] == told
    assert (player.view["settled"], player.view["seals"]) == (True, [])
    await player.play_out(best)
    assert player.view["what_if"] == told
    log = await log_of(player, again)
    assert log[0]["what_if"] == told
    assert "what_if" not in (await log_of(player, game))[0]
    assert (await player.get("/api/boards"))[0]["bests"] == before
    assert (await player.get(f"/api/games/{again}/record"))["counts"] is False
    listed = {one["game"]: one["uncounted"] for one in (await player.get("/api/me"))["games"]}
    assert listed == {game: None, again: "what-if"}
    from_there = await play_on(player, again, round=3, turn=1)
    await player.sit(from_there)
    assert player.view["what_if"]["game"] == again


async def test_it_may_be_played_against_what_happened(seat: Seat) -> None:
    player = seat()
    game = await finished(player)
    for against in (True, False):
        again = await play_on(player, game, against=against)
        await player.sit(again)
        assert player.view["what_if"].get("against", False) == against
        assert (await log_of(player, again))[0]["what_if"] == player.view["what_if"]
        await player.leave_socket()
    assert await play_on(player, game, 400, against="him") == "The server does not understand this request."


async def test_after_a_restart_it_goes_on_with_its_cards(url: str) -> None:
    async with serving(url) as live:
        player = live.player()
        game = await finished(player)
        again, first = await play_on(player, game), await log_of(player, game)
        cookies = player.http.cookies
        await player.close()
    async with serving(url, seed=99) as live:
        player = live.player()
        player.http.cookies = cookies
        await player.sit(again)
        assert player.view["what_if"]["game"] == game
        await player.play_out(best)
        assert of(await log_of(player, again), "flip") == of(first, "flip")
        await player.close()


async def test_whoever_may_see_the_replay_may_play_on_and_nothing_else_changes(seat: Seat) -> None:
    player, stranger = seat(), seat()
    game = await finished(player, bots=["easy"])
    log = await log_of(player, game)
    again = await play_on(stranger, game, seat=1)
    await stranger.sit(again)
    assert stranger.view["me"] == 0
    assert await log_of(player, game) == log
    assert [one["game"] for one in (await player.get("/api/me"))["games"]] == [game]


async def test_what_cannot_be_is_refused_in_a_sentence(seat: Seat) -> None:
    player = seat()
    on = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
    assert await play_on(player, on, 409, round=1, turn=1) == "The game is not over yet."
    game = await finished(player)
    assert await play_on(player, game, 400, seat=1) == "This table has no such seat."
    assert await play_on(player, game, 400, turn=40) == "This game has no turn {turn} in round {round}."
    for odd in ({"seat": -1}, {"round": 0}, {"cards": "mine"}, {"round": "second"}, {"more": 1}):
        await play_on(player, game, 400, **odd)
    assert await play_on(player, "nosuchgame", 404)


async def test_every_turn_of_a_game_can_be_played_on_from_by_a_crowd_at_once(seat: Seat) -> None:
    player = seat()
    game = await finished(player, modules=["specials"])
    log = await log_of(player, game)
    flips = [(flip["round"], flip["turn"]) for flip in of(log, "flip")]
    crowd = [seat() for _ in range(6)]
    asked = [(crowd[n % 6], where, ("same", "others")[n % 2]) for n, where in enumerate(flips)]

    async def ask(who: Player, where: tuple[int, int], cards: str) -> None:
        given = {"seat": 0, "round": where[0], "turn": where[1], "cards": cards}
        answer = await who.http.post(f"/api/games/{game}/what-if", json=given)
        if answer.status_code == 409:  # only passes were left
            assert all(e["do"] == [] for e in of(log, "turn") if (e["round"], e["turn"]) >= where)
            return
        now, then = replay(await log_of(who, answer.json()["game"])), until(log, *where)
        assert now.positions[0].sheet == then.positions[0].sheet

    await asyncio.gather(*(ask(*each) for each in asked))


async def test_no_card_to_come_is_told(seat: Seat) -> None:
    player = seat()
    game = await finished(player)
    again = await play_on(player, game, cards="others")
    del player.received[:]
    await player.sit(again)
    await player.play_out(chance(random.Random(5)))
    known = Known((await player.http.get(f"/api/games/{again}/log")).text)
    assert check_all(player.received[:-1], known) > 20


@pytest.mark.parametrize("said", [7, "x", {"game": 5}, {"game": "a", "seat": 0}])
def test_a_log_that_says_nonsense_of_it_is_shown_without(said: object) -> None:
    assert origin(State(Game("g", "c", "london", ()), (), ({"event": "start", "what_if": said},))) is None
