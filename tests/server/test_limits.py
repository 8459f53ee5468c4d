"""Nobody may ask so much that others wait; and nobody who plays ever notices."""

import asyncio
import contextlib
import itertools
import json
import re
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.live import Live, Player, best, serving
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from terminus.server.edge import limits as edge_limits
from terminus.server.edge.limits import LIMITS, Asker, Limit, Limits, read_limits
from terminus.server.edge.run import run
from terminus.server.errors import Refused, Trouble

ADA, BEN = Asker("ada", "10.0.0.1"), Asker("ben", "10.0.0.1")
ELSEWHERE = Asker("ada", "10.0.0.2")


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def few(clock: Clock, **more: Limit) -> Limits:
    return Limits({"games": Limit(3, 5, 60), "sockets": Limit(2, 3), **more}, clock)


def refused(limits: Limits, asker: Asker, what: str = "games") -> int:
    """The seconds until they may go on."""
    with pytest.raises(Refused) as refusal:
        limits.spend(what, asker)
    assert refusal.value.status == 429
    seconds = refusal.value.values["seconds"]
    assert refusal.value.headers == [("retry-after", str(seconds))]
    return int(seconds)


def test_so_many_at_once_and_then_one_after_another(clock: Clock) -> None:
    limits = few(clock)
    for _ in range(3):
        limits.spend("games", ADA)
    seconds = refused(limits, ADA)
    clock.now += seconds - 1
    refused(limits, ADA)
    clock.now += 1
    limits.spend("games", ADA)
    refused(limits, ADA)
    clock.now += 3600
    for _ in range(3):
        limits.spend("games", ADA)
    refused(limits, ADA)


def test_an_address_has_its_own_share_and_what_was_refused_costs_nothing(clock: Clock) -> None:
    limits = few(clock)
    for asker in (ADA, ADA, BEN, BEN, Asker(None, "10.0.0.1")):
        limits.spend("games", asker)
    for asker in (ADA, BEN, Asker(None, "10.0.0.1"), Asker("new", "10.0.0.1")):
        refused(limits, asker)
    limits.spend("games", ELSEWHERE)
    refused(limits, ELSEWHERE)
    clock.now += 12
    limits.spend("games", BEN)


def test_what_counts_only_if_it_fails(clock: Clock) -> None:
    limits = few(clock)
    for _ in range(100):
        limits.check("games", ADA)
    for _ in range(3):
        limits.spend("games", ADA)
    with pytest.raises(Refused):
        limits.check("games", ADA)


def test_what_has_no_limit_is_not_counted() -> None:
    for _ in range(10_000):
        Limits({}).spend("games", ADA)


@given(st.lists(st.tuples(st.integers(0, 3), st.floats(0, 30)), max_size=200))
def test_nobody_ever_gets_more_than_their_share(asked: list[tuple[int, float]]) -> None:
    clock = Clock()
    limits, taken = few(clock), list[tuple[float, int]]()
    for who, later in asked:
        clock.now += later
        try:
            limits.spend("games", Asker(f"person {who}", "here"))
        except Refused:
            continue
        taken.append((clock.now, who))
    for then, _ in taken:
        here = [who for at, who in taken if then <= at < then + 60]
        assert len(here) <= 2 * 5
        assert all(here.count(who) <= 2 * 3 for who in here)


def test_memory_is_bounded_whoever_asks(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edge_limits, "KEPT", 100)
    limits = few(clock)
    for number in range(1000):
        limits.spend("games", Asker(f"person {number}", f"address {number}"))
        assert len(limits._until["games"]) <= 101
    for _ in range(2):
        limits.spend("games", Asker("person 999", "address 999"))
    refused(limits, Asker("person 999", "address 999"))


