"""Whatever is refused has a code and a sentence in the reader's language, and leaves everything as it was."""

import json
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import create_async_engine
from tests.server.live import Live, Player

from terminus.locale import LANGUAGES, translate
from terminus.server.disk.database import settle
from terminus.server.disk.schema import metadata

NEW = {"board": "london"}
SHEETS = {"board": "london", "modules": [], "dealt": {}, "seats": [{"name": "", "lines": {}}]}
WHAT_IF = {"seat": 0, "round": 1, "turn": 1, "cards": "same"}
# Method, path, body, status. {lobby}, {game} and {over} are tables of the host; the stranger asks.
REQUESTS: list[tuple[str, str, Any, int]] = [
    ("POST", "/api/games", {}, 400),
    ("POST", "/api/games", {"board": "atlantis"}, 400),
    ("POST", "/api/games", {**NEW, "modules": ["nothing"]}, 400),
    ("POST", "/api/games", {**NEW, "bots": ["genius"]}, 400),
    ("POST", "/api/games", {**NEW, "open": 9}, 400),
    ("POST", "/api/games", {**NEW, "clock": 7}, 400),
    ("POST", "/api/games", {**NEW, "unknown": 1}, 400),
    ("POST", "/api/lessons/nothing", {}, 404),
    ("POST", "/api/games/{game}/join", {"name": "Eve"}, 409),
    ("POST", "/api/games/{game}/start", {}, 403),
    ("POST", "/api/games/{lobby}/start", {}, 403),
    ("POST", "/api/games/{game}/link", {}, 403),
    ("POST", "/api/games/{game}/rematch", {}, 403),
    ("POST", "/api/games/nosuchgame/join", {"name": "Eve"}, 404),
    ("POST", "/api/seat/none", {}, 404),
    ("POST", "/api/seat/" + "x" * 32, {}, 410),
    ("GET", "/api/games/nosuchgame", None, 404),
    ("GET", "/api/games/{game}/replay", None, 403),
    ("GET", "/api/games/{lobby}/log", None, 409),
    ("GET", "/api/games/{game}/record", None, 403),
    ("GET", "/api/codes/BCDFGH", None, 404),
    ("GET", "/api/conducts/BCDFGH", None, 404),
    ("GET", "/api/conducts/BCDFGH/events", None, 404),
    ("PUT", "/api/conducts/BCDFGH", {"key": "x" * 32, "at": 1}, 404),
    ("POST", "/api/conducts", {**NEW, "names": []}, 400),
    ("GET", "/api/nothing", None, 404),
    ("DELETE", "/api/games/{game}", None, 405),
    ("PUT", "/api/me", {"language": "tlh"}, 400),
    ("PUT", "/api/me", {"name": 7}, 400),
    ("PUT", "/api/me/put-away/{game}", {"put_away": True}, 403),
    ("POST", "/api/games", {"board": "x" * 20_000}, 413),
    ("GET", "/api/boards/nothing", None, 404),
    ("POST", "/api/boards", {"document": 7}, 400),
    ("POST", "/api/boards/read", {"text": 7}, 400),
    ("GET", "/api/drawings/abcdefghjkmn", None, 404),
    ("PUT", "/api/drawings/nonsense", {"version": 0, "document": {}}, 404),
    ("PUT", "/api/drawings/abcdefghjkmn", {"version": -1, "document": {}}, 400),
    ("GET", "/api/drawings/abcdefghjkmn/versions/3", None, 404),
    ("POST", "/api/count", {"game": {}}, 400),
    ("POST", "/api/count/games", {**SHEETS, "board": "atlantis"}, 400),
    ("POST", "/api/count/games", {**SHEETS, "seats": []}, 400),
    ("GET", "/api/practise/nothing", None, 404),
    ("POST", "/api/practise/{game}.0.1.1/step", {"actions": [], "do": {}}, 404),
    ("POST", "/api/games/{game}/review", None, 403),
    ("POST", "/api/games/{game}/face-up/0", None, 403),
    ("POST", "/api/boards/nothing/report", None, 404),
    ("POST", "/api/boards/london/training", None, 403),
    ("GET", "/api/games/{game}/advice", None, 403),
    ("POST", "/api/games/{game}/what-if", WHAT_IF, 409),
]
COMMANDS: list[dict[str, Any]] = [
    {"draft": "a1-z9"},
    {"draft": "nonsense"},
    {"instead": "a1-z9"},
    {"take_back": True},
    {"say": "\u200d"},
    {"react": "🐍"},
    {"add_bot": "easy"},
    {"remove": 0},
    {"start": True},
    {"board": "tokyo"},
    {"modules": []},
    {"contribute": {"0": "ab"}},
    {"contribute": {"9": "ab" * 16}},
]


