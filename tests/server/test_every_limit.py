"""Each limit that there is, met by a person: refused, with when one may go on, in every language."""

import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest
from tests.server.live import Live, Player, serving
from tests.server.test_limits import HELLO, WHY, last_words, opened

from terminus.locale import LANGUAGES, translate
from terminus.server.edge.limits import FOLLOWING, LIMITS, SOCKETS, Limit
from terminus.server.work.kinds import FACE_UP, KINDS, REPORT, TRAIN

FEW = 3
Ask = Callable[[Player, str], Awaitable[httpx.Response]]


def get(path: str) -> Ask:
    return lambda player, game: player.http.get(path.format(game=game))


def post(path: str, body: object = None) -> Ask:
    return lambda player, game: player.http.post(path.format(game=game), json=body)


def put(path: str, body: object) -> Ask:
    return lambda player, game: player.http.put(path, json=body)


ASKED: list[tuple[str, Ask]] = [
    ("asking", get("/api/levels")),
    ("asking", get("/api/games/{game}")),
    ("costly", get("/api/me")),
    ("costly", get("/api/boards")),
    ("costly", get("/api/lessons")),
    ("costly", get("/api/games/{game}/replay")),
    ("costly", get("/api/games/{game}/log")),
    ("costly", get("/api/games/{game}/record")),
    ("costly", get("/api/games/{game}/qr.svg")),
    ("advice", get("/api/games/{game}/advice")),
    ("practising", get("/api/practise/nothing")),
    ("costly", get("/api/boards/london/report")),
    ("searching", post("/api/games/{game}/face-up/0")),
    ("reporting", post("/api/boards/london/report")),
    ("training", post("/api/boards/london/training")),
    ("checking", post("/api/boards/check", {"document": {}})),
    ("saving", put("/api/drawings/" + "x" * 12, {"version": 0, "document": {}})),
    ("counting", post("/api/count", {"game": {"board": "", "modules": [], "dealt": {}, "seats": []}})),
    ("looking", get("/pictures/tables/{game}.png")),
    ("looking", get("/api/boards/london")),
    ("looking", get("/about")),
    ("games", post("/api/games", {"board": "london"})),
    ("boards", post("/api/boards", {"document": {}})),
    ("games", post("/api/lessons/first")),
    ("games", post("/api/games/{game}/rematch")),
    ("joining", post("/api/games/{game}/join", {"name": "Eve"})),
    ("codes", get("/api/codes/BCDFGH")),
    ("links", post("/api/games/{game}/link")),
    ("keys", post("/api/seat/" + "x" * 32)),
    ("codes", get("/api/conducts/BCDFGH")),
    ("conducts", post("/api/conducts", {"board": "london", "names": ["Eve"]})),
    ("turning", lambda player, _: player.http.put("/api/conducts/BCDFGH", json={"key": "", "at": 0})),
]
ASKED_FOR = {FACE_UP: "searching", REPORT: "reporting", TRAIN: "training"}  # by the slow kind of work
SAY = json.dumps({"type": "command", "key": "{}", "number": 0, "do": {"say": "hi"}})
DRAFT = json.dumps({"type": "command", "key": "{}", "number": 0, "do": {"undo": True}})
SENT = [("frames", WHY), ("frames", DRAFT), ("hellos", HELLO), ("chat", SAY)]
OPENED = ["connecting", SOCKETS]


def test_no_limit_is_left_out() -> None:
    waited_for = {FOLLOWING}  # tests/server/test_conducts.py
    assert {name for name, _ in ASKED} | {name for name, _ in SENT} | set(OPENED) | waited_for == set(LIMITS)


def test_the_table_of_limits_is_what_the_server_goes_by() -> None:
    text = (Path(__file__).parents[2] / "docs/protocol.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)`[^|]*\| (\d+) \| (\d+) \| (?:(\d+) (s|min))? ?\|$", text, re.MULTILINE)
    unit = {"": 0, "s": 1, "min": 60}
    found = {name: Limit(int(one), int(all_), int(n or 0) * unit[s]) for name, one, all_, n, s in rows}
    assert found == dict(LIMITS)


def only(name: str) -> dict[str, Limit]:
    """This limit alone, so that it is this one that is met."""
    return {name: Limit(FEW, 100, LIMITS[name].seconds)}


def says_when(error: dict[str, object]) -> None:
    """A sentence of its own in each language, with how many seconds it takes."""
    message, values = str(error["message"]), error["values"]
    assert isinstance(values, dict)
    assert 1 <= values["seconds"] <= 600
    said = [translate(language, message, values) for language in LANGUAGES]
    assert len(set(said)) == len(LANGUAGES), said
    assert all(str(values["seconds"]) in sentence for sentence in said)


async def table(live: Live) -> tuple[Player, str]:
    """A game under way, and somebody else who is to ask too much."""
    host, eve = live.player(), live.player()
    game = (await host.post("/api/games", {"board": "london", "start": True}))["game"]
    await host.close()
    await eve.http.get("/about")  # and so she is known from now on
    return eve, str(game)


def test_nobody_holds_the_queue_of_a_slow_kind_alone() -> None:
    slow = {name: kind.most for name, kind in KINDS.items() if kind.slow}
    assert set(slow) == set(ASKED_FOR)
    for kind, most in slow.items():
        assert most
        assert LIMITS[ASKED_FOR[kind]].person <= most // 2, kind


@pytest.mark.parametrize(("name", "ask"), ASKED, ids=[f"{name}{n}" for n, (name, _) in enumerate(ASKED)])
async def test_whoever_asks_too_much_is_told_when_they_may_go_on(
    sqlite_url: str, name: str, ask: Ask
) -> None:
    async with serving(sqlite_url, limits=only(name)) as live:
        eve, game = await table(live)
        answers = [await ask(eve, game) for _ in range(FEW + 2)]
        assert [answer.status_code == 429 for answer in answers] == [False] * FEW + [True] * 2
        assert int(answers[-1].headers["retry-after"]) >= 1
        if answers[-1].headers["content-type"].startswith("application/json"):
            says_when(answers[-1].json()["error"])
        else:  # a picture: no page of ours stands between this and its reader
            assert f"{answers[-1].headers['retry-after']} s" in answers[-1].text
        await eve.close()


@pytest.mark.parametrize(("name", "frame"), SENT, ids=[f"{name}{n}" for n, (name, _) in enumerate(SENT)])
async def test_whoever_sends_too_much_is_told_and_closed(sqlite_url: str, name: str, frame: str) -> None:
    async with serving(sqlite_url, limits=only(name)) as live:
        eve, game = await table(live)
        socket = await opened(live, eve, game)
        for number in range(FEW + 1):
            await socket.send(frame.replace("{}", str(number)))
        refusal, code = await last_words(socket)
        assert (code, refusal["type"], refusal["code"]) == (4429, "refused", 429)
        says_when(refusal["error"])
        await eve.close()


@pytest.mark.parametrize("name", OPENED)
async def test_whoever_opens_too_much_is_told_and_closed(sqlite_url: str, name: str) -> None:
    async with serving(sqlite_url, limits=only(name)) as live:
        eve, game = await table(live)
        sockets = [await opened(live, eve, game) for _ in range(FEW)]
        refusal, code = await last_words(await opened(live, eve, game))
        assert (code, refusal["code"]) == (4429, 429)
        says_when(refusal["error"])
        for socket in sockets:
            await socket.close()
        await eve.close()
