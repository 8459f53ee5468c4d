"""Who runs the server can follow a request by its id, and learns nothing that is none of their business."""

import asyncio
import json
import logging
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from tests.server.live import Live, Player, free_port, raw, serving
from tests.server.processes import process

from terminus.server import journal
from terminus.server.journal import Lines, Plain, asked, route

WORDS, NAME = "meet-me-at-noon", "Zerlina"


def lines(text: str) -> list[dict[str, Any]]:
    """Every line is one object."""
    return [json.loads(line) for line in text.splitlines()]


async def test_a_line_for_each_request_and_socket_and_no_secret_in_any(sqlite_url: str) -> None:
    port = free_port()
    with process(port, sqlite_url, TERMINUS_LOG="json") as server:
        ada, ben, phone = Player(port), Player(port), Player(port)
        game = (await ada.post("/api/games", {"board": "london", "open": 1}))["game"]
        code = (await ada.get(f"/api/games/{game}"))["code"]
        await ben.get(f"/api/codes/{code}")
        await ben.post(f"/api/games/{game}/join", {"name": NAME})
        await (await ada.sit(game)).ok(say=WORDS)
        await ben.sit(game)
        link = (await ben.post(f"/api/games/{game}/link"))["path"]
        key = link.rsplit("/", 1)[1]
        for page in (link, f"/j/{code}", f"/t/{game}", "/", f"/S/{key}", f"/x{key}"):
            await phone.http.get(page)
        await phone.post(f"/api/seat/{key}")
        answer = await phone.http.get("/api/nothing/here", headers={"x-request-id": "chosen-by-a-browser"})
        cookies = [player.http.cookies["terminus"] for player in (ada, ben, phone)]
        for player in (ada, ben, phone):
            await player.close()
        server.send_signal(signal.SIGTERM)
        text = server.communicate(timeout=15)[1]
    for secret in (code, key, WORDS, NAME, *cookies, "chosen-by-a-browser"):
        assert secret not in text
    found = lines(text)
    assert {line["level"] for line in found} == {"info"}
    mine = [line for line in found if line["id"] == answer.headers["x-request-id"]]
    assert [(line["what"], line["method"], line["route"], line["status"]) for line in mine] == [
        ("request", "GET", "/api/…", 404)
    ]
    assert [line["route"] for line in found if line["what"] == "socket"] == ["/api/games/{game}/socket"] * 2
    assert {"/s/…", "/j/…", "/t/…", "/", "/…/…", "/…", "/api/codes/{code}"} <= {
        line["route"] for line in found
    }
    assert len({line["id"] for line in found}) == len(found)


def test_every_kind_of_page_has_its_name_in_the_log() -> None:
    """All that the page's own router knows, and nothing else."""
    router = (Path(__file__).parents[2] / "web/src/lib/router.svelte.ts").read_text("utf-8")
    (short,) = re.findall(r"const PAGES: .* = \{(.*)\};", router)
    pages = {*re.findall(r"head === '(\w+)'", router), *re.findall(r"(\w+): '", short)}
    assert pages == set(journal.PAGES)
    assert route("/count", "") == "/count"
    assert route("/boards/edit/abcdefghjkmn", "") == "/boards/…"
    assert route("/c/BCDFGH", "") == "/c/…"


async def test_a_fault_can_be_quoted(
    live: Live, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Also when many have one at the same moment."""
    players = [live.player() for _ in range(8)]
    for player in players:
        await player.sit((await player.post("/api/games", {"board": "london", "start": True}))["game"])
    monkeypatch.setattr("terminus.server.table.commands.ORDERS", {"say": lambda *_: 1 // 0})
    caplog.handler.setFormatter(Lines())
    caplog.set_level(logging.INFO, "terminus.server")
    answers = await asyncio.gather(*(player.do(say=WORDS) for player in players))
    ids = [answer["error"]["values"]["id"] for answer in answers]
    assert len(set(ids)) == len(players)
    for player in players:
        await player.close()
    while caplog.text.count('"socket"') < len(players):  # noqa: ASYNC110 (a log cannot be awaited)
        await asyncio.sleep(0.01)
    assert sorted(line["id"] for line in lines(caplog.text) if line["what"] == "socket") == sorted(ids)
    (told,) = [line for line in lines(caplog.text) if line["level"] == "error"]
    assert told["id"] in ids
    assert "ZeroDivisionError" in told["trace"]
    assert WORDS not in caplog.text


async def test_a_fault_of_a_request_too(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    player = live.player()
    monkeypatch.setattr("terminus.server.disk.people.People.find", lambda *_: 1 // 0)
    answer = await player.http.get("/api/me")
    assert answer.status_code == 500
    assert answer.json()["error"]["values"] == {"id": answer.headers["x-request-id"]}
    await player.close()


@pytest.mark.parametrize(
    ("given", "kept"),
    [("abc-DEF_1.2", True), ("x" * 64, True), ("x" * 65, False), ("a b", False), ("é", False), ("", False)],
)
async def test_only_a_proxy_is_believed_and_only_what_can_be_an_id(
    sqlite_url: str, given: str, kept: bool
) -> None:
    async def answered(live: Live) -> str:
        lines = [f"Host: 127.0.0.1:{live.port}", f"X-Request-ID: {given}"]
        head, _ = await raw(live.port, "GET", "/api/me", lines)
        return next(line for line in head.splitlines() if line.lower().startswith("x-request-id")).split()[1]

    async with serving(sqlite_url, proxies=1) as live:
        assert (await answered(live) == given) == kept
    async with serving(sqlite_url) as live:
        assert await answered(live) != given


@pytest.mark.parametrize(
    ("path", "template", "shown"),
    [
        ("/api/seat/key", "/api/seat/{key}", "/api/seat/{key}"),
        ("/api/seat/key/more", "", "/api/…"),
        ("/s/key", "/{path:path}", "/s/…"),
        ("//s/key", "/{path:path}", "/s/…"),
        ("/key", "/{path:path}", "/…"),
        ("", "", "/"),
    ],
)
def test_a_route_and_never_an_address(path: str, template: str, shown: str) -> None:
    assert route(path, template) == shown


async def test_the_game_that_a_bot_failed_in_is_told_without_names(
    live: Live, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    player = live.player()
    await player.put("/api/me", {"name": NAME})
    await player.sit((await player.post("/api/games", {"board": "london", "bots": ["easy"]}))["game"])
    monkeypatch.setattr("terminus.server.table.thinking.make_bot", lambda *_: 1 // 0)
    await player.ok(start=True)
    await player.until(lambda: player.view["seats"][1]["answered"])
    assert "this is the game so far" in caplog.text
    assert NAME not in caplog.text
    assert player.view["seats"][0]["name"] == NAME
    await player.close()


def test_plain_lines_name_the_id_too() -> None:
    record = logging.LogRecord("terminus.server", logging.ERROR, "", 0, "It broke", None, None)
    with asked("abc") as name:
        assert (name, Plain().format(record)) == ("abc", "[abc] It broke")
    assert Plain().format(record) == "It broke"
    assert json.loads(Lines().format(record))["what"] == "It broke"


def test_without_a_request_there_is_something_to_quote_all_the_same() -> None:
    assert len({journal.current_id(), journal.current_id()}) == 2
