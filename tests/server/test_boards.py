"""Boards of people's own: kept by their content, played like any other, and carried by their logs."""

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.boards.test_extent import large
from tests.server.live import Player, best, serving
from tests.server.test_cluster import Cluster, pair, two
from tests.server.test_reviews import until

from terminus.boards import content_id, own_board, parse_document, shipped_document, write_document
from terminus.boards.own import made_before
from terminus.cli import main
from terminus.kernel import installed
from terminus.server.disk.boards import SHELF, Boards, publish
from terminus.server.disk.clearing import Clearing
from terminus.server.disk.exchange import import_from
from terminus.server.disk.keep import DAY, Keep
from terminus.server.disk.schema import boards
from terminus.server.disk.store import Store
from terminus.server.errors import Refused
from terminus.server.table.lobby import checked_board, new_table
from terminus.server.table.state import Seat

__all__ = ["pair", "two"]  # fixtures
Another = Callable[[], Player]
WISH = {"board": "london", "bots": ["hard", "expert"], "open": 1}
EVIL = '<script>alert("1")</script>&\'{count}'


def edo(name: str = "Edo") -> dict[str, Any]:
    """Our Tokyo, changed in ten places."""
    document = shipped_document("tokyo")
    rows = [row.split() for row in document["stations"].splitlines()]
    for column, row, symbol in ((0, 0, "T"), (2, 0, "P"), (5, 0, "C"), (8, 0, "S"), (9, 0, "P"), (1, 1, "S"),
                                (4, 1, "C"), (7, 1, "P"), (9, 9, "C")):  # fmt: skip
        rows[row][column] = symbol
    return {**document, "name": name, "stations": "".join(" ".join(row) + "\n" for row in rows)}


async def make(player: Player, document: dict[str, Any]) -> str:
    return str((await player.post("/api/boards", {"document": document}))["id"])


async def test_a_board_is_mine_and_whoever_has_the_link_sees_it(seat: Another) -> None:
    ann, bob = seat(), seat()
    made = await make(ann, edo())
    turned = dict(reversed(edo().items()))
    assert made == content_id(edo()) == await make(ann, turned)
    shelves = await ann.get("/api/boards/mine")
    assert [(one["id"], one["name"]) for one in shelves["mine"]] == [(made, "Edo")]
    assert await bob.get("/api/boards/mine") == {"mine": [], "published": []}
    assert made not in {one["id"] for one in await bob.get("/api/boards")}
    view = await bob.get(f"/api/boards/{made}")
    assert (view["id"], view["name"], len(view["stations"])) == (made, "Edo", 52)
    file = await bob.http.get(f"/api/boards/{made}/file")
    assert parse_document(file.text) == edo()
    assert await bob.get(f"/api/boards/{made}/document") == {"document": edo()}
    assert "attachment" in file.headers["content-disposition"]
    assert (await bob.get("/api/boards/tokyo"))["name"] == shipped_document("tokyo")["name"]
    assert (await ann.http.delete(f"/api/boards/{made}")).json()["mine"] == []
    assert (await bob.get(f"/api/boards/{made}"))["id"] == made


async def test_what_is_no_playable_board_is_refused_with_every_fault(seat: Another) -> None:
    ann = seat()
    faulty = {**edo(), "lines": ["a"], "departures": {}}
    said = (await ann.post("/api/boards", {"document": faulty}, 422))["error"]["values"]["why"]
    assert "lines: there must be 4" in said
    assert "stations" not in said
    for name in ("own-" + "0" * 32, "own-x", "../tokyo", "toy", "own-" + "é" * 32):
        await ann.get(f"/api/boards/{name}", 404)
        await ann.post("/api/games", {"board": name}, 404 if len(name) == 36 and name.isascii() else 400)
    assert (await ann.get("/api/boards/mine"))["mine"] == []


