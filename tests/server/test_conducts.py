"""Games on paper: one turns the cards, others follow, and nobody sees a card before it is turned."""

import asyncio
import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.server.live import Player, serving
from tests.server.test_boards import edo

from terminus.boards import board
from terminus.record.conduct import moments
from terminus.record.dealer import SettledDealer, seeded
from terminus.record.log import replay, turn_event
from terminus.rules.ruleset import Ruleset
from terminus.server.disk.clearing import Clearing
from terminus.server.disk.conducts import Conducts
from terminus.server.disk.keep import DAY, Keep
from terminus.server.disk.schema import conducts
from terminus.server.edge.following import HOLD
from terminus.server.edge.limits import FOLLOWING, Limit
from terminus.server.shown.conducts import dealt

Seat = Callable[[], Player]
NEW = {"board": "london", "modules": ["objectives", "specials"], "names": ["Ann", "Ben", ""]}
PLACES = {"code", "version", "at", "city", "modules", "names", "step", "next"}
CARD = re.compile(r"(?:street|underground)/\w+")


async def begun(conductor: Player, **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = await conductor.post("/api/conducts", {**NEW, **more})
    return found


async def turn(conductor: Player, game: dict[str, Any], at: int, **more: Any) -> None:
    await conductor.put(f"/api/conducts/{game['code']}", {"key": game["key"], "at": at, **more})


@pytest.mark.parametrize(
    ("name", "modules"), [("london", ["powers"]), ("tokyo", ["specials", "objectives"]), ("paris", ["gates"])]
)
async def test_the_steps_are_the_engines_own(seat: Seat, name: str, modules: list[str]) -> None:
    conductor = seat()
    game = await begun(conductor, board=name, modules=modules)
    steps = game["conduct"]["steps"]
    log: list[dict[str, Any]] = []
    for shown in steps:
        if shown["event"]:
            log.append(shown["event"])
        table = replay(log)
        assert (shown["round"], shown["controller"]) == (min(table.round, 4), table.controller)
        held = [row[shown["round"] - 1] for row in table.pencils]
        assert [pencil["line"] for pencil in shown["pencils"]] == held
        if shown["kind"] == "cards":
            deck = table.ruleset.board.deck
            assert [card for cards in shown["turned"] for card in cards] == list(table.turned)
            assert shown["turned"][-1] == list(table.shown)
            assert (shown["left"], shown["to_go"]) == (len(table.remaining), deck.to_go(table.turned))
            assert shown["last_turn"] == deck.is_over(table.turned)
            log += [turn_event(table, number, []) for number in range(3)]
    assert replay(log).over
    assert steps[-1]["kind"] == "over"
    lying = {json.dumps([{**token, "now": None} for token in shown["tokens"]]) for shown in steps}
    assert len(lying) == (4 + 1 if "specials" in modules else 1)


async def test_with_the_house_rule_every_card_is_turned(seat: Seat) -> None:
    game = await begun(seat(), all_cards=True, board="tokyo", modules=["gates"])
    lasts = [shown for shown in game["conduct"]["steps"] if shown["last_turn"]]
    deck = game["conduct"]["city"]["deck"]
    for shown in lasts:
        turned = [card for cards in shown["turned"] for card in cards]
        assert sorted(turned) == sorted(deck) or sorted([*turned, "street/switch"]) == sorted(deck)
    assert len(lasts) == 4
    start = game["conduct"]["steps"][0]["event"]
    assert replay([start]).ruleset.board.deck.round_ends == {}, "its log carries the board"
    assert start["city"]["name"] == game["conduct"]["city"]["name"] == "Tokyo"


async def test_pencils_go_from_hand_to_hand(seat: Seat) -> None:
    """R2.2: three at places 0, 1 and 2 of a circle of four; each takes the pencil to the right."""
    game = await begun(seat())
    rounds = [shown for shown in game["conduct"]["steps"] if shown["kind"] == "round"]
    assert [[p["giver"] for p in shown["pencils"]] for shown in rounds] == [
        [None, None, None],
        *[[None, 0, 1]] * 3,
    ]
    assert [shown["controller"] for shown in rounds] == [0, 1, 2, 0]


async def test_who_follows_sees_what_is_turned_and_nothing_else(seat: Seat) -> None:
    conductor, follower = seat(), seat()
    game = await begun(conductor)
    steps, code = game["conduct"]["steps"], game["code"]
    deck = game["conduct"]["city"]["deck"]
    for at, shown in enumerate(steps):
        await turn(conductor, game, at)
        seen = await follower.get(f"/api/conducts/{code}")
        assert set(seen) == PLACES
        assert (seen["at"], seen["step"], seen["names"]) == (at, shown, ["Ann", "Ben", ""])
        so_far = await follower.get(f"/api/conducts/{code}/events")
        assert so_far["over"] == (at == len(steps) - 1)
        known = [step["event"] for step in steps[: at + 1] if step["event"]]
        assert so_far["events"] == [{**known[0], "seats": ["Ann", "Ben", "Player 3"]}, *known[1:]]
        # No word of a card but the deck, which is public, and what was turned.
        assert seen["city"].pop("deck") == deck
        turned = {card for cards in shown["turned"] for card in cards}
        assert set(CARD.findall(json.dumps(seen))) == turned
        flips = {card for event in known if event["event"] == "flip" for card in event["cards"]}
        assert set(CARD.findall(json.dumps(so_far))) == flips
    assert "key" not in "".join(follower.received)
    for page in (f"/c/{code}", f"/api/conducts/{code}/qr.svg"):
        assert not CARD.search((await follower.http.get(page)).text)


async def test_who_follows_hears_of_a_card_as_it_is_turned_and_of_one_put_back(seat: Seat) -> None:
    conductor, others = seat(), [seat() for _ in range(5)]
    game = await begun(conductor)
    code = game["code"]
    seen = [await other.get(f"/api/conducts/{code}") for other in others]
    for at in (1, 2, 3, 2):
        waiting = [
            asyncio.create_task(other.get(f"/api/conducts/{code}?seen={known['version']}"))
            for other, known in zip(others, seen, strict=True)
        ]
        await asyncio.sleep(0.05)
        assert not any(task.done() for task in waiting)
        await turn(conductor, game, at)
        seen = await asyncio.wait_for(asyncio.gather(*waiting), 2)
        assert [known["at"] for known in seen] == [at] * 5


async def test_names_and_the_game_after_it_are_handed_on(seat: Seat) -> None:
    conductor, follower = seat(), seat()
    game, again = await begun(conductor), await begun(conductor)
    await turn(conductor, game, 2, names=["Zoë\u202e", "", "Ann"], next=again["code"])
    seen = await follower.get(f"/api/conducts/{game['code']}")
    assert (seen["names"], seen["next"]) == (["Zoë", "", "Ann"], again["code"])
    await turn(conductor, game, 3)
    seen = await follower.get(f"/api/conducts/{game['code'].lower()}")
    assert (seen["names"], seen["next"], seen["at"]) == (["Zoë", "", "Ann"], again["code"], 3)


async def test_only_the_conductor_turns_cards(seat: Seat) -> None:
    conductor, eve = seat(), seat()
    game, other = await begun(conductor), await begun(eve)
    path, last = f"/api/conducts/{game['code']}", len(game["conduct"]["steps"])
    for key in ("", "x" * 32, other["key"]):
        await eve.put(path, {"key": key, "at": 5}, 403)
    for at in (-1, last, 10**9):
        await conductor.put(path, {"key": game["key"], "at": at}, 400)
    for names in ([], ["Ann"], ["Ann"] * 5):
        await conductor.put(path, {"key": game["key"], "at": 1, "names": names}, 400)
    await eve.put("/api/conducts/BCDFGH", {"key": other["key"], "at": 1}, 404)
    assert (await eve.get(path))["at"] == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"board": "atlantis"},
        {"modules": ["powers", "gates"]},
        {"modules": ["powers"] * 2},
        {"names": []},
        {"names": ["A"] * 5},
        {"names": [7]},
        {"deck": []},
    ],
)
async def test_what_cannot_be_played_cannot_be_conducted(seat: Seat, wrong: dict[str, Any]) -> None:
    await seat().post("/api/conducts", {**NEW, **wrong}, 400)