async def everything(url: str) -> dict[str, list[Any]]:
    """All rows that there are."""
    engine = create_async_engine(settle(url))
    async with engine.connect() as connection:
        found = {
            table.name: sorted(map(repr, (await connection.execute(select(table))).all()))
            for table in metadata.sorted_tables
        }
    await engine.dispose()
    return found


def in_every_language(error: dict[str, Any]) -> None:
    """A sentence whose places are filled, and which each language says in its own words."""
    assert set(error) == {"message", "values"}
    said = [translate(language, error["message"], error["values"]) for language in LANGUAGES]
    assert len(set(said)) == len(LANGUAGES), said
    assert all(sentence.endswith((".", "!", "?")) and "{" not in sentence for sentence in said), said


@pytest.fixture
async def tables(live: Live) -> dict[str, str]:
    host = live.player()
    lobby = (await host.post("/api/games", {**NEW, "open": 1}))["game"]
    game = (await host.post("/api/games", {**NEW, "start": True}))["game"]
    await host.close()
    return {"lobby": lobby, "game": game}


async def test_a_refused_request_says_why_and_changes_nothing(
    live: Live, tables: dict[str, str], sqlite_url: str
) -> None:
    eve = live.player()
    await eve.put("/api/me", {"name": "Eve"})
    before = await everything(sqlite_url)
    for method, path, body, status in REQUESTS:
        answer = await eve.http.request(method, path.format(**tables), json=body)
        assert answer.status_code == status, (method, path, answer.text)
        in_every_language(answer.json()["error"])
        assert await everything(sqlite_url) == before, (method, path)
    await eve.close()


@pytest.mark.parametrize("command", COMMANDS, ids=json.dumps)
async def test_a_refused_command_says_why_and_changes_nothing(
    live: Live, sqlite_url: str, command: dict[str, Any]
) -> None:
    player = live.player()
    game = (await player.post("/api/games", {**NEW, "start": True}))["game"]
    await player.sit(game)
    await player.ok(draft=next(option["do"] for option in player.options if option["section"]))
    await player.until(lambda: player.view["seats"][0]["present"])  # which is told a moment later
    shown, before = player.view, await everything(sqlite_url)
    told = len(player.frames)
    answer = await player.do(**command)
    assert answer["type"] == "refused", answer
    assert 400 <= answer["code"] < 500
    in_every_language(answer["error"])
    await player.until(lambda: any(frame["type"] == "view" for frame in player.frames[told:]))
    assert player.view == shown, "it is shown as it was"
    assert await everything(sqlite_url) == before
    await player.close()


async def test_a_frame_that_is_none_too(live: Live, tables: dict[str, str], sqlite_url: str) -> None:
    before = await everything(sqlite_url)
    for text in ("{", "[]", '{"type":"hello"', '{"type":"command"}', "\x00", '{"type":"boo"}'):
        eve: Player = await live.player().sit(tables["game"])
        assert eve.socket is not None
        await eve.socket.send(text)
        await eve.until(lambda eve=eve: eve.frames[-1]["type"] == "refused")  # type: ignore[misc]
        in_every_language(eve.frames[-1]["error"])
        assert eve.frames[-1]["code"] == 400
        await eve.close()
    assert await everything(sqlite_url) == before
