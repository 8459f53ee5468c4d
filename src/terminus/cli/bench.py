"""`terminus bench BOARD`: how many solo games a second one thread plays, in the kernel or on the engine."""

from __future__ import annotations

import json as json_format
from random import Random
from time import thread_time
from typing import Annotated

from cyclopts import Parameter

from ..bots import make_bot
from ..bots.bot import play_game
from ..bots.games import game_of
from ..kernel.bench import measure as measure_kernel
from ..locale.spoken import t
from ..rules.board import Board
from ..rules.errors import BadSetup
from ..rules.ruleset import Ruleset
from .arguments import BoardName, Json
from .files import find_board

BOTS = ("random", "greedy")


def bench(
    board: BoardName,
    /,
    *,
    reference: Annotated[
        bool, Parameter(help="measure the engine instead of the native kernel", show_default=False)
    ] = False,
    seconds: Annotated[float, Parameter(help="how long to measure each bot")] = 2.0,
    json: Json = False,
) -> None:
    """Measure how many games a second are played: solo, base game, one thread."""
    if not 0 < seconds <= 3600:
        raise BadSetup(t("--seconds must be more than 0 and at most 3600, not {given}", given=f"{seconds:g}"))
    city = find_board(board)
    rates = measure_engine(city, seconds) if reference else measure_kernel(city, seconds)
    if json:
        print(json_format.dumps({f"{bot}_games_per_s": round(rate, 1) for bot, rate in rates.items()}))
        return
    played_by = t("engine") if reference else t("kernel")
    said = [t("{rate} {bot} games/s", rate=f"{rate:,.0f}", bot=bot) for bot, rate in rates.items()]
    print(f"{city.id}, {played_by}: {', '.join(said)}")


def measure_engine(board: Board, seconds: float) -> dict[str, float]:
    """Games a second of each bot on the reference engine."""
    ruleset = Ruleset.of(board)
    return {bot: _rate(ruleset, bot, seconds) for bot in BOTS}


def _rate(ruleset: Ruleset, bot: str, seconds: float) -> float:
    """Games a second of CPU time, the dealing included; a first game warms up and does not count."""
    games = 0
    began = _play(ruleset, bot, games)
    while games == 0 or thread_time() - began < seconds:
        games += 1
        ended = _play(ruleset, bot, games)
    return games / (ended - began)


def _play(ruleset: Ruleset, bot: str, game: int) -> float:
    """Play one game and say when it was over."""
    play_game(game_of(ruleset, 1, 0, game), [make_bot(bot, Random(game))])
    return thread_time()
