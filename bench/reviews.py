"""What reviews cost, and what a hundred of them at once do to somebody's moves: the section «Reviews» of
bench/RESULTS.md.

    python -m bench.reviews

A server in a process of its own, without workers, so reviews and tables share it. One player moves on as
soon as the last move is acknowledged; then a hundred games are asked to be reviewed at once, and the player
goes on while they are made.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from statistics import quantiles

from bench.load import Server, served
from bench.results import MODULE_SETS, machine, write_section
from bench.review import games
from bench.trials.postgres import throw_away
from tests.review.games import log
from tests.server.live import Player
from tests.server.test_reviews import stored, waits

from terminus.boards import BOARDS, board
from terminus.bots.levels import game_called
from terminus.review import Settings, review
from terminus.rules.ruleset import Ruleset
from terminus.server.work.kinds import PLAY_ON

REVIEWS, WARM, MOVES = 100, 30, 400
PLAYERS = ("random", "greedy", "points:1")
KINDS = ("sqlite", "postgresql")


def cost(ruleset: Ruleset, count: int) -> str:
    """CPU seconds of a review as a server makes it, of one seat."""
    spent = []
    for bot in PLAYERS:
        for game in games(ruleset, bot, count):
            began = time.process_time()
            review(game, Settings(play_on=PLAY_ON))
            spent.append(time.process_time() - began)
    name = game_called(ruleset.board.id, ruleset.modules)
    return f"| {name} | {len(spent)} | {sum(spent) / len(spent):.2f} | {max(spent):.2f} |"


async def moved(server: Server, asked: Sequence[str]) -> tuple[list[float], list[float]]:
    """A player's waits with nothing else to do for the server, and while these games are reviewed."""
    port = int(server.address.rpartition(":")[2])
    player, crowd = Player(port), Player(port)
    await player.sit((await player.post("/api/games", {"board": "london", "start": True}))["game"])
    await waits(player, WARM)
    alone = [wait for _ in range(MOVES // 20) for wait in await waits(player, 20)]
    asking = asyncio.gather(*(crowd.post(f"/api/games/{game}/review") for game in asked))
    beside: list[float] = []
    while len(beside) < MOVES and (not asking.done() or await _waiting(crowd, asked[-1])):
        beside += await waits(player, 20)
    await asking
    for one in (player, crowd):
        await one.close()
    return alone, beside


async def _waiting(crowd: Player, game: str) -> bool:
    return (await crowd.get(f"/api/games/{game}/review"))["state"] in ("waiting", "running")


@contextmanager
def database(kind: str) -> Iterator[str]:
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{Path(folder) / 'games.sqlite3'}"
    else:
        with throw_away(durable=True) as cluster:
            yield cluster.new_database()


def row(kind: str) -> str:
    logs = [log(Ruleset.of(board("london")), "greedy", number=number) for number in range(REVIEWS)]
    with database(kind) as url:
        asked = asyncio.run(stored(url, *logs))
        with served(url) as server:
            alone, beside = asyncio.run(moved(server, asked))
    cells = [f"{len(found)} | {_times(found)}" for found in (alone, beside)]
    return f"| {kind} | {' | '.join(cells)} |"


def _times(found: Sequence[float]) -> str:
    cuts = quantiles([1000 * wait for wait in found], n=100)
    return f"{cuts[49]:.0f} | {cuts[98]:.0f}"


def section(costs: Sequence[str], rows: Sequence[str]) -> str:
    return "\n".join(
        [
            "## Reviews",
            "",
            f"{datetime.now().astimezone().date()}; {machine()}, a machine in use. CPU seconds of a review",
            f"of one seat as a server makes it ({PLAY_ON} games played on at each mistake), of games of",
            f"{', '.join(PLAYERS)}.",
            "",
            "| ruleset | games | CPU s | at most |",
            "|---|---|---|---|",
            *costs,
            "",
            f"How long a move waits for its acknowledgement (milliseconds), and while {REVIEWS} reviews that",
            "were asked for at once are made by the same server.",
            "",
            "| database | moves alone | p50 | p99 | moves beside | p50 | p99 |",
            "|---|---|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="what reviews cost, and whom they keep waiting")
    parser.add_argument("--games", type=int, default=3, help="of each bot, for the cost")
    parser.add_argument("--databases", nargs="*", choices=KINDS, default=list(KINDS))
    asked = parser.parse_args()
    rows = [row(kind) for kind in asked.databases]
    costs = [
        cost(Ruleset.of(board(city), modules), asked.games) for city in BOARDS for modules in MODULE_SETS
    ]
    text = section(costs, rows)
    print(text)
    write_section(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