HOSTILE = {
    "large": json.dumps({"document": {**edo(), "note": "x" * 100_000}}),
    "a million cells": json.dumps({"document": {**edo(), "stations": "C " * 1_000_000}}),
    "deep": '{"document": {"name": ' + "[" * 30_000 + "]" * 30_000 + "}}",
    "deep enough": '{"document": {"name": ' + "[" * 500 + "]" * 500 + "}}",
    "null": '{"document": null}',
    "a list": '{"document": []}',
    "half a character": '{"document": {"name": "\\ud800"}}',
    "no number": '{"document": {"name": NaN}}',
    "more": '{"document": {}, "id": "tokyo"}',
}


@pytest.mark.parametrize("what", HOSTILE)
async def test_hostile_bodies_are_refused(seat: Another, what: str) -> None:
    ann = seat()
    sent = {"content-type": "application/json"}
    answer = await ann.http.post("/api/boards", content=HOSTILE[what], headers=sent)
    assert answer.status_code in (400, 413, 422), answer.text
    assert len(answer.text) < 5000


async def test_what_a_board_says_is_escaped_wherever_it_is_shown(seat: Another) -> None:
    ann = seat()
    made = await make(ann, {**edo(EVIL), "note": EVIL})
    page = (await ann.http.get(f"/boards/{made}")).text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
    assert "noindex" in page
    await ann.get("/api/me")
    game = (await ann.post("/api/games", {"board": made, "start": True}))["game"]
    assert "<script>alert" not in (await ann.http.get(f"/t/{game}")).text
    await ann.sit(game)
    await ann.play_out(lambda options: options[-1])
    svg = (await ann.http.get(f"/pictures/games/{game}.svg")).text
    assert "<script" not in svg
    for path in (f"/pictures/cities/{made}.png", f"/pictures/tables/{game}.png", f"/paper/{made}.pdf"):
        assert (await ann.http.get(path)).status_code == 200, path
    assert (await ann.get("/api/me"))["games"][0]["city"] == EVIL