def test_sockets_are_counted_while_they_are_open(clock: Clock) -> None:
    limits = few(clock)
    with limits.one_open(ADA), limits.one_open(ADA):
        with pytest.raises(Refused), limits.one_open(ADA):
            pass
        with limits.one_open(BEN), pytest.raises(Refused), limits.one_open(Asker("cid", "10.0.0.1")):
            pass
    with limits.one_open(ADA), limits.one_open(ADA):
        pass
    assert not limits._open


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("", {}),
        ("games=7,8/9", {"games": Limit(7, 8, 9)}),
        ("games=7,8/9 sockets=5,6", {"games": Limit(7, 8, 9), "sockets": Limit(5, 6)}),
    ],
)
def test_figures_can_be_changed(text: str, changed: dict[str, Limit]) -> None:
    assert read_limits(text) == {**LIMITS, **changed}


def test_limits_can_be_switched_off() -> None:
    assert read_limits("off") == {}
    assert "codes" not in read_limits("codes=off")
    assert read_limits("off games=1,1/1") == {"games": Limit(1, 1, 1)}


WRONG = [
    "x",
    "games",
    "games=",
    "games=1",
    "games=1/2",
    "games=1,2",
    "games=0,2/3",
    "games=1,2/0",
    "sockets=1,2/3",
]


@pytest.mark.parametrize("text", [*WRONG, "games=1,2/inf", "games=1,2/nan", "games=a,b/c", "dances=1,2/3"])
def test_a_limit_that_is_none_is_said_so(text: str) -> None:
    with pytest.raises(Trouble, match=re.escape(f"«{text}» is no limit")):
        read_limits(text)


def test_a_server_does_not_start_with_a_limit_that_is_none() -> None:
    with pytest.raises(Trouble, match="«games=many» is no limit"):
        run(port=0, limits="games=many")


# -- the real server, with its real figures ---------------------------------------------------------------


async def asked(calls: Iterable[Any]) -> list[int]:
    return [answer.status_code for answer in await asyncio.gather(*calls)]


async def test_one_person_makes_only_so_many_tables(sqlite_url: str) -> None:
    async with serving(sqlite_url, limits=LIMITS) as live:
        eager, other = live.player(), live.player()
        await asyncio.gather(eager.get("/api/me"), other.get("/api/me"))
        limit = LIMITS["games"].person
        status = await asked(
            eager.http.post("/api/games", json={"board": "london"}) for _ in range(limit + 5)
        )
        assert (status.count(201), status.count(429)) == (limit, 5)
        answer = await eager.http.post("/api/games", json={"board": "london"})
        error = answer.json()["error"]
        assert int(answer.headers["retry-after"]) == error["values"]["seconds"] > 0
        assert error["message"].startswith("That is a lot of new tables.")
        assert await eager.refused("/api/lessons/first", status=429)
        assert len((await eager.get("/api/me"))["games"]) == limit
        await other.post("/api/games", {"board": "london"}, 201)
        await eager.close()
        await other.close()


async def test_codes_cannot_be_guessed(sqlite_url: str) -> None:
    async with serving(sqlite_url, limits=LIMITS) as live:
        host, guesser, friend = live.player(), live.player(), live.player()
        game = (await host.post("/api/games", {"board": "london", "open": 1}))["game"]
        code = (await host.get(f"/api/games/{game}"))["code"]
        await guesser.get("/api/me")
        wrong = ["".join(letters) for letters in itertools.islice(itertools.product("BCDFG", repeat=6), 40)]
        wrong.remove(code) if code in wrong else None
        status = [(await guesser.http.get(f"/api/codes/{one}")).status_code for one in wrong]
        allowed = LIMITS["codes"].person
        assert status[:allowed] == [404] * allowed
        assert set(status[allowed:]) == {429}, "within moments"
        assert (await guesser.http.get(f"/api/codes/{code}")).status_code == 429, "nor the right one, then"
        for _ in range(3):  # nor by what a link to it would say
            answer = await guesser.http.get(f"/j/{code}")
            assert (answer.status_code, "<title>Terminus</title>" in answer.text) == (200, True)
        for _ in range(50):  # a class with one code on the board
            assert (await friend.get(f"/api/codes/{code}"))["game"] == game
        for player in (host, guesser, friend):
            await player.close()


