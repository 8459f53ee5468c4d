"""Whole games over real sockets: what was played is what the log says, and the log says what was scored."""

import asyncio
import random
import time
from collections.abc import Callable
from itertools import pairwise

import pytest
from tests.server.live import Json, Live, Player, best, chance

from terminus.record.log import replay
from terminus.record.scores import score_file
from terminus.server.edge import routes
from terminus.server.shown.replay import Step
from terminus.server.table.state import State

Seat = Callable[[], Player]


@pytest.mark.parametrize(
    ("board", "modules"),
    [("london", ["objectives", "powers"]), ("tokyo", ["specials"]), ("paris", ["objectives", "gates"])],
)
async def test_three_friends_play_a_game_to_its_end(seat: Seat, board: str, modules: list[str]) -> None:
    host, guest, third = seat(), seat(), seat()
    game = (await host.post("/api/games", {"board": board, "modules": modules, "open": 2}))["game"]
    code = (await host.get(f"/api/games/{game}"))["code"]
    await host.sit(game)
    for player, name in ((guest, "Guest"), (third, "Third")):
        assert (await player.get(f"/api/codes/{code.lower()}"))["game"] == game
        await player.post(f"/api/games/{game}/join", {"name": name})
        await player.sit(game)
    await host.ok(start=True)
    players = (host, guest, third)
    for player in players:
        await player.asked()
    await asyncio.gather(*(p.play_out(chance(random.Random(n))) for n, p in enumerate(players)))
    await _check_the_end(host, game, 3)
    assert {str(p.view["result"]) for p in players} == {str(host.view["result"])}


async def _check_the_end(player: Player, game: str, seats: int) -> None:
    log = (await player.http.get(f"/api/games/{game}/log")).text
    table = replay(log)
    scored = score_file(table)
    assert table.over
    assert '"event":"end"' in log
    assert [seat["score"]["total"] for seat in player.view["seats"]] == [s["total"] for s in scored["seats"]]
    assert player.view["result"]["winners"] == scored["winners"]
    steps = (await player.get(f"/api/games/{game}/replay"))["steps"]
    assert len(steps) == len(log.splitlines()) == player.view["number"]
    assert [score["total"] for score in steps[-1]["scores"]] == [s["total"] for s in scored["seats"]]
    assert len(steps[-1]["sheets"]) == seats
    flips = [step for step in steps if step["event"] == "flip"]
    rounds = [(step["round"], step["last_turn"]) for step in flips]
    assert [(now, now != after) for (now, _), (after, _) in pairwise([*rounds, (5, None)])] == rounds
    assert all(step["last_turn"] == (0 in step["to_go"].values()) for step in flips)


@pytest.mark.parametrize("levels", [["easy", "medium", "hard"], ["expert", "hard", "expert"]])
async def test_a_game_against_bots_of_every_level(seat: Seat, levels: list[str]) -> None:
    player = seat()
    new = {"board": "paris", "modules": ["powers"], "bots": levels, "start": True}
    game = (await player.post("/api/games", new))["game"]
    await player.sit(game)
    await player.play_out(best)
    await _check_the_end(player, game, 4)
    assert [s["level"] for s in player.view["seats"]] == [None, *levels]
    assert len({s["name"] for s in player.view["seats"]}) == 4


async def test_alone_one_is_rated_and_keeps_ones_best(seat: Seat) -> None:
    player = seat()
    new = {"board": "london", "modules": ["gates"], "start": True}
    game = (await player.post("/api/games", new))["game"]
    await player.sit(game)
    assert player.view["answer"]["prompt"] == "card"
    refusal = (await player.get(f"/api/games/{game}/record", 409))["error"]
    assert refusal["message"] == "The game is not over yet."
    await player.play_out(best)
    await _check_the_end(player, game, 1)
    total = player.view["seats"][0]["score"]["total"]
    solo = player.view["result"]["solo"]
    assert (solo["score"], solo["penalty"]) == (total - 10, 10)
    assert 1 <= solo["rating"] <= 6
    boards = {board["id"]: board for board in await player.get("/api/boards")}
    counted = solo["score"]  # as the end says
    assert boards["london"]["bests"] == {"solo": {"total": counted, "game": game}}
    assert boards["paris"]["bests"] == {}
    assert await player.get(f"/api/games/{game}/record") == {"total": counted, "before": None, "counts": True}
    await seat().get(f"/api/games/{game}/record", 403)
    listed = (await player.get("/api/me"))["games"]
    assert [(g["game"], g["phase"], g["won"], g["total"]) for g in listed] == [(game, "over", True, counted)]


