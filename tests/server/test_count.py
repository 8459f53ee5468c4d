"""Counting what was played on paper: the engine's own score, problems in their places, and a game to keep."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from tests.record.test_sheets import drawn
from tests.server.live import Live, Player, serving
from tests.server.test_boards import edo, make
from tests.strategies import played

from terminus.boards import board, own_board
from terminus.record.log import replay
from terminus.record.scores import score_file
from terminus.server.edge.limits import Asker, Limit, Limits
from terminus.server.errors import Refused

Seat = Callable[[], Player]
CITIES = [("london", ["objectives", "powers"]), ("tokyo", ["specials"]), ("paris", ["gates"])]
Json = dict[str, Any]


@pytest.fixture
async def live(url: str) -> AsyncIterator[Live]:
    async with serving(url) as found:
        yield found


def paper(city: str, modules: list[str], seats: int = 2) -> tuple[Json, list[Json]]:
    """A finished game as somebody enters it, and its log."""
    rng = random.Random(f"{city} {seats}")
    events = played(board(city), modules, rng, seats)
    dealt = {module: events[0][module] for module in modules if module in events[0]}
    sheets = [drawn(position, rng) for position in replay(events).positions]
    entered = [{"name": f"Å{n}", "lines": lines} for n, lines in enumerate(sheets)]
    return {"board": city, "modules": modules, "dealt": dealt, "seats": entered}, events


async def log_of(player: Player, game: str) -> list[Json]:
    return [json.loads(line) for line in (await player.http.get(f"/api/games/{game}/log")).text.splitlines()]


@pytest.mark.parametrize(("city", "modules"), CITIES)
async def test_a_counted_game_has_the_score_of_the_engine_and_can_be_kept(
    seat: Seat, city: str, modules: list[str]
) -> None:
    player = seat()
    game, events = paper(city, modules)
    counted = await player.post("/api/count", {"game": game})
    true = score_file(replay(events))
    assert [one["score"]["total"] for one in counted["seats"]] == [one["total"] for one in true["seats"]]
    assert [one["problems"] for one in counted["seats"]] == [[], []]
    assert counted["result"]["winners"] == true["winners"]
    kept = (await player.post("/api/count/games", game))["game"]
    view = await player.get(f"/api/games/{kept}")
    assert (view["phase"], view["paper"], view["entered"], view["me"]) == ("over", True, False, 0)
    log = await log_of(player, kept)
    assert [event["event"] for event in log] == ["start", "sheets", "end"]
    assert score_file(replay(log)) == true
    shown = await player.get(f"/api/games/{kept}/replay")
    assert [step["event"] for step in shown["steps"]] == ["start", "sheets", "end"]
    (listed,) = (await player.get("/api/me"))["games"]
    assert (listed["game"], listed["uncounted"], listed["total"]) == (
        kept,
        "paper",
        true["seats"][0]["total"],
    )
    assert (await player.get(f"/api/games/{kept}/record"))["counts"] is False


async def test_what_cannot_be_is_said_at_its_place_and_kept_if_somebody_insists(seat: Seat) -> None:
    player = seat()
    lines = {"green": ["d2-c3", "c3-c4", "b1-a2"]}
    game: Json = {"board": "london", "modules": [], "dealt": {}, "seats": [{"name": "", "lines": lines}]}
    counted = await player.post(
        "/api/count", {"game": game, "ask": {"seat": 0, "line": "green", "about": "d2"}}
    )
    (problem,) = counted["seats"][0]["problems"]
    assert (problem["line"], problem["mark"], problem["text"], problem["kept"]) == (
        "green",
        2,
        "b1-a2",
        False,
    )
    assert (problem["reason"]["rule"], problem["reason"]["why"]) == ("R3.2", "off-line")
    assert counted["why"]["why"] == "end"
    assert {option["start"] for option in counted["seats"][0]["options"]["green"]} <= {
        "d2",
        "c3",
        "c4",
        "b1",
        "a2",
    }
    refused = await player.post("/api/count/games", game, 409)
    assert "cannot be" in refused["error"]["message"]
    lines["green"][2] += "!"
    kept = (await player.post("/api/count/games", game))["game"]
    assert (await log_of(player, kept))[1]["sheets"] == [lines]


async def test_what_needs_cards_is_refused_for_a_counted_game(seat: Seat) -> None:
    player = seat()
    kept = (await player.post("/api/count/games", paper("london", [], 1)[0]))["game"]
    review = await player.post(f"/api/games/{kept}/review", {}, 409)
    assert "no cards" in review["error"]["message"]
    what_if = {"seat": 0, "round": 1, "turn": 1, "cards": "same"}
    await player.post(f"/api/games/{kept}/what-if", what_if, 400)


def entered(events: list[Json]) -> Json:
    start, seats = events[0], len(events[0]["seats"])
    turns: list[list[Any]] = [[] for _ in range(seats)]
    for event in events:
        if event["event"] == "turn":
            turns[event["seat"]].append(event["do"])
    return {
        "board": start["board"],
        "modules": start["modules"],
        "dealt": {module: start[module] for module in start["modules"] if module in start},
        "pencils": start["pencils"],
        "cards": [event for event in events if event["event"] in ("flip", "special")],
        "seats": [{"name": name, "turns": done} for name, done in zip(start["seats"], turns, strict=True)],
    }


@pytest.mark.parametrize(("city", "modules"), CITIES)
async def test_a_game_whose_cards_are_known_is_entered_turn_by_turn(
    seat: Seat, city: str, modules: list[str]
) -> None:
    player = seat()
    events = paper(city, modules)[1]
    game = entered(events)
    game["cards"] = [{**event, "auto": True, "more": "x" * 30} for event in game["cards"]]
    kept = (await player.post("/api/count/turns", game))["game"]
    log = await log_of(player, kept)
    assert [event for event in log if event["event"] != "start"] == events[1:]
    view = await player.get(f"/api/games/{kept}")
    assert (view["paper"], view["entered"]) == (False, True)
    assert (await player.get(f"/api/games/{kept}/record"))["counts"] is False
    last = game["seats"][1]["turns"].pop()
    asked = await player.post("/api/count/turn", {"game": game, "seat": 1})
    flip = next(event for event in reversed(events) if event["event"] == "flip")
    assert (asked["round"], asked["turn"], asked["cards"]) == (4, flip["turn"], flip["cards"])
    refused = await player.post("/api/count/turns", game, 409)
    assert "not over" in refused["error"]["message"]
    done = await player.post("/api/count/turn", {"game": game, "seat": 1, "draft": last})
    assert done["do"] == last
    waiting = await player.post("/api/count/turn", {"game": game, "seat": 0})
    assert (waiting["over"], waiting["ended"]) == (True, None)
    ended = (await player.post("/api/count/turn", {"game": entered(events), "seat": 0}))["ended"]
    true = score_file(replay(events))
    assert [one["score"]["total"] for one in ended["seats"]] == [one["total"] for one in true["seats"]]
    assert ended["result"]["winners"] == true["winners"]


HOSTILE: list[tuple[str, Any]] = [
    ("board", "atlantis"),
    ("board", "own-" + "x" * 500),
    ("modules", ["gates", "powers"]),
    ("dealt", {"objectives": ["river", "river"]}),
    ("dealt", {"objectives": {"a": 1}}),
    ("seats", []),
    ("seats", [{"name": "", "lines": {}}] * 5),
    ("seats", [{"name": "", "lines": {"gold": []}}]),
    ("seats", [{"name": "", "lines": {"green": ["d2-c3"] * 1000}}]),
    ("seats", [{"name": "", "lines": {"green": ["use joker"]}}]),
    ("seats", [{"name": "", "lines": {"green": ["<script>", "d2-z99", "", "!"]}}]),
    ("seats", [{"name": "", "lines": {"green": [1]}}]),
    ("nonsense", 1),
]


async def test_nonsense_is_refused_and_nothing_is_kept(seat: Seat) -> None:
    player = seat()
    dealt = {"objectives": ["river", "interchanges"]}
    good: Json = {
        "board": "london",
        "modules": ["objectives"],
        "dealt": dealt,
        "seats": [{"name": "A" * 999, "lines": {}}],
    }
    assert (await player.post("/api/count", {"game": good}))["seats"][0]["problems"] == []
    for key, value in HOSTILE:
        game = {**good, key: value}
        turns = {**game, "pencils": [["green"]], "cards": []}
        asked = {"/api/count": {"game": game}, "/api/count/games": game, "/api/count/turns": turns}
        for path, body in asked.items():
            assert (await player.post(path, body, 400))["error"]["message"]
    assert (await player.get("/api/me"))["games"] == []


async def test_a_city_of_somebodys_own_is_counted_and_its_log_carries_it(seat: Seat) -> None:
    player = seat()
    document = edo()
    name = await make(player, document)
    events = played(own_board(document), [], random.Random(3), 2)
    sheets = [drawn(position, random.Random(3)) for position in replay(events).positions]
    seats = [{"name": f"Å{n}", "lines": lines} for n, lines in enumerate(sheets)]
    game: Json = {"board": name, "modules": [], "dealt": {}, "seats": seats}
    counted = await seat().post("/api/count", {"game": game})  # whoever knows its name
    true = score_file(replay(events))
    assert [one["score"]["total"] for one in counted["seats"]] == [one["total"] for one in true["seats"]]
    log = await log_of(player, (await player.post("/api/count/games", game))["game"])
    assert log[0]["city"] == document
    assert score_file(replay(log)) == true
    kept = (await player.post("/api/count/turns", entered(events)))["game"]
    assert (await log_of(player, kept))[0]["city"] == document
    gone = {**game, "board": "own-" + "0" * 32}
    assert "no city" in (await player.post("/api/count", {"game": gone}, 404))["error"]["message"]


async def test_the_same_sheets_are_kept_once_however_often_they_are_sent(seat: Seat) -> None:
    player, other = seat(), seat()
    game, events = paper("london", [])
    for path, body in (("/api/count/games", game), ("/api/count/turns", entered(events))):
        kept = (await player.post(path, body))["game"]
        again = await asyncio.gather(*(player.post(path, body) for _ in range(3)))  # its answers were lost
        assert {one["game"] for one in again} == {kept}
        changed = {**body, "seats": [{**body["seats"][0], "name": "Eva"}, *body["seats"][1:]]}
        assert (await player.post(path, changed))["game"] != kept
        assert (await other.post(path, body))["game"] != kept
    assert len((await player.get("/api/me"))["games"]) == 4
    assert len((await other.get("/api/me"))["games"]) == 2


def crammed(game: Json) -> Json:
    """With as many marks on each line as may be."""
    seats = [
        seat | {"lines": {line: (marks * 50)[:50] for line, marks in seat["lines"].items()}}
        for seat in game["seats"]
    ]
    return game | {"seats": seats}


def test_what_is_as_costly_as_several_counts_for_so_many() -> None:
    limits, ada, eve = Limits({"counting": Limit(3, 9, 60)}, lambda: 0.0), Asker("ada", ""), Asker("eve", "")
    limits.spend("counting", ada, times=2)
    with pytest.raises(Refused):
        limits.spend("counting", ada, times=2)
    limits.spend("counting", ada)
    with pytest.raises(Refused):
        limits.spend("counting", ada)
    limits.spend("counting", eve, times=100)  # it can be asked for at all


async def test_large_counts_use_up_more_of_the_limit(sqlite_url: str) -> None:
    game, _ = paper("paris", ["gates"], 4)
    async with serving(sqlite_url, limits={"counting": Limit(8, 100, 60)}) as live:
        ada, eve = live.player(), live.player()
        for player in (ada, eve):
            await player.get("/api/me")  # from now on a person
        honest = [(await ada.http.post("/api/count", json={"game": game})).status_code for _ in range(9)]
        assert honest == [200] * 8 + [429]
        large = [(await eve.http.post("/api/count", json={"game": crammed(game)})).status_code for _ in "123"]
        assert large == [200, 429, 429]
        for player in (ada, eve):
            await player.close()