async def test_codes_cannot_be_guessed_by_their_links(sqlite_url: str) -> None:
    async with serving(sqlite_url, limits=LIMITS) as live:
        guesser = live.player()
        await guesser.get("/api/me")
        wrong = itertools.islice(itertools.product("BCDFG", repeat=6), 20)
        status = [(await guesser.http.get(f"/j/{''.join(code)}")).status_code for code in wrong]
        assert status == [404] * 10 + [200] * 10, "nothing is told any more, right or wrong"
        assert (await guesser.http.get("/api/codes/BCDFGH")).status_code == 429
        await guesser.close()


@pytest.mark.parametrize("path", ["/", "/learn", "/s/x", "/c/BCDFGH", "/t/23456789abcd", "/nothing/here"])
async def test_whoever_opens_too_many_pages_is_told_on_a_page(sqlite_url: str, path: str) -> None:
    async with serving(sqlite_url, limits={"looking": Limit(3, 5, 60)}) as live:
        reader = live.player(**{"accept-language": "de"})
        await reader.get("/api/me")
        status = [(await reader.http.get(path)).status_code for _ in range(4)]
        assert status == [404 if path == "/t/23456789abcd" else 200] * 3 + [429]
        told = await reader.http.get(path)
        assert told.headers["content-type"].startswith("text/html")
        seconds = told.headers["retry-after"]
        assert 0 < int(seconds) <= 20
        assert f'http-equiv="refresh" content="{seconds}"' in told.text
        assert f"In {seconds} s geht es weiter" in told.text
        assert (await reader.http.get("/worker.js")).status_code == 200, "what the page is made of"
        await reader.close()


async def test_games_cannot_be_guessed_by_their_links_and_pictures(sqlite_url: str) -> None:
    async with serving(sqlite_url, limits={"looking": Limit(3, 5, 60)}) as live:
        guesser = live.player()
        await guesser.get("/api/me")
        paths = ["/t/23456789abcd", "/r/23456789abcd", "/pictures/tables/23456789abcd.png"]
        status = [(await guesser.http.get(path)).status_code for path in paths * 2]
        assert status == [404, 404, 404, 429, 429, 429]
        await guesser.close()


async def test_links_cannot_be_guessed(sqlite_url: str) -> None:
    async with serving(sqlite_url, limits=LIMITS) as live:
        (owner, game), guesser, other = await table(live), live.player(), live.player()
        link = (await owner.post(f"/api/games/{game}/link"))["path"].replace("/s/", "/api/seat/")
        await guesser.get("/api/me")
        tries = ["x" * 32, "no key"] * LIMITS["keys"].person
        status = [(await guesser.http.post(f"/api/seat/{key}")).status_code for key in tries]
        assert status == [410, 404, 410, 404, 410, *[429] * 5]
        assert "open nothing" in await guesser.refused(link, status=429), "nor the right one, then"
        assert (await other.post(link))["game"] == game
        for player in (owner, guesser, other):
            await player.close()


async def table(live: Live) -> tuple[Player, str]:
    player = live.player()
    game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
    return player, str(game)


async def opened(live: Live, player: Player, game: str) -> ClientConnection:
    cookie = {"cookie": f"terminus={player.http.cookies['terminus']}"}
    address = f"ws://127.0.0.1:{live.port}/api/games/{game}/socket"
    return await connect(address, additional_headers=cookie, max_queue=None)


async def last_words(socket: ClientConnection) -> tuple[dict[str, Any], int | None]:
    """The last frame before the server closes, and how it closes."""
    frame = "{}"
    try:
        while True:
            frame = str(await asyncio.wait_for(socket.recv(), 10))
    except ConnectionClosed:
        return json.loads(frame), socket.close_code


HELLO = json.dumps({"type": "hello", "version": None})
WHY = json.dumps({"type": "why", "about": "d2-f4"})


