"""Logs of bots to be reviewed."""

from __future__ import annotations

from functools import cache
from random import Random

from terminus.bots import make_bot
from terminus.bots.games import game_of
from terminus.bots.logs import log_of
from terminus.record.log import Event
from terminus.rules.ruleset import Ruleset


def log(ruleset: Ruleset, *bots: str, number: int = 0) -> list[Event]:
    """Game so-and-so of seed 11, one bot a seat."""
    seats = [make_bot(bot, Random(f"{number} {seat}")) for seat, bot in enumerate(bots)]
    return log_of(game_of(ruleset, len(bots), 11, number), seats)


@cache
def base(city: str, *bots: str) -> tuple[Event, ...]:
    from terminus.boards import board

    return tuple(log(Ruleset.of(board(city)), *bots))
