"""What takes some time is done one at a time, however many ask: each thread takes from everybody's moves."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.server.live import PATIENCE, Player, serving
from tests.server.test_count import paper
from tests.server.test_reviews import played, stored

from terminus.server.edge import count, reviews, what_if

CROWD = 6
Ask = Callable[[Player, str], Awaitable[Any]]


class Watched:
    """A function that takes longer, and how many were in it at once."""

    def __init__(self, done: Callable[..., Any]) -> None:
        self.done, self.now, self.most = done, 0, 0

    def __call__(self, *given: Any) -> Any:
        self.now += 1
        self.most = max(self.most, self.now)
        time.sleep(0.05)
        try:
            return self.done(*given)
        finally:
            self.now -= 1


async def sheets(player: Player, _: str) -> None:
    await player.post("/api/count", {"game": paper("london", [])[0]})


async def kept_sheets(player: Player, _: str) -> None:
    await player.post("/api/count/games", paper("london", [])[0])


async def playing_on(player: Player, game: str) -> None:
    asked = {"seat": 0, "round": 1, "turn": 1, "cards": "same"}
    await player.post(f"/api/games/{game}/what-if", asked)


async def face_up(player: Player, game: str) -> None:
    assert (await player.get(f"/api/games/{game}/face-up/0"))["state"] == "done"


@pytest.mark.parametrize(
    ("place", "name", "ask"),
    [
        (count, "read_paper", sheets),
        (count, "read_paper", kept_sheets),
        (what_if, "_begun", playing_on),
        (reviews, "sheet_of", face_up),
    ],
    ids=["sheets", "kept sheets", "what if", "face up"],
)
async def test_of_many_one_is_done_at_a_time(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, place: Any, name: str, ask: Ask
) -> None:
    watched = Watched(getattr(place, name))
    monkeypatch.setattr(place, name, watched)
    (game,) = await stored(sqlite_url, *played(bots=("greedy", "random")))
    async with serving(sqlite_url) as live:
        player = live.player()
        if ask is face_up:
            await searched(player, game)
        await asyncio.gather(*(ask(player, game) for _ in range(CROWD)))
        await player.close()
    assert watched.most == 1


async def searched(player: Player, game: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while (await player.post(f"/api/games/{game}/face-up/0"))["state"] != "done":  # noqa: ASYNC110
            await asyncio.sleep(0.1)
