"""Reviews: made once whoever asks, kept, gone on with after a restart, and in nobody's way."""

import asyncio
import json
import signal
import time
from collections.abc import Callable
from statistics import median
from typing import Any, cast

import pytest
from sqlalchemy import select
from tests.review.games import log
from tests.server.live import Live, Player, best, serving
from tests.server.processes import program
from tests.strategies import ruleset

from terminus.boards import own_board, shipped_document
from terminus.kernel import installed
from terminus.record.log import Event, replay, write_line
from terminus.review import Game, Settings, as_json, face_up, review
from terminus.review.settings import MEANING
from terminus.rules.ruleset import Ruleset
from terminus.rules.score import total
from terminus.rules.table import scores
from terminus.server.disk.database import open_database
from terminus.server.disk.health import Health
from terminus.server.disk.logs import keep, read_log
from terminus.server.disk.schema import jobs as table
from terminus.server.disk.store import Store
from terminus.server.edge import reviews as edge
from terminus.server.edge.limits import Limit
from terminus.server.work import kinds, reviews
from terminus.server.work.desk import Desk
from terminus.server.work.jobs import TRIES, Jobs
from terminus.server.work.kinds import FACE_UP, KINDS, PLAY_ON, REVIEW, Kind, Task, Withdrawn
from terminus.server.work.reviews import Reviews, review_of

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: there is no review without it")

PATIENCE = 60.0
MOVES, WHILE = 120, 8.0  # seconds
WORKER = "import sys; from terminus.server.work.run import run; run(sys.argv[1], 2)"


def played(count: int = 1, city: str = "london", bots: tuple[str, ...] = ("greedy",)) -> list[list[Event]]:
    return [log(ruleset(city, ()), *bots, number=number) for number in range(count)]


async def stored(url: str, *logs: list[Event]) -> list[str]:
    """Games that are over, as if they had been played there."""
    database = await open_database(url)
    states = [read_log(write_line(event).encode() for event in events) for events in logs]
    async with database.engine.begin() as connection:
        kept = await keep(connection, [state for state in states if state])
    await database.close()
    return [state.game.id for state in kept if state]


async def rows(url: str) -> list[Any]:
    database = await open_database(url)
    async with database.engine.connect() as connection:
        found = (await connection.execute(select(table).where(table.c.kind == REVIEW))).all()
    await database.close()
    return list(found)


async def until(player: Player, game: str, state: str = "done") -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        while (found := await player.get(f"/api/games/{game}/review"))["state"] != state:
            assert found["state"] in ("waiting", "running"), found
            assert found["review"] is None, "it is shown whole or not at all"
            await asyncio.sleep(0.2)
    return dict(found)


async def test_it_is_made_once_kept_and_what_the_command_line_says(url: str) -> None:
    (events,) = played(bots=("greedy", "random"))
    (game,) = await stored(url, events)
    async with serving(url) as live:
        player = live.player()
        assert (await player.get(f"/api/games/{game}/review"))["state"] == "none"
        assert (await player.post(f"/api/games/{game}/review"))["state"] in ("waiting", "running", "done")
        found = (await until(player, game))["review"]
        again = await player.post(f"/api/games/{game}/review")
        assert (again["state"], again["done"], again["review"]) == ("done", 1.0, found)
        await player.close()
    (row,) = await rows(url)
    assert row.tries == 1
    whole = json.loads(json.dumps(as_json(review(Game.of(events), Settings(play_on=PLAY_ON)))))
    for seat, told in zip(found["seats"], whole["seats"], strict=True):
        shown = [{**turn, "later": _few(turn.get("later"))} for turn in told["turns"]]
        assert {name: told[name] for name in seat} | {"turns": shown} == seat
        assert any(turn["later"] and turn["later"]["most"] for turn in seat["turns"])
        assert abs(seat["par"] + seat["luck"] - seat["lost"] + seat["drift"] - seat["score"]) < 1e-6
    async with serving(url) as live:  # and another server has it too
        player = live.player()
        assert (await player.get(f"/api/games/{game}/review"))["review"] == found
        await player.close()


def _few(later: dict[str, Any] | None) -> dict[str, Any] | None:
    """Of games played on a page is told which rule mattered most."""
    return later and {"games": later["games"], "most": later["most"]}


async def test_what_a_dead_server_had_begun_is_gone_on_with(url: str) -> None:
    (game,) = await stored(url, *played())
    database = await open_database(url)
    saved = await Store(database.engine, Health(database.engine)).load(game)
    assert saved is not None
    dead = Jobs(database.engine, 99)
    await Reviews(Desk(dead, lambda: True)).ask(review_of(saved.state.game.id, saved.state.city))
    (job,) = await dead.take(1, [REVIEW], urgent=False)
    await dead.report(job, [0.5, ""])
    await database.close()
    async with serving(url) as live:
        player = live.player()
        await until(player, game)
        await player.close()
    assert [row.tries for row in await rows(url)] == [2]


