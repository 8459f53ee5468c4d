"""A code invites to a table that waits for people. Once that is over, it says nothing to strangers."""

from collections.abc import Callable

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.server.live import Player

from terminus.server.disk.schema import games
from terminus.server.disk.store import LOBBY_LASTS, Store
from terminus.server.table.lobby import new_table
from terminus.server.table.state import OPEN, Seat

NewSeat = Callable[[], Player]


async def lobby(host: Player, **more: object) -> tuple[str, str]:
    game = (await host.post("/api/games", {"board": "london", "open": 1, **more}))["game"]
    return game, (await host.get(f"/api/games/{game}"))["code"]


async def refused(player: Player, code: str) -> str:
    return str((await player.get(f"/api/codes/{code}", 404))["error"]["message"])


async def test_the_code_of_a_game_that_has_begun_leads_only_its_players_there(seat: NewSeat) -> None:
    host, guest, stranger = seat(), seat(), seat()
    game, code = await lobby(host)
    assert (await stranger.get(f"/api/codes/{code}"))["game"] == game
    await guest.post(f"/api/games/{game}/join")
    await host.sit(game)
    await host.ok(start=True)
    for player in (host, guest):  # who opens their invitation again comes back to their game
        assert (await player.get(f"/api/codes/{code}"))["game"] == game
    assert "ask whoever invited you" in await refused(stranger, code)
    answer = await stranger.http.get(f"/j/{code}")
    assert (answer.status_code, "<title>Terminus</title>" in answer.text) == (404, True)


async def test_the_code_of_a_table_that_nobody_touches_lapses(engine: AsyncEngine) -> None:
    store = Store(engine)
    state = await store.create(new_table("london", (), None, [Seat("person", "Ada", person="ada"), OPEN]))
    game, code = state.game.id, state.game.code
    assert await store.by_code(code, "ben") == game
    async with engine.begin() as connection:
        await connection.execute(update(games).values(at=games.c.at - LOBBY_LASTS))
    assert await store.by_code(code, "ben") is None
    assert await store.by_code(code, "ada") == game


@pytest.mark.parametrize("code", ["BCDFGH", "bcd-fgh", "!", "ÄÖÜẞ", "BCDFGHJKM", "%00"])
async def test_a_code_of_no_table_says_what_to_do(seat: NewSeat, code: str) -> None:
    assert "ask whoever invited you" in await refused(seat(), code)
