"""Sealed games for tests: whole logs, dealt by secrets and contributions that follow from a seed."""

import random
from collections.abc import Sequence
from typing import Any

from tests.strategies import eager, ruleset, turns

from terminus.record.log import end_event, step
from terminus.record.sealed import Contributions, SealedDealer
from terminus.record.seals import SEALED

Events = list[dict[str, Any]]


def secrets(seed: int) -> list[str]:
    rng = random.Random(f"secrets {seed}")
    return [rng.randbytes(32).hex() for _ in SEALED]


def contributions(seed: int, seats: int) -> Contributions:
    """Of most seats, to most rounds."""
    rng = random.Random(f"contributions {seed}")
    return {
        number: {
            seat: rng.randbytes(rng.randint(16, 32)).hex() for seat in range(seats) if rng.random() < 0.8
        }
        for number in SEALED
    }


def sealed_log(seed: int, board: str, modules: Sequence[str] = (), seats: int = 2) -> Events:
    """A whole game; sheets are drawn as they come."""
    rng = random.Random(seed)
    dealer = SealedDealer(f"game{seed}", secrets(seed), contributions(seed, seats))
    log: Events = [dealer.start(ruleset(board, tuple(modules)), [f"P{n}" for n in range(seats)])]
    table, ended = step(None, log[0]), -1
    log += dealer.after_start()
    while True:
        if table.round - 1 > ended:
            ended = table.round - 1
            log += dealer.after_round(ended)
        if (event := dealer.next_event(table)) is None:
            return [*log, end_event(table)]
        log.append(event)
        table = step(table, event)
        for turn in turns(table, rng, eager) if event["event"] == "flip" else ():
            log.append(turn)
            table = step(table, turn)
