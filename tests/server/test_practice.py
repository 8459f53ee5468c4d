"""Practice: mistakes of one's own games as exercises, and positions made by us; the server judges."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select, update
from tests.review.games import log
from tests.server.live import Live, Player, best, serving
from tests.server.test_reviews import stored
from tests.strategies import ruleset

from terminus.bots.judge import Judge
from terminus.kernel import installed
from terminus.record.log import Event, replay
from terminus.record.readings import texts
from terminus.review import positions as made_by_us
from terminus.review.exercise import NEAR
from terminus.review.figures import noise_of
from terminus.review.game import own_log
from terminus.server.disk.clearing import remove
from terminus.server.disk.database import open_database
from terminus.server.disk.schema import exercises, seats
from terminus.server.edge.identity import new_token, person_of
from terminus.server.edge.limits import Limit
from terminus.server.table.boxes import SOON
from terminus.server.work import practice
from terminus.server.work.practice import MOST, read_name

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: nobody can judge without it")

Seat = Callable[[], Player]
PATIENCE = 60.0
EASY = "london-1"


async def owned(url: str, *logs: list[Event]) -> tuple[list[str], list[str]]:
    """Finished games, and a token for each seat: who holds it sits there."""
    games, tokens = await stored(url, *logs), [new_token() for _ in range(4)]
    database = await open_database(url)
    async with database.engine.begin() as connection:
        for seat, token in enumerate(tokens):
            who = {"person": person_of(token), "kind": "person"}
            await connection.execute(update(seats).where(seats.c.seat == seat).values(who))
    await database.close()
    return games, tokens


def holding(live: Live, token: str) -> Player:
    player = live.player()
    player.http.cookies.set("terminus", token)
    return player


@asynccontextmanager
async def with_mistakes(url: str, city: str = "london", *modules: str) -> AsyncIterator[Player]:
    """Somebody with a game that they have played at random."""
    _, tokens = await owned(url, log(ruleset(city, modules), "random"))
    async with serving(url) as live:
        player = holding(live, tokens[0])
        yield player
        await player.close()


async def looked_over(player: Player) -> dict[str, Any]:
    """What somebody has to practise, once all their games were looked over."""
    async with asyncio.timeout(PATIENCE):
        while (found := await player.get("/api/practise"))["looking"]:
            assert 0 <= found["looking"]["done"] <= 1
            await asyncio.sleep(0.05)
    return dict(found)


async def answer(player: Player, name: str, actions: list[str], status: int = 200) -> dict[str, Any]:
    return dict(await player.post(f"/api/practise/{name}/answer", {"actions": actions}, status))


async def replies(player: Player, name: str) -> tuple[list[tuple[list[str], float]], tuple[str, ...]]:
    """Every answer to an exercise and what it loses, by the log alone; and what was played."""
    game, place = read_name(name)
    assert place is not None
    text = (await player.http.get(f"/api/games/{game}/log")).text
    log = [json.loads(line) for line in text.splitlines()]
    seat = (await player.get(f"/api/games/{game}"))["me"]
    table = replay(own_log(log, seat, place))
    found = Judge(table.ruleset, 2).replies(table)
    worth = [(texts(table.positions[0], one.actions), found[0].value - one.value) for one in found]
    turns = (event for event in log if event["event"] == "turn" and event["seat"] == seat)
    return worth, next(tuple(e["do"]) for e in turns if (e["round"], e["turn"]) == place)


async def test_a_game_is_looked_over_and_its_mistakes_are_practised(url: str) -> None:
    (game,), tokens = await owned(url, log(ruleset("london", ()), "random", "greedy"))
    async with serving(url) as live:
        player = holding(live, tokens[0])
        first = await player.get("/api/practise")
        assert first["looking"]["games"] == 1
        mine = await looked_over(player)
        assert 0 < mine["now"] <= MOST
        assert (mine["later"], mine["done"], mine["back_in"]) == (0, 0, None)
        review = (await player.get(f"/api/games/{game}/review"))["review"]
        worst = review["seats"][0]["mistakes"][0]
        assert mine["next"] == f"{game}-{worst[0]}-{worst[1]}", "the largest first, and of my seat alone"
        name = mine["next"]
        shown = await player.get(f"/api/practise/{name}")
        assert (shown["game"], shown["level"], shown["counts"], shown["box"]) == (game, None, True, 0)
        assert shown["view"]["answer"]["options"]
        assert (shown["view"]["round"], shown["view"]["turn"]) == tuple(worst)
        worth, played = await replies(player, name)

        missed = await answer(player, name, list(played))
        assert (missed["found"], missed["counted"], missed["waits"]) == (False, True, SOON)
        assert missed["lost"] == pytest.approx(shown["lost"], abs=0.06)
        assert missed["solution"] is None, "one may try again"
        again = await answer(player, name, worth[0][0])
        assert (again["found"], again["counted"]) == (True, False), "the first answer counts"
        solution = again["solution"]
        assert solution["answer"]["lost"] == 0 < solution["then"]["lost"]
        assert tuple(solution["then"]["do"]) == played
        assert sum(solution["then"]["difference"].values()) == pytest.approx(solution["then"]["lost"])
        then = await player.get("/api/practise")
        assert (then["now"], then["later"]) == (mine["now"] - 1, 1)
        assert 0 < then["back_in"] <= SOON
        await player.close()
    async with serving(url) as live:  # after a restart all is as it was
        tab = holding(live, tokens[0])
        now = await tab.get("/api/practise")
        assert {**now, "back_in": 0} == {**then, "back_in": 0}
        await tab.close()


async def test_anything_within_half_a_point_is_found_and_nothing_else(sqlite_url: str) -> None:
    near = far = 0
    async with with_mistakes(sqlite_url, "paris", "gates") as player:
        for _ in range((await looked_over(player))["now"]):
            name = (await player.get("/api/practise"))["next"]
            worth, _ = await replies(player, name)
            for do, lost in worth[:6]:
                if abs(lost - NEAR) > 1e-6:
                    told = await answer(player, name, do)
                    assert told["found"] == (lost <= NEAR), (do, lost, told)
                    near, far = near + (0 < lost <= NEAR), far + (lost > NEAR)
    assert near, "one that is not the best counted too"
    assert far


async def test_what_cannot_be_told_from_the_best_counts_as_neither_found_nor_missed(sqlite_url: str) -> None:
    noise = noise_of(ruleset("london", ()), 2)
    async with with_mistakes(sqlite_url) as player:
        for _ in range((await looked_over(player))["now"]):
            before = await player.get("/api/practise")
            name = before["next"]
            worth, _ = await replies(player, name)
            between = [do for do, lost in worth if NEAR + 1e-6 < lost < noise]
            if between:
                break
            await player.put(f"/api/practise/{name}", {"when": "later"})
        told = await answer(player, name, between[0])
        assert (told["found"], told["as_good"], told["counted"], told["waits"]) == (False, True, False, 0)
        assert told["solution"] is None
        after = await player.get("/api/practise")
        assert (after["now"], after["next"]) == (before["now"], name)
        far = next(do for do, lost in reversed(worth) if lost > noise + 0.1)
        told = await answer(player, name, far)
        assert (told["as_good"], told["counted"]) == (False, True)


@pytest.mark.parametrize("near", [True, False], ids=["within half a point", "as good as can be told"])
async def test_what_is_no_mistake_any_more_is_taken_out_also_by_an_answer_that_is_as_good(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, near: bool
) -> None:
    """Other weights see the answer within the noise of the best, and so what was drawn in the game."""

    def seen_otherwise(*asked: Any) -> Any:
        mine, then, best = weighed(*asked)
        assert mine
        assert then
        as_good = replace(mine, noise=mine.lost + 1)
        return as_good, replace(then, best=then.reply) if near else replace(then, noise=then.lost + 1), best

    weighed = practice._weighed
    monkeypatch.setattr(practice, "_weighed", seen_otherwise)
    async with with_mistakes(sqlite_url) as player:
        before = await looked_over(player)
        name = before["next"]
        worth, played = await replies(player, name)
        worse = next(do for do, lost in worth if lost > NEAR and tuple(do) != played)
        told = await answer(player, name, worse)
        assert (told["as_good"], told["counted"], told["waits"]) == (True, True, None)
        after = await player.get("/api/practise")
        assert (after["now"], after["done"]) == (before["now"] - 1, 1)


async def test_a_seat_has_its_own_and_strangers_see_nothing(sqlite_url: str) -> None:
    _, tokens = await owned(sqlite_url, log(ruleset("tokyo", ()), "random", "greedy"))
    async with serving(sqlite_url) as live:
        host, guest, stranger = *(holding(live, token) for token in tokens[:2]), live.player()
        mine, theirs = await looked_over(host), await looked_over(guest)
        hostile: tuple[tuple[str, Any], ...] = (
            ("answer", {"actions": []}),
            ("show", None),
            ("why", {"actions": [], "about": "a0"}),
        )
        for name in {mine["next"], theirs["next"]}:
            for path, data in hostile:
                told = await stranger.post(f"/api/practise/{name}/{path}", data, 404)
                assert "gone" in told["error"]["message"]
            await stranger.get(f"/api/practise/{name}", 404)
            await stranger.put(f"/api/practise/{name}", {"when": "never"}, 404)
        assert (await stranger.get("/api/practise"))["next"] is None
        for player, found in ((host, mine), (guest, theirs)):
            shown = await player.get(f"/api/practise/{found['next']}")
            assert len(shown["view"]["seats"]) == 1, "nobody else's sheet"
            _, played = await replies(player, found["next"])
            assert (await answer(player, found["next"], list(played)))["lost"] > NEAR, "it is my own mistake"
        for player in (host, guest, stranger):
            await player.close()


async def test_it_can_wait_be_taken_out_and_come_back(sqlite_url: str) -> None:
    async with with_mistakes(sqlite_url) as player:
        mine = await looked_over(player)
        name = mine["next"]
        later = await player.put(f"/api/practise/{name}", {"when": "later"})
        assert (later["now"], later["later"]) == (mine["now"] - 1, 1)
        assert later["next"] != name
        gone = await player.put(f"/api/practise/{name}", {"when": "never"})
        assert (gone["later"], gone["done"]) == (0, 1)
        back = await player.put(f"/api/practise/{name}", {"when": "now"})
        assert (back["now"], back["done"]) == (mine["now"], 0)
        await player.put(f"/api/practise/{name}", {"when": "soon"}, 400)


async def test_of_many_tabs_one_answer_counts(url: str) -> None:
    async with with_mistakes(url) as player:
        name = (await looked_over(player))["next"]
        worth, _ = await replies(player, name)
        tabs = [player.tab() for _ in range(4)]
        told = await asyncio.gather(*(answer(tab, name, worth[0][0]) for tab in tabs))
        assert sum(one["counted"] for one in told) == 1
        assert all(one["found"] for one in told)
        assert (await player.get(f"/api/practise/{name}"))["box"] == 2
        for tab in tabs:
            await tab.close()


async def test_it_is_drawn_as_at_the_table(live: Live, seat: Seat) -> None:
    """Step by step the server says what may follow, and refuses what may not."""
    player = seat()
    shown = (await player.get("/api/practise/london+powers-1"))["view"]
    assert shown["answer"]["actions"] == []
    actions: list[str] = []
    drawn = next(option for option in shown["answer"]["options"] if option["section"])
    path = "/api/practise/london+powers-1"
    after_one = await player.post(f"{path}/step", {"actions": actions, "do": {"draft": drawn["do"]}})
    assert after_one["answer"]["actions"] == [drawn["do"]]
    assert drawn["section"] in {
        s for line in after_one["answer"]["sheet"]["lines"].values() for s in line["sections"]
    }
    other = after_one["answer"]["instead"]
    if other:
        swapped = await player.post(
            f"{path}/step", {"actions": [drawn["do"]], "do": {"instead": other[0]["do"]}}
        )
        assert swapped["answer"]["actions"] == [other[0]["do"]]
    undone = await player.post(f"{path}/step", {"actions": [drawn["do"]], "do": {"undo": True}})
    assert undone["answer"] == shown["answer"]
    told = await player.post(f"{path}/step", {"actions": [], "do": {"draft": "a0-j9"}}, 409)
    assert "not possible" in told["error"]["message"]
    why = await player.post(f"{path}/why", {"actions": [], "about": "a0"})
    assert why["about"] == "a0"


@pytest.mark.parametrize(
    "body",
    [
        {"actions": [], "do": {"commit": True}},
        {"actions": [], "do": {"say": "hello"}},
        {"actions": [], "do": {"start": True}},
        {"actions": [], "do": {}},
        {"actions": [], "do": {"draft": "d2-f4", "undo": True}},
        {"actions": ["x" * 41], "do": {"undo": True}},
        {"actions": ["skip"] * 41, "do": {"undo": True}},
        {"actions": "skip", "do": {"undo": True}},
        {"do": {"undo": True}},
    ],
)
async def test_what_is_no_step_is_refused(live: Live, seat: Seat, body: Any) -> None:
    await seat().post(f"/api/practise/{EASY}/step", body, 400)


@pytest.mark.parametrize(
    "name", ["nothing", "a-b-c", "--", "x-1-²", "x-1-99999", "atlantis-1", "game-1-1-1", "%00-1-1"]
)
async def test_there_is_no_such_exercise(live: Live, seat: Seat, name: str) -> None:
    await seat().get(f"/api/practise/{name}", 404)


async def test_an_answer_must_be_whole(live: Live, seat: Seat) -> None:
    player = seat()
    uses = [name for name, one in made_by_us.positions().items() if "powers" in one.modules]
    for name in uses:
        options = (await player.get(f"/api/practise/{name}"))["view"]["answer"]["options"]
        power = next((o["do"] for o in options if o["do"] in ("use double-section", "use joker")), None)
        if power:
            told = await answer(player, name, [power], 409)
            assert "not complete" in told["error"]["message"]
            return
    raise AssertionError("no position where a power can be used")


async def test_positions_made_by_us_and_which_were_solved(live: Live, seat: Seat) -> None:
    player, other = seat(), seat()
    sets = await player.get("/api/practise/positions")
    assert sum(len(one["positions"]) for one in sets) == len(made_by_us.positions())
    assert not any(p["solved"] for one in sets for p in one["positions"])
    posed = made_by_us.positions()[EASY]
    missed = await answer(player, EASY, list(posed.tempting))
    assert (missed["found"], missed["solution"]) == (False, None)
    told = await player.post(f"/api/practise/{EASY}/show")
    assert told["found"] is False, "looking is not finding"
    found = await answer(player, EASY, list(posed.best))
    assert found["found"]
    await answer(player, EASY, list(posed.best))
    for who, count in ((player, 1), (other, 0)):
        sets = await who.get("/api/practise/positions")
        assert [p["id"] for one in sets for p in one["positions"] if p["solved"]] == [EASY] * count


async def test_a_crowd_practises_while_a_table_plays_on(sqlite_url: str) -> None:
    names, answered = list(made_by_us.positions())[:40], list[int]()
    async with serving(sqlite_url) as live:
        crowd = [live.player() for _ in names]
        host = live.player()
        table = (await host.post("/api/games", {"board": "paris", "bots": ["hard"], "start": True}))["game"]
        await host.sit(table)

        async def practise(player: Player, name: str) -> None:
            await player.get("/api/practise")
            for do in (made_by_us.positions()[name].tempting, made_by_us.positions()[name].best):
                await player.get(f"/api/practise/{name}")
                told = await player.http.post(f"/api/practise/{name}/answer", json={"actions": do})
                assert told.status_code in (200, 503), told.text
                answered.append(told.status_code)

        practising = asyncio.gather(*map(practise, crowd, names))
        await host.play_out(best)
        assert host.view["phase"] == "over"
        await practising
        for player in (*crowd, host):
            await player.close()
    assert len(answered) == 2 * len(names)
    assert answered.count(200) >= len(names), "a few may be told to come again"


async def test_an_exercise_goes_with_its_game_and_moves_with_its_seat(url: str) -> None:
    (game,), tokens = await owned(url, log(ruleset("london", ()), "random"))
    async with serving(url) as live:
        player, other = holding(live, tokens[0]), live.player()
        name = (await looked_over(player))["next"]
        link = (await player.post(f"/api/games/{game}/link"))["path"]
        await other.post(f"/api/seat/{link.rsplit('/', 1)[-1]}")
        await player.get(f"/api/practise/{name}", 404)
        assert (await other.get("/api/practise"))["next"] == name
        await player.close()
        await other.close()
    database = await open_database(url)
    async with database.engine.begin() as connection:
        await remove(connection, [game])
        assert not (await connection.execute(select(exercises))).all()
    await database.close()
    async with serving(url) as live:
        player = holding(live, tokens[0])
        told = await player.get(f"/api/practise/{name}", 404)
        assert told["error"]["message"] == "This exercise is gone, with its game or with your seat there."
        await player.close()


async def test_it_is_limited_and_nobody_waits_for_ever(sqlite_url: str) -> None:
    async with serving(sqlite_url, limits={"practising": Limit(3, 100, 60)}) as live:
        player = live.player()
        await player.get("/api/me")
        for _ in range(3):
            await player.get(f"/api/practise/{EASY}")
        assert "too much" in await player.refused(f"/api/practise/{EASY}/show", status=429)
        await player.close()