async def test_a_crowd_asks_while_tables_play_on(url: str) -> None:
    games = await stored(url, *played(10))
    async with serving(url) as live:
        crowd = [live.player() for _ in range(6)]
        host = live.player()
        table = (await host.post("/api/games", {"board": "paris", "bots": ["expert"], "start": True}))["game"]
        await host.sit(table)

        async def ask(player: Player) -> None:
            await asyncio.gather(*(player.post(f"/api/games/{game}/review") for game in games))
            for game in games:
                await until(player, game)

        asking = asyncio.gather(*map(ask, crowd))
        await host.play_out(best)
        assert host.view["phase"] == "over"
        await asking
        for player in (*crowd, host):
            await player.close()
    found = await rows(url)
    assert len(found) == len(games), "each game is one job, however many ask"
    assert {(row.tries, row.failure) for row in found} == {(1, None)}


async def test_a_hundred_reviews_slow_down_nobodys_moves(sqlite_url: str) -> None:
    """The bounds are wide, as other things run on the machine that tests this: made by the loop itself, or in
    a thread each, reviews break them many times over."""
    games = await stored(sqlite_url, *played(100))
    async with serving(sqlite_url) as live:
        crowd, host = live.player(), live.player()
        await host.sit((await host.post("/api/games", {"board": "london", "start": True}))["game"])
        await waits(host, MOVES // 4)  # it is warm
        alone = await waits(host, MOVES)
        asking = asyncio.gather(*(crowd.post(f"/api/games/{game}/review") for game in games))
        moves = 0
        while not asking.done():
            moves += len(await waits(host, 1))
        await asking
        beside = await waits(host, MOVES)
        last = await crowd.get(f"/api/games/{games[-1]}/review")
        assert last["state"] == "waiting", "they were under way all the time"
        for player in (crowd, host):
            await player.close()
    assert moves > 20, "where each stands behind all who ask there are seven, however fast the machine is"
    assert median(beside) < 6 * median(alone) + 0.01
    assert max(beside) < 6 * max(alone) + 1.0


async def waits(player: Player, moves: int) -> list[float]:
    """Seconds until each of so many moves is acknowledged, or of those that can be made in a while; another
    game begins where one is over."""
    found: list[float] = []
    end = time.perf_counter() + WHILE
    while len(found) < moves and time.perf_counter() < end:
        if player.view["phase"] == "over":
            await player.leave_socket()
            await player.sit((await player.post("/api/games", {"board": "london", "start": True}))["game"])
        chosen = best(player.options)["do"]
        begun = time.perf_counter()
        await player.ok(**({"commit": True} if chosen == "done" else {"draft": chosen}))
        found.append(time.perf_counter() - begun)
        await player.until(lambda: bool(player.options) or player.view["phase"] == "over")
    return found


async def test_one_at_a_time(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once, most = 0, 0

    async def counted(task: Task) -> Any:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        try:
            return await look_back(task)
        finally:
            at_once -= 1

    look_back = KINDS[REVIEW].work
    monkeypatch.setitem(KINDS, REVIEW, Kind(counted))
    games = await stored(sqlite_url, *played(5))
    async with serving(sqlite_url) as live:
        player = live.player()
        await asyncio.gather(*(player.post(f"/api/games/{game}/review") for game in games))
        for game in games:
            await until(player, game)
        await player.close()
    assert most == 1


async def test_what_fails_is_told_and_can_be_asked_for_again(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fails, tried = True, 0

    async def sometimes(task: Task) -> Any:
        nonlocal tried
        tried += 1
        if fails:
            raise ValueError("no")
        return await look_back(task)

    look_back = KINDS[REVIEW].work
    monkeypatch.setitem(KINDS, REVIEW, Kind(sometimes))
    (game,) = await stored(sqlite_url, *played())
    async with serving(sqlite_url) as live:
        player = live.player()
        await player.post(f"/api/games/{game}/review")
        assert (await until(player, game, "failed"))["review"] is None
        assert len(caplog.records) == 1, "after so many tries, once"
        assert tried == TRIES
        fails = False
        await player.post(f"/api/games/{game}/review")
        await until(player, game)
        await player.close()


async def test_no_review_before_the_end_and_none_of_what_is_not_there(
    live: Live, seat: Callable[[], Player]
) -> None:
    player = seat()
    game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
    for ask in (player.get, player.post):
        told = await ask(f"/api/games/{game}/review", status=403)
        assert told["error"]["message"] == "The review opens when the game is over."
    await player.post("/api/games/nosuchgame23/review", status=404)


async def test_without_a_kernel_it_is_said(
    live: Live, seat: Callable[[], Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(edge, "installed", lambda: False)
    assert "native kernel" in await seat().refused("/api/games/nosuchgame23/review", status=501)


async def test_a_board_that_the_kernel_cannot_play_is_refused_in_words_and_not_tried(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    document = shipped_document("london")
    document["modules"]["objectives"]["drawn"] = 5
    rules = Ruleset.of(own_board(document), ("objectives",))
    (game,) = await stored(sqlite_url, log(rules, "random"))
    async with serving(sqlite_url) as live:
        player = live.player()
        for path in (f"/api/games/{game}/review", f"/api/games/{game}/face-up/0"):
            for ask in (player.get, player.post):
                told = (await ask(path, status=409))["error"]["message"]
                assert told == "This game cannot be reviewed: the native kernel cannot play this city."
        (board,) = [(await player.post("/api/boards", {"document": document}))["id"]]
        await player.sit(
            (await player.post("/api/games", {"board": board, "modules": ["objectives"], "start": True}))[
                "game"
            ]
        )
        await player.asked()
        await player.ok(help=True)
        told = await player.get(f"/api/games/{player.game}/advice", status=409)
        assert told["error"]["message"] == "This server cannot judge this game."
        await player.close()
    assert not await rows(sqlite_url)
    assert not caplog.records


async def test_what_was_learned_and_cannot_be_read_just_now_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else it would be kept under the name of what was learned, and be by the score."""
    game = Game.of(log(ruleset("toy", ()), "random"))
    assert kinds.judge_of(game).by == "score"
    monkeypatch.setattr(kinds, "weights_of", lambda board: "known by name")
    for work, payload in ((kinds.look_back, {"game": "it"}), (kinds.deck_face_up, {"game": "it", "seat": 0})):
        with pytest.raises(kinds.Unread):
            await work(cast(Task, InHand(payload, list(game.events))))


class InHand:
    """A job of which nothing is told."""

    def __init__(self, payload: Any, events: list[Event]) -> None:
        self.payload, self._events = payload, events

    async def log(self, game: str) -> list[Event]:
        return self._events

    async def run(self, work: Callable[[], Any]) -> Any:
        return work()

    def report(self, part: float, said: str) -> None:
        pass


async def test_it_is_limited(sqlite_url: str) -> None:
    (game,) = await stored(sqlite_url, *played())
    async with serving(sqlite_url, limits={"costly": Limit(3, 100, 60)}) as live:
        player = live.player()
        await player.get("/api/me")  # from now on a person
        for _ in range(3):
            await player.post(f"/api/games/{game}/review", status=200)
        assert "too much" in await player.refused(f"/api/games/{game}/review", status=429)
        await player.close()


async def test_what_the_cards_allowed_is_found_once_and_can_be_drawn(url: str) -> None:
    (events,) = played(bots=("greedy", "random"))
    (game,) = await stored(url, events)
    async with serving(url) as live:
        player = live.player()
        path = f"/api/games/{game}/face-up/1"
        assert (await player.get(path)) == {"state": "none", "face_up": None}
        await asyncio.gather(*(player.post(path) for _ in range(3)))
        async with asyncio.timeout(PATIENCE):
            while (found := await player.get(path))["state"] != "done":
                assert found["state"] in ("waiting", "running")
                await asyncio.sleep(0.1)
        told = found["face_up"]
        true = face_up(Game.of(events), 1)
        assert (told["best"], told["turns"]) == (true.best, [list(do) for do in true.turns])
        assert told["score"]["total"] == told["best"] >= told["scored"]
        assert told["scored"] == total(scores(replay(events))[1])
        await player.post(f"/api/games/{game}/face-up/2", status=400)
        await player.post("/api/games/nosuchgame23/face-up/0", status=404)
        await player.close()


async def test_a_search_that_nobody_wants_any_more_ends() -> None:
    (events,) = played()

    class Unwanted:
        @property
        def payload(self) -> Any:
            return {"game": "it", "seat": 0}

        async def log(self, game: str) -> list[Event]:
            return events

        async def run(self, work: Callable[[], Any]) -> Any:
            return work()

        def report(self, part: float, said: str) -> None:
            raise Withdrawn

    with pytest.raises(Withdrawn):
        await KINDS[FACE_UP].work(cast(Task, Unwanted()))


@pytest.mark.parametrize(
    ("what", "now"), [("measured_as", lambda: "measured anew"), ("MEANING", MEANING + 1)]
)
def test_what_was_measured_anew_or_means_something_else_is_another_review(
    what: str, now: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = review_of("it", ruleset("london", ()).board)
    before = wanted.key
    assert wanted.key == before
    monkeypatch.setattr(reviews, what, now)
    assert wanted.key != before


async def test_where_there_are_workers_they_do_it(postgres_url: str) -> None:
    (game,) = await stored(postgres_url, *played())
    with program(WORKER, postgres_url) as worker:
        async with serving(postgres_url) as live:
            player = live.player()
            assert worker.stdout is not None
            await asyncio.to_thread(worker.stdout.readline)
            await live.heard_of_workers()
            await player.post(f"/api/games/{game}/review")
            await until(player, game)
            await player.close()
        worker.send_signal(signal.SIGTERM)
        said, _ = await asyncio.to_thread(worker.communicate, timeout=PATIENCE)
    assert "review: done in" in said