async def test_a_seat_that_can_only_pass_passes_by_itself(seat: Seat) -> None:
    """Drawing whatever comes first soon leads a line to where some card fits nothing."""
    player = seat()
    game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
    await player.sit(game)
    await player.play_out(lambda options: options[0])
    log = [line for line in (await player.http.get(f"/api/games/{game}/log")).text.splitlines() if line]
    alone = [n for n, line in enumerate(log, 1) if '"auto":"nothing"' in line]
    assert alone
    noted = player.view["notices"]
    assert [notice["number"] for notice in noted] == alone[-len(noted) :]
    assert all(notice["why"] == "nothing" and notice["cards"] for notice in noted)


async def test_a_view_says_whether_a_switch_or_a_double_track_serves(seat: Seat) -> None:
    player = seat()
    game = (await player.post("/api/games", {"board": "tokyo", "start": True}))["game"]
    await player.sit(game)
    seen = set()

    def check(options: list[Json]) -> Json:
        view, answer = player.view, player.view["answer"]
        cards = " ".join(view["turned"][-1])
        if answer["prompt"] == "card":
            said = (answer["anywhere"], answer["alongside"])
            assert said == ("switch" in cards and view["turn"] > 2, "joker" in cards)
            seen.add(said)
        return best(options)

    await player.play_out(check)
    assert {(False, False), (True, False), (False, True)} <= seen


async def test_a_replay_names_the_special_station_of_each_round(seat: Seat) -> None:
    player = seat()
    game = (await player.post("/api/games", {"board": "tokyo", "modules": ["specials"], "start": True}))[
        "game"
    ]
    await player.sit(game)
    await player.turn(best)
    steps = (await player.get(f"/api/games/{game}/replay"))["steps"]
    (token,) = player.view["tokens"]
    turned_up = {"symbol": token["symbol"], "effect": token["thing"]}
    assert [step["opened"] for step in steps if step["opened"]] == [turned_up]
    assert steps[1]["event"] == "special"


async def test_a_rematch_is_one_table_for_all_who_ask(seat: Seat) -> None:
    host, guest, stranger = seat(), seat(), seat()
    game = (await host.post("/api/games", {"board": "tokyo", "bots": ["easy"], "open": 1, "clock": 60}))[
        "game"
    ]
    await guest.post(f"/api/games/{game}/join", {"name": "Guest"})
    await host.sit(game)
    await guest.sit(game)
    assert await host.refused(f"/api/games/{game}/rematch") == "The game has not begun."
    await host.ok(start=True)
    await guest.asked()
    await asyncio.gather(host.play_out(best), guest.play_out(best))
    asked = await asyncio.gather(*(p.post(f"/api/games/{game}/rematch") for p in (guest, guest, host)))
    again = asked[0]["game"]
    assert [answer["game"] for answer in asked] == [again] * 3
    assert again != game
    await host.until(lambda: host.view["rematch"] == again)
    view = await host.get(f"/api/games/{again}")
    assert (view["phase"], view["board"], view["clock"]["seconds"]) == ("lobby", "tokyo", 60)
    assert [s["kind"] for s in view["seats"]] == ["person", "person", "bot"]
    assert view["me"] == 1
    assert "not sit" in await stranger.refused(f"/api/games/{game}/rematch", status=403)


async def test_a_rematch_with_nobody_to_wait_for_is_dealt_at_once_if_so_wished(seat: Seat) -> None:
    player = seat()
    game = (await player.post("/api/games", {"board": "london", "bots": ["easy"], "start": True}))["game"]
    await player.sit(game)
    await player.play_out(best)
    again = (await player.post(f"/api/games/{game}/rematch?start=true"))["game"]
    assert (await player.get(f"/api/games/{again}"))["phase"] == "playing"


async def test_a_spectator_sees_the_table_and_can_do_nothing(seat: Seat) -> None:
    player, spectator = seat(), seat()
    game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
    await player.sit(game)
    await spectator.sit(game)
    assert spectator.view["me"] is None
    assert spectator.view["answer"] is None
    assert await spectator.no(draft=player.options[0]["do"]) == "You do not sit at this table."
    assert await spectator.no(commit=True) == "You do not sit at this table."
    number = player.view["number"]
    await player.turn(best)
    await spectator.until(lambda: spectator.view["number"] > number)
    refused = await spectator.get(f"/api/games/{game}/replay", 403)
    assert refused["error"]["message"] == "The replay opens when the game is over."


async def test_of_many_replays_one_is_made_at_a_time(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thread takes from everybody's moves."""
    player, at_once = live.player(), [0, 0]

    def steps(state: State) -> list[Step]:
        at_once[0] += 1
        at_once[1] = max(at_once)
        time.sleep(0.02)
        at_once[0] -= 1
        return []

    monkeypatch.setattr(routes, "steps", steps)
    game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
    found = await asyncio.gather(*(player.get(f"/api/games/{game}/replay") for _ in range(8)))
    assert [one["steps"] for one in found] == [[]] * 8
    assert at_once[1] == 1
    await player.close()
