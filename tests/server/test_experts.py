"""Experts in company: eight tables at once in the real server, three experts and a person at each.

Every game is played to its end, no bot fails, and the experts are as good as they are alone: their mean is
the one that the level is known by (bench/RESULTS.md), but for three standard errors.
"""

import asyncio
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from statistics import mean

import pytest
from tests.server import live as live_players
from tests.server.live import Live, Player

from terminus.boards import BOARDS, board
from terminus.bots import LEVELS
from terminus.kernel import installed
from terminus.record.log import read

RESULTS = Path(__file__).parents[2] / "bench" / "RESULTS.md"
FIGURES = re.compile(r"([\d.]+) ± ([\d.]+) \((\d+);")  # mean, standard error, games
TABLES = 8
Wish = tuple[str, str]  # a board, and a module of it or –
WISHES = [(city, module) for city in BOARDS for module in ("–", *board(city).modules)]
Game = tuple[Wish, float]  # and the mean of its experts
pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: without it there are no experts")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight tables and whatever else the machine does."""
    monkeypatch.setattr(live_players, "PATIENCE", 60.0)


@dataclass(frozen=True)
class Alone:
    """What an expert makes alone: the mean, how sure that is, and how far one game is from it."""

    mean: float
    se: float
    spread: float


def alone() -> dict[Wish, Alone]:
    section = RESULTS.read_text("utf-8").split("## Means")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in section.splitlines() if "|" in line]
    column = rows[0].index(LEVELS["expert"])
    found: dict[Wish, Alone] = {}
    for row in rows[2:]:
        figures = FIGURES.match(row[column])
        assert figures is not None
        points, se = float(figures[1]), float(figures[2])
        found[row[0], row[1]] = Alone(points, se, se * math.sqrt(int(figures[3])))
    return found


async def play(player: Player, wish: Wish) -> float:
    """A whole game; the person passes, so that all the time is the bots'. The experts' mean."""
    modules = [wish[1]] if wish[1] != "–" else []
    new = {"board": wish[0], "modules": modules, "bots": ["expert"] * 3, "start": True}
    await player.sit((await player.post("/api/games", new))["game"])
    await player.play_out(lambda options: options[-1])
    log = (await player.http.get(f"/api/games/{player.game}/log")).text
    turns = [event for _, event in read(log) if event["event"] == "turn" and event["seat"] > 0]
    assert {turn["auto"] for turn in turns} <= {"bot", "nothing"}
    await player.leave_socket()
    return float(mean(seat["score"]["total"] for seat in player.view["seats"][1:]))


async def crowd(live: Live, wishes: Iterable[Wish]) -> list[Game]:
    """All these games, eight at a time."""
    waiting = iter(wishes)

    async def table() -> list[Game]:
        player = live.player()
        played = [(wish, await play(player, wish)) for wish in waiting]
        await player.close()
        return played

    return list(chain(*await asyncio.gather(*(table() for _ in range(TABLES)))))


def check(played: list[Game]) -> str:
    """That the experts are where they are alone. The experts of a table have the same cards, so that they are
    counted as one: that says rather too much than too little of how sure their mean is."""
    known = alone()
    above = mean(points - known[wish].mean for wish, points in played)
    own = mean(known[wish].spread ** 2 for wish, _ in played) / len(played)
    wishes = {wish for wish, _ in played}
    error = math.sqrt(own + mean(known[wish].se ** 2 for wish in wishes) / len(wishes))
    assert abs(above) <= 3 * error, f"{above:+.1f} ± {error:.1f} points from what they make alone"
    return f"{len(played)} games, {above:+.1f} ± {error:.1f} points from alone"


async def test_experts_in_company_are_as_good_as_alone(live: Live, caplog: pytest.LogCaptureFixture) -> None:
    """Every city with every module once."""
    check(await crowd(live, WISHES))
    assert not caplog.records


@pytest.mark.crowd
@pytest.mark.parametrize("city", BOARDS)
async def test_many_games_of_experts_in_company(
    city: str, live: Live, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every module of a city at each of the eight tables."""
    wishes = [wish for wish in WISHES if wish[0] == city]
    played = await crowd(live, chain(*[wishes] * TABLES))
    assert not caplog.records
    with capsys.disabled():
        print(f"\n{city}: {check(played)}")
        for wish in wishes:
            print(f"  {wish[1]}: {check([game for game in played if game[0] == wish])}")
