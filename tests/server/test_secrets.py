"""Nothing that leaves the server, and nothing on its disk, holds a card that is not turned yet.

Whole games are played and every body and frame is read: each place in them must be one of the places that
the protocol lists, and cards may stand only where they say nothing of the order to come.
"""

import asyncio
import json
import logging
import random
import re
import secrets
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.live import Live, Player, chance, changed, serving

from terminus.bots import View as BotView
from terminus.record.dealer import Dealer
from terminus.record.log import EVENTS, read
from terminus.record.verify import verify
from terminus.rules.cards import DEFAULT_DECK
from terminus.rules.mechanics.specials import EFFECTS

Seat = Callable[[], Player]
CARD = re.compile(r"(street|underground)/")
PLACE = str  # like "view.seats.[].sheet.lines.*.ends.[]"

# Every place of a frame or body, as a pattern; `*` is a name that the board or the module gives.
LINE = ["sections.[]", "stations.[]", "ends.[]", "circled.[]", "doubled.[]"]
SHEET = [*(f"lines.*.{part}" for part in LINE), "stamped.[]"]
WHERE = [f"where.*.{part}" for part in ("count", "needed", "cells.[]", "sections.[]", "districts.[]")]
SCORE = [
    "total",
    *(f"lines.*.{part}" for part in ("districts", "stations", "bonus", "total")),
    "extras.*",
    *(f"items.[].{part}" for part in ("rule", "line", "value", "how.*", "how.*.[]", *WHERE)),
]
OPTION = [
    f"{offered}.[].{part}"
    for offered in ("options", "instead")
    for part in ("do", "section", "start", "target", "line", "total")
]
SEAT = [
    *("name", "kind", "level", "present", "left", "host", "answered", "pencil", "pencils.[]"),
    *("sheet", *(f"sheet.{part}" for part in SHEET), "score", *(f"score.{part}" for part in SCORE)),
]
ANSWER = [
    "actions.[]",
    "prompt",
    "any_symbol",
    "rule",
    "anywhere",
    "alongside",
    "left",
    *(f"sheet.{part}" for part in SHEET),
    *(f"score.{part}" for part in SCORE),
    *OPTION,
]
TOKEN = ("kind", "thing", "cell", "line", "symbol", "points", "spent", "now")
SAYS = [f"says.[].{part}" for part in ("text", "values.*", "cells.[]", "sections.[]")]
LESSON = ["id", "step", "steps", *SAYS, "do", "over"]
CARDS = ["turned.[].[]", "remaining.[]", "notices.[].cards.[]"]
VIEW = [
    *("game", "code", "version", "number", "draft", "phase", "board", "modules.[]", "stand_in"),
    *("can_take_back", "watching.count", "watching.names.[]"),
    *("clock", "clock.seconds", "clock.ends_in", *(f"tokens.[].{part}" for part in TOKEN)),
    *("round", "turn", "controller", "to_go.*", "last_turn"),
    *(f"seats.[].{part}" for part in SEAT),
    *("me", "host", "answer", *(f"answer.{part}" for part in ANSWER)),
    *(f"notices.[].{part}" for part in ("number", "seat", "round", "turn", "why")),
    *(f"chat.[].{part}" for part in ("seat", "name", "text", "reaction", "at")),
    *("result", "result.winners.[]", "result.solo", "result.solo.score", "result.solo.rating"),
    *(
        "result.solo.penalty",
        "rematch",
        "seals.[]",
        "contribute.[]",
        "settled",
        "helped",
        "entered",
        "paper",
        "what_if",
        *(
            f"what_if.{part}"
            for part in ("game", "seat", "round", "turn", "cards", "name", "total", "against")
        ),
        "lesson",
        *(f"lesson.{part}" for part in LESSON),
    ),
    *CARDS,
]
REASON = ["about", *(f"reason.{part}" for part in ("rule", "why", "values.*", "sections.[]", "stations.[]"))]
FRAME = [
    *("type", "base", "key", "number", "draft", "error.message", "error.values.*", "reason", *REASON),
    *(f"view.{p}" for p in VIEW),
]
LISTED = ["game", "board", "modules.[]", "phase", "me", "my_turn", "code", "at", "won", "total"]
LISTED += ["round", "points", "put_away", "uncounted", "city"]
ME = [
    *("name", "language", "address", "reachable", "more", *(f"games.[].{part}" for part in LISTED)),
    *(f"games.[].seats.[].{part}" for part in ("name", "kind", "total")),
]
ALLOWED = re.compile(
    "|".join(
        re.escape(place).replace(r"\*", r"[a-z0-9-]+").replace(r"\[\]", r"\[\]")
        for place in {*VIEW, *FRAME, *ME, "seat", "path"}
    )
)


