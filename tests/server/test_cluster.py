"""Two servers on one PostgreSQL, each a process of its own: what is done at one is seen at the other."""

import asyncio
import contextlib
import os
import random
import subprocess
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field

import pytest
from bench.trials.postgres import Postgres
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from tests.server.live import Player, chance, free_port
from tests.server.processes import COMMAND, wait_for

from terminus.record.log import read
from terminus.record.seals import SEALED
from terminus.record.verify import verify


@dataclass
class Cluster:
    """Servers on one database, and players at them."""

    url: str
    ports: list[int] = field(default_factory=list)
    servers: "list[subprocess.Popen[str]]" = field(default_factory=list)
    players: list[Player] = field(default_factory=list)

    def start(self, count: int) -> None:
        """So many, all at once."""
        new = [free_port() for _ in range(count)]
        for port in new:
            command = [*COMMAND, "--port", str(port), "--database", self.url]
            unlimited = {**os.environ, "TERMINUS_LIMITS": "off"}
            self.servers.append(subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=unlimited))
        self.ports += new
        for port, server in zip(self.ports, self.servers, strict=True):
            wait_for(f"http://127.0.0.1:{port}", server)

    def player(self, server: int) -> Player:
        self.players.append(Player(self.ports[server]))
        return self.players[-1]

    def at(self, server: int, player: Player) -> Player:
        """The same person by way of another server, as a proxy may send them."""
        again = self.player(server)
        again.http.cookies.update(player.http.cookies)
        again.view = player.view
        return again

    def kill_last(self) -> None:
        self.ports.pop()
        server = self.servers.pop()
        server.kill()
        server.communicate()


@pytest.fixture(scope="module")
def pair(postgres: Postgres) -> Iterator[Cluster]:
    """Two servers that were started at once on an empty database."""
    cluster = Cluster(postgres.new_database())
    cluster.start(2)
    yield cluster
    for server in cluster.servers:
        server.kill()
        server.communicate()


@pytest.fixture
async def two(pair: Cluster) -> AsyncIterator[Cluster]:
    yield pair
    for player in pair.players:
        with contextlib.suppress(OSError):
            await player.close()
    pair.players.clear()


@pytest.fixture
def doomed(two: Cluster) -> Cluster:
    """Beside the two a third, which is going to be killed."""
    two.start(1)
    return two


async def new_game(player: Player, **wish: object) -> str:
    return str((await player.post("/api/games", {"board": "london", **wish}))["game"])


# -- what two servers once did to each other -------------------------------------------------------


async def test_a_seat_is_given_once(two: Cluster) -> None:
    host, ann, bob = two.player(0), two.player(0), two.player(1)
    game = await new_game(host, open=1)
    for player in (host, ann, bob):
        await player.get(f"/api/games/{game}")
    done = await asyncio.gather(
        *(player.http.post(f"/api/games/{game}/join", json={"name": "A"}) for player in (ann, bob))
    )
    assert sorted(answer.status_code for answer in done) == [200, 409]
    seated = [player for player in (ann, bob) if (await player.get("/api/me"))["games"]]
    assert len(seated) == 1
    for player in (host, bob):
        view = await player.get(f"/api/games/{game}")
        assert [seat["kind"] for seat in view["seats"]] == ["person", "person"]


async def test_a_game_that_is_over_stays_over(two: Cluster) -> None:
    player = two.player(0)
    game = await new_game(player, start=True)
    late = two.at(1, player)
    await late.sit(game)
    await late.leave_socket()
    await player.sit(game)
    await player.play_out(lambda options: options[-1])
    await late.sit(game)
    await late.ok(say="well played")
    assert late.view["phase"] == "over"
    assert (await player.get(f"/api/games/{game}"))["result"] is not None
    asked = await asyncio.gather(*(one.post(f"/api/games/{game}/rematch") for one in (player, late)))
    assert asked[0] == asked[1]
    assert len((await player.get("/api/me"))["games"]) == 2, "the one that lost the race is gone"


async def test_two_people_at_two_servers_play_a_whole_game(two: Cluster) -> None:
    """Each adds to the sealed shuffles, whoever answers last turns the card, and all of it is proven."""
    host, guest = two.player(0), two.player(1)
    game = await new_game(host, open=1, modules=["objectives"])
    await host.sit(game)
    await guest.post(f"/api/games/{game}/join", {"name": "Guest"})
    await guest.sit(game)
    await host.until(lambda: [seat["present"] for seat in host.view["seats"]] == [True, True])
    await asyncio.gather(
        *(p.ok(contribute={str(n): sign * 32 for n in SEALED}) for p, sign in ((host, "a"), (guest, "b")))
    )
    await host.ok(start=True)
    await guest.asked()
    seen: list[set[object]] = [set(), set()]
    rng = random.Random(5)

    async def play(player: Player, numbers: set[object]) -> None:
        while player.view["phase"] == "playing":
            numbers.add((player.view["round"], player.view["turn"], str(player.view["turned"])))
            await player.turn(chance(rng))
            await player.until(lambda: bool(player.options) or player.view["phase"] != "playing")

    await asyncio.wait_for(asyncio.gather(play(host, seen[0]), play(guest, seen[1])), 40)
    await host.until(lambda: host.view["result"] is not None)
    await guest.until(lambda: guest.view["result"] is not None)
    assert host.view["result"] == guest.view["result"]
    assert [seat["sheet"] for seat in host.view["seats"]] == [seat["sheet"] for seat in guest.view["seats"]]
    assert len(seen[0]) >= 20
    log = (await host.http.get(f"/api/games/{game}/log")).text
    assert log == (await guest.http.get(f"/api/games/{game}/log")).text
    assert verify(read(log)) == len(SEALED) - 1
    given = [event["value"][0] for _, event in read(log) if event["event"] == "contribution"]
    assert given == ["a", "b"] * len(SEALED)