@pytest.mark.skipif(not installed(), reason="the native kernel is not installed")
async def test_a_whole_game_with_a_friend_and_every_bot_through_a_restart_and_at_a_server_that_never_saw_it(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with serving(sqlite_url) as live:
        host, guest = live.player(), live.player()
        made = await make(host, edo())
        game = (await host.post("/api/games", WISH))["game"]
        await host.sit(game)
        await host.ok(board=made)
        await host.ok(modules=["objectives", "gates"])
    async with serving(sqlite_url) as live:  # it remembers, also in the lobby
        host.port = guest.port = live.port
        for player in (host, guest):
            player.http.base_url = f"http://127.0.0.1:{live.port}"
        await guest.post(f"/api/games/{game}/join", {"name": "Guest"})
        await host.sit(game)
        await guest.sit(game)
        assert (host.view["board"], host.view["modules"]) == (made, ["objectives", "gates"])
        await host.ok(start=True)
        await guest.asked()
        for player in (host, guest):
            await player.turn(best)
    async with serving(sqlite_url) as live:
        host.port = guest.port = live.port
        for player in (host, guest):
            player.http.base_url = f"http://127.0.0.1:{live.port}"
            await player.sit(game)
        await asyncio.gather(host.play_out(best), guest.play_out(best))
        log = (await host.http.get(f"/api/games/{game}/log")).content
        events = [json.loads(line) for line in log.splitlines()]
        assert (events[0]["board"], events[0]["city"]) == (made, edo())
        assert not [event for event in events if event.get("auto") == "fault"]
        assert (await host.get(f"/api/games/{game}/record"))["before"] is None
        await host.post(f"/api/games/{game}/review")
        judged = (await until(host, game))["review"]
        assert (judged["by"], judged["weights"], judged["noise_measured"]) == ("score", None, False)
        assert [one["score"] for one in judged["seats"]] == [one["total"] for one in events[-1]["scores"]]
        again = await host.post(f"/api/games/{game}/rematch")
        assert (await host.get(f"/api/games/{again['game']}"))["board"] == made
        turn = {"seat": 0, "round": 2, "turn": 1, "cards": "others"}
        other = (await host.post(f"/api/games/{game}/what-if", turn))["game"]
        assert (await host.get(f"/api/games/{other}"))["board"] == made
        await host.close()
        await guest.close()
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "game.jsonl"
    await asyncio.to_thread(file.write_bytes, log)
    fresh = f"sqlite:///{tmp_path / 'fresh.sqlite3'}"
    ((_, brought),) = (await import_from(fresh, [file])).new
    async with serving(fresh) as live:
        reader = live.player()
        replay = await reader.get(f"/api/games/{brought}/replay")
        totals = [one["total"] for one in events[-1]["scores"]]
        assert [one["score"]["total"] for one in replay["view"]["seats"]] == totals
        assert (await reader.get(f"/api/boards/{made}"))["name"] == "Edo"
        assert "Edo" in (await reader.http.get(f"/r/{brought}")).text
        await reader.close()
    assert await asyncio.to_thread(main, ["score", "game.jsonl", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["seats"] == events[-1]["scores"]


async def test_two_servers_on_one_database_know_the_same_boards(two: Cluster) -> None:
    host, guest = two.player(0), two.player(1)
    made = await make(host, edo())
    game = (await guest.post("/api/games", {"board": "paris", "open": 1}))["game"]
    await guest.sit(game)
    await host.post(f"/api/games/{game}/join", {"name": "Host"})
    await host.sit(game)
    await guest.ok(board=made)
    await host.until(lambda: host.view["board"] == made)
    await guest.ok(start=True)
    await host.until(lambda: host.view["phase"] == "playing")
    await asyncio.gather(host.play_out(best), guest.play_out(best))
    assert host.view["result"] == guest.view["result"] is not None


async def test_whoever_runs_the_server_shows_boards_to_everybody(sqlite_url: str, tmp_path: Path) -> None:
    file = tmp_path / "edo.toml"
    await asyncio.to_thread(file.write_text, write_document(edo()))
    made = content_id(edo())
    place = ["--database", sqlite_url]
    for command, named, shown in (("publish", str(file), [made]), ("unpublish", made, [])):
        assert await asyncio.to_thread(main, ["board", command, named, *place]) == 0
        async with serving(sqlite_url) as live:
            ann = live.player()
            found = await ann.get("/api/boards/mine")
            assert ([one["id"] for one in found["published"]], found["mine"]) == (shown, [])
            await ann.close()
    assert await asyncio.to_thread(main, ["board", "publish", "own-" + "0" * 32, *place]) == 2
    assert await asyncio.to_thread(main, ["board", "publish", "london", *place]) == 2


async def test_boards_that_nobody_keeps_go_and_those_of_games_stay(engine: AsyncEngine) -> None:
    kept, store = Boards(engine), Store(engine)
    made = [own_board(edo(name)) for name in ("shelved", "played", "published", "left")]
    for one in made:
        await kept.keep("ann", one)
    for one in made[1:]:
        await kept.take_off("ann", one.id)
    await store.create(new_table(made[1], (), None, [Seat("person", "Ann", person="ann")]))
    async with engine.begin() as connection:
        assert await publish(connection, made[2].id, True)
    assert [one.name for one in await kept.published()] == ["published"]
    async with engine.begin() as connection:
        await connection.execute(update(boards).values(seen_at=time.time() - 91 * DAY))
    cleared = await Clearing(engine, Keep()).bite()
    assert cleared["boards"] == 1
    with pytest.raises(Refused):
        await kept.find(made[3].id)
    for one in made[:3]:
        assert (await kept.find(one.id)).name == one.name


async def test_a_shelf_has_an_end(engine: AsyncEngine) -> None:
    kept = Boards(engine)
    for number in range(SHELF):
        await kept.keep("ann", own_board(edo(f"number {number}")))
    with pytest.raises(Refused, match="Take one off"):
        await kept.keep("ann", own_board(edo("one more")))
    await kept.keep("ann", own_board(edo("number 7")))


def test_a_table_plays_what_the_kernel_can() -> None:
    with pytest.raises(Refused, match="at most 64 stations, and this one has 78"):
        checked_board(made_before(large()))


async def test_what_no_table_plays_is_not_made(seat: Another) -> None:
    said = (await seat().post("/api/boards", {"document": large()}, 422))["error"]["values"]["why"]
    assert "stations: a city has at most 64 stations, and this one has 78" in said
