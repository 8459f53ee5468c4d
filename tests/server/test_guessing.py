"""Whoever tries many codes at once is told no more than one who tries them one after the other."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from tests.server.live import serving
from tests.server.test_limits import ADA, Clock, few

from terminus.server.disk.conducts import Conducts
from terminus.server.disk.store import Store
from terminus.server.edge.limits import Limit
from terminus.server.errors import Refused


async def test_of_many_guesses_at_once_no_more_are_told_than_one_after_another() -> None:
    """All are looked up before the first is answered, and every fourth is right."""
    limits, looked_up = few(Clock()), asyncio.Event()

    async def tried(number: int) -> str:
        async def look_up() -> str | None:
            await looked_up.wait()
            return "right" if number % 4 == 3 else None

        try:
            return await limits.guess("games", ADA, look_up) or "wrong"
        except Refused:
            return "no more"

    tries = [asyncio.create_task(tried(number)) for number in range(100)]
    await asyncio.sleep(0)
    looked_up.set()
    assert await asyncio.gather(*tries) == ["wrong"] * 3 + ["no more"] * 97


@pytest.mark.parametrize("kind", ["codes", "conducts"])
async def test_codes_cannot_be_guessed_by_many_connections_at_once(
    sqlite_url: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All are looked up before the first is answered, and what is right is found after what is wrong."""
    allowed, wrong, right = 10, 40, 5
    coming, failing = itertools.count(1), itertools.count(1)
    all_asked, all_failed = asyncio.Event(), asyncio.Event()

    def slowly(look_up: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def looking(*given: Any) -> Any:
            if next(coming) == wrong + right:
                all_asked.set()
            await all_asked.wait()
            found = await look_up(*given)
            if found:
                await all_failed.wait()
            elif next(failing) == wrong:
                all_failed.set()
            return found

        return looking

    monkeypatch.setattr(Store, "by_code", slowly(Store.by_code))
    monkeypatch.setattr(Conducts, "versions", slowly(Conducts.versions))
    async with serving(sqlite_url, limits={"codes": Limit(allowed, 60, 3600)}) as live:
        host, guesser = live.player(), live.player()
        game = (await host.post("/api/games", {"board": "london", "open": 1}))["game"]
        code = (await host.get(f"/api/games/{game}"))["code"]
        if kind == "conducts":
            code = (await host.post("/api/conducts", {"board": "london", "names": [""]}))["code"]
        await guesser.get("/api/me")
        codes = [code] * right + [f"BCD{''.join(letters)}" for letters in itertools.product("BCDF", repeat=3)]
        async with httpx.AsyncClient(
            base_url=guesser.http.base_url, cookies=guesser.http.cookies, timeout=30
        ) as many:
            calls = (many.get(f"/api/{kind}/{one}?seen=0") for one in codes[: wrong + right])
            status = [answer.status_code for answer in await asyncio.gather(*calls)]
        assert status[:right] == [429] * right
        assert sorted(status[right:]) == [404] * allowed + [429] * (wrong - allowed)
        for player in (host, guesser):
            await player.close()