# -- the same change at once -----------------------------------------------------------------------


async def test_what_is_done_at_both_at_once_is_all_done(two: Cluster) -> None:
    host, guest = two.player(0), two.player(1)
    game = await new_game(host, open=1)
    await guest.post(f"/api/games/{game}/join")
    await host.sit(game)
    await guest.sit(game)

    async def talk(player: Player) -> None:
        for number in range(10):
            await player.ok(say=f"{player.port} {number}")

    await asyncio.gather(talk(host), talk(guest))
    await host.until(lambda: len(host.view["chat"]) == 20)
    await guest.until(lambda: len(guest.view["chat"]) == 20)
    assert host.view["chat"] == guest.view["chat"]
    for player in (host, guest):
        own = [line["text"] for line in host.view["chat"] if line["text"].startswith(str(player.port))]
        assert own == [f"{player.port} {number}" for number in range(10)]


async def test_a_command_is_obeyed_once_whichever_server_it_is_sent_to(two: Cluster) -> None:
    here = two.player(0)
    game = await new_game(here, start=True)
    await here.sit(game)
    there = await two.at(1, here).sit(game)
    draft = next(option["do"] for option in here.options if option["section"])
    number = here.view["number"]
    assert (await here.do("once", number, draft=draft))["type"] == "ack"
    assert (await there.do("once", number, draft=draft))["type"] == "ack", "it could not be done twice"
    assert (await here.do("line", number, say="hi"))["type"] == "ack"
    assert (await there.do("line", number, say="hi"))["type"] == "ack"
    await there.until(lambda: len(there.view["chat"]) == 1)
    both = await asyncio.gather(*(tab.do("both", number, say="ho") for tab in (here, there)))
    assert [answer["type"] for answer in both] == ["ack", "ack"]
    await there.until(lambda: len(there.view["chat"]) == 2)
    assert (await here.get(f"/api/games/{game}"))["draft"] == 1


# -- who is there ----------------------------------------------------------------------------------


async def test_who_is_there_is_known_everywhere(two: Cluster) -> None:
    host, guest, watcher = two.player(0), two.player(1), two.player(1)
    game = await new_game(host, open=1)
    await guest.post(f"/api/games/{game}/join")
    await watcher.put("/api/me", {"name": "Wanda"})
    await guest.sit(game)
    await watcher.sit(game)
    await host.sit(game)
    await host.until(lambda: host.view["seats"][1]["present"] and host.view["watching"]["count"] == 1)
    assert host.view["watching"]["names"] == ["Wanda"]
    await guest.until(lambda: guest.view["seats"][0]["present"])
    assert guest.view["seats"][0]["host"]
    assert "host" in (await guest.no(add_bot="easy"))
    await host.leave_socket()
    await guest.until(lambda: not guest.view["seats"][0]["present"])
    await watcher.leave_socket()
    await guest.until(lambda: guest.view["watching"]["count"] == 0)


# -- a server that is killed -----------------------------------------------------------------------


async def test_a_table_of_bots_goes_on_when_its_server_is_killed(doomed: Cluster) -> None:
    host = doomed.player(2)
    games = [await new_game(host, bots=["medium", "medium"], start=True) for _ in range(3)]
    tabs = [await doomed.at(2, host).sit(game) for game in games]
    for tab in tabs:
        await tab.asked()
    others = [await doomed.at(0, host).sit(game) for game in games]
    await asyncio.gather(*(tab.ok(commit=True) for tab in others))
    doomed.kill_last()
    for tab in others:
        for _ in range(2):
            await tab.asked()
            await tab.ok(commit=True)
        await tab.asked()
        log = (await tab.http.get(f"/api/games/{tab.game}/log")).text
        turns = [event for _, event in read(log) if event["event"] == "turn" and event["seat"] > 0]
        assert {turn["auto"] for turn in turns} <= {"bot", "nothing"}


async def test_a_clock_runs_out_at_one_of_them_and_outlives_it(doomed: Cluster) -> None:
    host, guest = doomed.player(2), doomed.player(0)
    game = await new_game(host, open=1, clock=30)
    await _hurry(doomed.url, game)
    await guest.post(f"/api/games/{game}/join")
    await host.sit(game)
    await guest.sit(game)
    await host.ok(start=True)
    await guest.until(lambda: guest.view["turn"] == 3)
    late = doomed.player(1)
    await late.sit(game)
    await late.until(lambda: late.view["clock"]["ends_in"] is not None)
    doomed.kill_last()
    await late.until(lambda: late.view["turn"] >= 6)
    log = (await late.http.get(f"/api/games/{game}/log")).text
    turns = [event for _, event in read(log) if event["event"] == "turn"]
    assert {turn["auto"] for turn in turns} <= {"clock", "nothing"}


async def _hurry(url: str, game: str) -> None:
    """A shorter clock than people may choose, as if another server had set it."""
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        change = text("update games set clock = 1, version = version + 1 where id = :game")
        await connection.execute(change, {"game": game})
    await engine.dispose()