@pytest.mark.parametrize(("said", "name"), [(HELLO, "hellos"), (WHY, "frames")])
async def test_a_flood_is_told_to_wait_and_closed(sqlite_url: str, said: str, name: str) -> None:
    async with serving(sqlite_url, limits=LIMITS) as live:
        player, game = await table(live)
        socket = await opened(live, player, game)
        heard: list[str] = []
        with contextlib.suppress(ConnectionClosed):
            for sent in range(20_000):
                await socket.send(said)
                if sent % 100 == 0:
                    await asyncio.sleep(0)
        with contextlib.suppress(ConnectionClosed):
            while True:
                heard.append(str(await socket.recv()))
        assert len(heard) <= 2 * LIMITS[name].person, "the rest was thrown away"
        (refusal,) = [frame for frame in map(json.loads, heard) if frame["type"] == "refused"]
        assert (refusal["key"], refusal["error"]["values"]["seconds"] >= 1) == (None, True)
        assert await player.get(f"/api/games/{game}")
        await player.close()


async def test_whoever_talks_without_end_is_told_to_wait_and_loses_nothing(sqlite_url: str) -> None:
    async with serving(sqlite_url, limits=LIMITS) as live:
        player, game = await table(live)
        await player.sit(game)
        lines = LIMITS["chat"].person
        for number in range(lines):
            await player.ok(say=f"line {number}")
        assert player.socket is not None
        await player.send({"type": "command", "key": "more", "number": 0, "do": {"say": "one more"}})
        await player.until(lambda: player.frames[-1]["type"] == "refused")
        refusal = player.frames[-1]
        assert refusal["key"] is None, "it is not this command that is wrong"
        assert refusal["error"]["message"].startswith("That is a lot to read.")
        await player.socket.wait_closed()
        assert player.socket.close_code == 4429
        assert len((await player.get(f"/api/games/{game}"))["chat"]) == lines
        await player.close()


async def test_one_person_has_only_so_many_sockets(sqlite_url: str) -> None:
    async with serving(sqlite_url, limits={"sockets": Limit(3, 5)}) as live:
        (player, game), (other, _) = await table(live), await table(live)
        mine = [await opened(live, player, game) for _ in range(3)]
        refusal, code = await last_words(await opened(live, player, game))
        assert (code, refusal["key"]) == (4429, None)
        assert refusal["error"]["values"]["seconds"] > 0
        await mine.pop().close()
        for _ in range(100):  # until the server has noticed
            mine.append(await opened(live, player, game))
            await mine[-1].send(HELLO)
            if json.loads(await mine[-1].recv())["type"] == "view":
                break
            await asyncio.sleep(0.05)
        mine += [await opened(live, other, game) for _ in range(2)]
        for socket in mine[-2:]:
            await socket.send(HELLO)
            assert json.loads(await socket.recv())["type"] == "view"
        _, code = await last_words(await opened(live, other, game))
        assert code == 4429, "of one address there are no more either"
        for socket in mine:
            await socket.close()
        await player.close()
        await other.close()


async def test_thirty_pupils_behind_one_address_are_not_hurt(sqlite_url: str) -> None:
    async def pupil(live: Live, code: str) -> str:
        player = live.player()
        for path in ("/api/me", "/api/levels", "/api/lessons", f"/api/codes/{code}"):
            await player.get(path)
        await player.put("/api/me", {"name": "Pupil"})
        game = (await player.post("/api/games", {"board": "london", "start": True}))["game"]
        await player.sit(game)
        await player.turn(best)
        answer = await player.ok(react="🎉")
        await player.close()
        return str(answer["type"])

    async with serving(sqlite_url, limits=LIMITS) as live:
        teacher = live.player()
        game = (await teacher.post("/api/games", {"board": "london", "open": 3}))["game"]
        code = (await teacher.get(f"/api/games/{game}"))["code"]
        assert await asyncio.gather(*(pupil(live, code) for _ in range(30))) == ["ack"] * 30
        await teacher.close()


async def test_whoever_plays_as_fast_as_they_can_is_not_hurt(sqlite_url: str) -> None:
    async with serving(sqlite_url, limits=LIMITS) as live:
        player, game = await table(live)
        await player.sit(game)
        for number in range(60):  # drawing to and fro, faster than any hand
            await player.ok(**({"undo": True} if number % 2 else {"draft": player.options[0]["do"]}))
        await player.ok(commit=True)
        await player.close()