@pytest.fixture
async def live(sqlite_url: str) -> AsyncIterator[Live]:
    """A server as it is in earnest: its shuffles are sealed."""
    async with serving(sqlite_url, seed=None) as found:
        yield found


def places(value: Any, at: PLACE = "") -> Iterator[tuple[PLACE, Any]]:
    """Every leaf with its place; an empty list or table is no leaf and says nothing."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, f"{at}.{key}" if at else key)
    elif isinstance(value, list):
        for inner in value:
            yield from places(inner, f"{at}.[]" if at else "[]")
    else:
        yield at, value


class Known:
    """What the log makes public, by the number of its events."""

    def __init__(self, log: str) -> None:
        self.events = [event for _, event in read(log)]

    def turned(self, number: int) -> tuple[int, list[list[str]]]:
        """The round and its turns after so many events; a new round begins with its first flip or special."""
        current = 0
        turns: list[list[str]] = []
        for event in self.events[:number]:
            if event["event"] in ("flip", "special") and event["round"] != current:
                current, turns = event["round"], []
            if event["event"] == "flip":
                turns.append(list(event["cards"]))
        return current, turns

    def special(self, number: int) -> dict[str, str] | None:
        found = [event for event in self.events[:number] if event["event"] == "special"]
        return {"symbol": found[-1]["symbol"], "effect": found[-1]["effect"]} if found else None

    def cards_at(self, round_: int, turn: int, number: int) -> list[str] | None:
        return next(
            (
                event["cards"]
                for event in self.events[:number]
                if event["event"] == "flip" and (event["round"], event["turn"]) == (round_, turn)
            ),
            None,
        )


def check_view(view: dict[str, Any], known: Known) -> None:
    number = view["number"]
    if view["phase"] != "playing":
        assert (view["turned"], view["remaining"]) == ([], [])
        return
    round_, turned = known.turned(number)
    assert (view["round"], view["turned"]) == (round_, turned)
    flat = [card for turn in turned for card in turn]
    # in the order of the unshuffled deck
    assert view["remaining"] == [card for card in DEFAULT_DECK.cards if card not in flat], (
        "in the order of the unshuffled deck"
    )
    specials = [token for token in view["tokens"] if token["kind"] == "effect"]
    turned_up = [{"symbol": token["symbol"], "effect": token["thing"]} for token in specials]
    assert turned_up == ([special] if (special := known.special(number)) else [])
    for notice in view["notices"]:
        assert notice["cards"] == known.cards_at(notice["round"], notice["turn"], number)


def check_all(texts: list[str], known: Known) -> int:
    """All that somebody was sent, in order; the number of views, each difference with what it is put into."""
    views, shown = 0, dict[str, Any]()
    for text in texts:
        body = json.loads(text)
        views += check_body(body, known)
        if isinstance(body, dict) and "view" in body:
            shown = changed(shown, body["view"]) if body["type"] == "change" else body["view"]
            check_view(shown, known)
    return views


def check_body(body: Any, known: Known) -> int:
    """One body or frame; the number of views that it held."""
    if isinstance(body, dict) and body.get("type") == "change":
        told = [{**body, "view": nested(*put)} for put in body["view"].items()]
    else:
        told = [body]
    for place, value in (leaf for part in told for leaf in places(part)):
        assert ALLOWED.fullmatch(place), f"{place} is no place of the protocol"
        if isinstance(value, str) and CARD.search(value):
            bare = place.removeprefix("view.")
            assert bare in CARDS, f"a card at {place}"
    view = body.get("view", body) if isinstance(body, dict) else {}
    if isinstance(body, dict) and body.get("type") == "change":
        return 1
    if "turned" not in view:
        return 0
    check_view(view, known)
    return 1


def nested(path: str, value: Any) -> Any:
    """What is put at a path, as the places of a view: `seats/0/score` is the score of a seat in a list."""
    for part in reversed(path.split("/")):
        value = [value] if part.isdecimal() else {part: value}
    return value


@pytest.mark.parametrize(
    ("board", "modules"),
    [("london", ["objectives", "powers"]), ("tokyo", ["objectives", "specials"]), ("paris", ["gates"])],
)
async def test_no_card_to_come_is_in_anything_sent(seat: Seat, board: str, modules: list[str]) -> None:
    host, guest, spectator = seat(), seat(), seat()
    new = {"board": board, "modules": modules, "bots": ["medium"], "open": 1, "clock": 60}
    game = (await host.post("/api/games", new))["game"]
    await guest.post(f"/api/games/{game}/join", {"name": "Guest"})
    for player in (host, guest, spectator):
        await player.sit(game)
    await host.ok(start=True)
    await guest.asked()
    await asyncio.gather(
        _play_and_ask(host, chance(random.Random(1))), _play_and_ask(guest, chance(random.Random(2)))
    )
    known = Known((await host.http.get(f"/api/games/{game}/log")).text)
    del host.received[-1]  # the log itself, once all is turned
    views = sum(check_all(player.received, known) for player in (host, guest, spectator))
    assert views > 150


async def _play_and_ask(player: Player, choose: Callable[[list[dict[str, Any]]], dict[str, Any]]) -> None:
    """Play, and ask for whatever can be asked for on the way."""
    while player.view["phase"] == "playing":
        await player.turn(choose)
        await player.get(f"/api/games/{player.game}")
        await player.get("/api/me")
        await player.no(draft="a0-z9")
        await player.until(lambda: bool(player.options) or player.view["phase"] != "playing")


async def test_log_and_replay_of_a_game_in_progress_end_at_the_card_on_the_table(seat: Seat) -> None:
    player = seat()
    game = (await player.post("/api/games", {"board": "london", "modules": ["specials"], "start": True}))[
        "game"
    ]
    await player.sit(game)
    for _ in range(6):
        await player.turn(lambda options: options[0])
        await player.asked()
        log = (await player.http.get(f"/api/games/{game}/log")).text
        assert len(log.splitlines()) == player.view["number"]
        assert player.view["round"] > 1 or not any(card in log for card in player.view["remaining"])
        steps = (await player.get(f"/api/games/{game}/replay"))["steps"]
        assert len(steps) == sum(event["event"] in EVENTS for _, event in read(log))
        for shown in steps:
            assert shown["remaining"] == [card for card in DEFAULT_DECK.cards if card in shown["remaining"]]
        assert steps[-1]["turned"] == player.view["turned"]
        effects = {e["effect"] for _, e in read(log) if e["event"] == "special"}
        assert len(effects) == player.view["round"] < len(EFFECTS)


async def test_neither_disk_nor_log_holds_a_card_to_come(
    seat: Seat, sqlite_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    player = seat()
    game = (await player.post("/api/games", {"board": "london", "bots": ["easy"], "start": True}))["game"]
    await player.sit(game)
    await player.turn(lambda options: options[0])
    await player.asked()
    await player.ok(draft=player.options[0]["do"])
    turned = {card for turn in player.view["turned"] for card in turn}
    found: set[str] = set()
    with sqlite3.connect(sqlite_file) as database:
        tables = [name for (name,) in database.execute("select name from sqlite_master where type = 'table'")]
        assert {"events", "drafts", "games"} <= set(tables)
        for table in tables:
            for row in database.execute(f"select * from {table}"):
                found.update(re.findall(r"(?:street|underground)/\w+", " ".join(map(str, row))))
    database.close()
    assert found == turned
    written = b"".join(file.read_bytes() for file in sqlite_file.parent.iterdir()).decode(errors="replace")
    said = caplog.text
    later = await _cards_to_come(player)
    assert len(later) >= 3, "the dealer had them all the while"
    assert all(card in written for card in turned)
    assert not any(card in written or card in said for card in later)


async def _cards_to_come(player: Player) -> set[str]:
    """Play the round out; the cards that were turned after those on the table."""
    turned: list[list[str]] = player.view["turned"]
    before = {card for turn in turned for card in turn}
    while player.view["round"] == 1:
        turned = player.view["turned"]
        await player.ok(commit=True)
        await player.asked()
    return {card for turn in turned for card in turn} - before


async def test_the_server_deals_with_the_systems_own_randomness(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the system's randomness known, so is the deal: it comes from there and from nowhere else."""
    drawn = [f"{number:064x}" for number in range(5)]
    to_draw = iter(drawn)
    other = secrets.token_hex  # names of requests, which are shorter
    monkeypatch.setattr(secrets, "token_hex", lambda size: next(to_draw) if size == 32 else other(size))
    async with serving(sqlite_url, seed=None) as live:
        player = live.player()
        await player.sit((await player.post("/api/games", {"board": "london", "start": True}))["game"])
        await player.play_out(lambda options: options[-1])
        events = [event for _, event in read((await player.http.get(f"/api/games/{player.game}/log")).text)]
        await player.close()
    assert [event["secret"] for event in events if event["event"] == "opening"] == drawn
    assert verify(enumerate(events, 1)) == 4


def test_in_earnest_nobody_can_know_how_the_dealer_shuffles() -> None:
    """Whatever is done to the randomness of this process, a deal does not come again."""

    def shuffled() -> list[int]:
        random.seed(7)
        return Dealer().shuffle(range(60))

    assert len({tuple(shuffled()) for _ in range(20)}) == 20


def test_a_bot_is_shown_a_position_and_no_deck() -> None:
    assert set(BotView.__dataclass_fields__) == {"position", "pencils", "round", "turned", "opened"}
