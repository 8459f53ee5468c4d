"""Drawings are kept, version by version; of two tabs the second is told, and nobody sees another's."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.server.live import Player

from terminus.boards import kit, shipped_document
from terminus.server.disk.drawings import MOST, Drawings
from terminus.server.edge import checking
from terminus.server.errors import Refused

Seat = Callable[[], Player]
ID = "abcdefghjkmn"
AT = f"/api/drawings/{ID}"


def named(name: str) -> dict[str, Any]:
    return kit.empty() | {"name": name}


async def test_what_is_drawn_is_kept_and_its_own(seat: Seat) -> None:
    ada, eve = seat(), seat()
    saved = await ada.http.put(AT, json={"version": 0, "document": named("Ada's <b>")})
    assert saved.json() == {"version": 1, "saved": True, "latest": None}
    assert (await ada.http.get(AT)).json()["document"]["name"] == "Ada's <b>"
    assert [one["name"] for one in (await ada.http.get("/api/drawings")).json()] == ["Ada's <b>"]
    assert (await eve.http.get(AT)).status_code == 404
    assert (await eve.http.get("/api/drawings")).json() == []
    assert (await eve.http.put(AT, json={"version": 0, "document": named("Eve's")})).json()["saved"]
    assert (await eve.http.put(f"{AT}/thrown-away", json={"thrown_away": True})).json() == []
    assert len((await ada.http.get("/api/drawings")).json()) == 1
    assert (await ada.http.get(AT)).json()["document"]["name"] == "Ada's <b>"


async def test_of_two_tabs_the_second_is_told_and_neither_loses(seat: Seat) -> None:
    ada = seat()
    await ada.http.put(AT, json={"version": 0, "document": named("first")})
    await ada.http.put(AT, json={"version": 1, "document": named("one tab")})
    late = (await ada.http.put(AT, json={"version": 1, "document": named("other tab")})).json()
    assert (late["saved"], late["latest"]["document"]["name"]) == (False, "one tab")
    forced = await ada.http.put(AT, json={"version": 2, "document": named("other tab"), "apart": True})
    assert forced.json()["version"] == 3
    versions = (await ada.http.get(f"{AT}/versions")).json()
    names = [
        (await ada.http.get(f"{AT}/versions/{one['version']}")).json()["document"]["name"] for one in versions
    ]
    assert names == ["other tab", "one tab"]


async def test_what_is_thrown_away_comes_back(seat: Seat) -> None:
    ada = seat()
    await ada.http.put(AT, json={"version": 0, "document": named("x")})
    assert (await ada.http.put(f"{AT}/thrown-away", json={"thrown_away": True})).json() == []
    assert len((await ada.http.put(f"{AT}/thrown-away", json={"thrown_away": False})).json()) == 1


async def test_drawings_have_an_end_and_what_is_thrown_away_makes_room(engine: AsyncEngine) -> None:
    kept = Drawings(engine)
    for number in range(MOST):
        await kept.save("ada", f"drawing{number}", 0, "{}")
    with pytest.raises(Refused, match="Throw one away"):
        await kept.save("ada", "one-more", 0, "{}")
    for number in range(MOST):
        await kept.throw_away("ada", f"drawing{number}", True)
        await kept.save("ada", f"later{number}", 0, "{}")
    await kept.throw_away("ada", "later0", True)
    await kept.save("ada", "one-more", 0, "{}")
    assert await kept.find("ada", "drawing0") is None, "of what was thrown away the oldest is gone"
    assert await kept.find("ada", "drawing1") is not None
    assert len(await kept.all("ada")) == MOST


async def test_a_check_answers_half_made_boards_in_the_readers_language(seat: Seat) -> None:
    ada = seat()
    await ada.http.put("/api/me", json={"language": "de"})
    found = (
        await ada.http.post("/api/boards/check", json={"document": kit.empty(), "printed": "tokyo"})
    ).json()
    assert not found["playable"]
    assert "Kreis" in found["faults"][0]["text"]
    assert {"name": "loop", "found": 0, "printed": 8} in found["facts"]
    whole = (await ada.http.post("/api/boards/check", json={"document": shipped_document("paris")})).json()
    assert whole["playable"]
    assert len(whole["sections"]) == 157


async def test_files_are_read_and_written_and_refused_with_their_line(seat: Seat) -> None:
    ada = seat()
    text = (await ada.http.post("/api/boards/write", json={"document": shipped_document("tokyo")})).json()[
        "text"
    ]
    again = (await ada.http.post("/api/boards/read", json={"text": text})).json()["document"]
    assert again == shipped_document("tokyo")
    refused = await ada.http.post("/api/boards/read", json={"text": "name = 'x'\nlines = ]"})
    assert (refused.status_code, "line 2" in str(refused.json())) == (400, True)
    large = await ada.http.post("/api/boards/check", json={"document": {"note": "x" * 100_000}})
    assert large.status_code == 413


@pytest.mark.parametrize(
    ("way", "asked", "slow"),
    [
        ("read", {"text": "name = 'x'"}, "parse_document"),
        ("write", {"document": {"name": "x"}}, "write_document"),
        ("check", {"document": {"name": "x"}}, "drawn"),
    ],
)
async def test_games_go_on_while_a_strangers_board_takes_long(
    way: str, asked: dict[str, Any], slow: str, seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben, over = seat(), seat(), threading.Event()
    plainly = getattr(checking, slow)

    def slowly(board: Any) -> Any:
        assert over.wait(10), "the loop stood still"
        return plainly(board)

    monkeypatch.setattr(checking, slow, slowly)
    asking = asyncio.create_task(ada.http.post(f"/api/boards/{way}", json=asked))
    await asyncio.sleep(0)
    assert (await ben.http.get("/api/boards/london")).status_code == 200
    over.set()
    assert (await asking).status_code == 200