async def test_codes_and_keys_cannot_be_guessed(sqlite_url: str) -> None:
    few = {"codes": Limit(3, 100, 60), "keys": Limit(3, 100, 60)}
    async with serving(sqlite_url, limits=few) as live:
        conductor, eve, bob = live.player(), live.player(), live.player()
        game = await begun(conductor)
        path = f"/api/conducts/{game['code']}"
        for player in (eve, bob):
            await player.get("/api/me")
        for _ in range(3):
            await eve.get("/api/conducts/BCDFGH", 404)
            await bob.put(path, {"key": "x" * 32, "at": 1}, 403)
        for asked in (path, f"{path}/events"):
            assert (await eve.http.get(asked)).status_code == 429, "right or wrong, nothing is told"
        await bob.put(path, {"key": game["key"], "at": 1}, 429)
        for player in (conductor, eve, bob):
            await player.close()


async def test_only_so_many_wait_at_once(sqlite_url: str) -> None:
    async with serving(sqlite_url, limits={FOLLOWING: Limit(2, 100)}) as live:
        conductor, eve = live.player(), live.player()
        game = await begun(conductor)
        await eve.get("/api/me")
        path = f"/api/conducts/{game['code']}?seen=0"
        asking = [asyncio.create_task(eve.http.get(path)) for _ in range(3)]
        (refused,), waiting = await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
        assert refused.result().status_code == 429
        assert refused.result().json()["error"]["values"]["seconds"] > 0
        await turn(conductor, game, 1)
        assert [(await one).json()["at"] for one in waiting] == [1, 1]
        assert (await eve.get(path))["at"] == 1
        for player in (conductor, eve):
            await player.close()


