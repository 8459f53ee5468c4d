"""A bot's thought: what it answers follows from the table, its seat, its level and a seed, wherever it is
worked out. `Here` works it out in threads of this process."""

from __future__ import annotations

import random
from functools import partial
from secrets import randbits

from ...bots import View, make_bot, play
from ...record.log import step, turn_event
from ...record.readings import texts
from ...rules.table import Table
from .progress import playing
from .state import State
from .threads import BotThreads


def think(table: Table, seat: int, level: str, seed: int) -> list[str]:
    """An answer that the rules allow."""
    seen = View.of(table, seat)
    do = texts(seen.position, play(make_bot(level, random.Random(seed)), seen))
    step(table, turn_event(table, seat, do))
    return do


def new_seed() -> int:
    return randbits(63)


class Here:
    workers: frozenset[int] = frozenset()  # that could be asked instead

    def __init__(self, threads: BotThreads) -> None:
        self._threads = threads

    async def answer(self, state: State, seat: int, level: str) -> list[str]:
        """What a bot of this level answers to the card on the table; raises whatever it fails with, and
        `TimeoutError` if it takes too long."""
        return await self._threads.run(partial(think, playing(state), seat, level, new_seed()))

    def close(self) -> None:
        self._threads.close()