async def test_a_restart_in_the_middle_costs_nobody_anything(sqlite_url: str) -> None:
    async with serving(sqlite_url) as live:
        conductor, follower = live.player(), live.player()
        game = await begun(conductor)
        await turn(conductor, game, 4)
        waits = asyncio.create_task(follower.http.get(f"/api/conducts/{game['code']}?seen=1"))
        await asyncio.sleep(0.1)
        begins = time.monotonic()
        live.end()
        assert (await waits).status_code == 503
        assert time.monotonic() - begins < HOLD / 2, "nobody is waited for who only waits"
        for player in (conductor, follower):
            await player.close()
    async with serving(sqlite_url) as live:
        conductor, follower = live.player(), live.player()
        assert (await follower.get(f"/api/conducts/{game['code']}?seen=0"))["at"] == 4
        await turn(conductor, game, 5)
        assert (await follower.get(f"/api/conducts/{game['code']}?seen=1"))["at"] == 5
        for player in (conductor, follower):
            await player.close()


async def test_any_server_of_several_serves_it(postgres_url: str) -> None:
    async with serving(postgres_url) as one, serving(postgres_url) as two:
        conductor, follower = one.player(), two.player()
        game = await begun(conductor)
        for at in (1, 2, 1):
            known = (await follower.get(f"/api/conducts/{game['code']}"))["version"]
            waits = asyncio.create_task(follower.get(f"/api/conducts/{game['code']}?seen={known}"))
            await asyncio.sleep(0.05)
            await turn(conductor, game, at)
            assert (await asyncio.wait_for(waits, HOLD / 2))["at"] == at
        for player in (conductor, follower):
            await player.close()


async def test_what_nobody_turns_for_long_is_cleared_away(engine: AsyncEngine) -> None:
    kept = Conducts(engine)
    rules = Ruleset.of(board("london"))
    conduct = dealt(rules, 2, SettledDealer(seeded(rules, 1)))
    old, new = [await kept.keep(conduct, "key", ["A", "B"]) for _ in range(2)]
    async with engine.begin() as connection:
        await connection.execute(update(conducts).values(at=time.time() - 91 * DAY))
    await kept.turn(new, 1, None, None)
    assert await Clearing(engine, Keep()).bite() == {"conducts": 1}
    assert [await kept.find(code) is None for code in (old, new)] == [True, False]


def test_the_same_deal_is_conducted_alike() -> None:
    rules = Ruleset.of(board("tokyo"), ["specials"])
    one, other = (list(moments(rules, ["A"], SettledDealer(seeded(rules, 5)))) for _ in range(2))
    assert [moment.event for moment in one] == [moment.event for moment in other]


@pytest.mark.parametrize("all_cards", [False, True])
async def test_somebodys_own_city_is_conducted_followed_and_counted(seat: Seat, all_cards: bool) -> None:
    conductor, follower = seat(), seat()
    made = (await conductor.post("/api/boards", {"document": edo()}))["id"]
    wish = {"board": made, "modules": ["objectives"], "names": ["Ann"]}
    game = await begun(conductor, **wish, all_cards=all_cards)
    await turn(conductor, game, len(game["conduct"]["steps"]) - 1)
    followed = await follower.get(f"/api/conducts/{game['code']}")
    assert (followed["city"]["name"], followed["step"]["kind"]) == ("Edo", "over")
    told = await follower.get(f"/api/conducts/{game['code']}/events")
    assert (told["board"] == made) is not all_cards, "with a house rule it is another board"
    start, *cards = told["events"]
    entered = {
        "board": told["board"],
        "modules": told["modules"],
        "dealt": {"objectives": start["objectives"]},
        "pencils": start["pencils"],
        "cards": cards,
        "seats": [{"name": "Ann", "turns": [[] for _ in cards]}],
    }
    kept = (await follower.post("/api/count/turns", entered))["game"]
    assert (await follower.get(f"/api/games/{kept}"))["board"] == told["board"]
    sheets = {"board": told["board"], "modules": [], "dealt": {}, "seats": [{"name": "", "lines": {}}]}
    assert not (await follower.post("/api/count", {"game": sheets}))["seats"][0]["problems"]
    await follower.post("/api/count/games", sheets)
