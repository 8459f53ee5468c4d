"""The trial of a besieged server, a small share of it. How long people wait is measured in bench/ alone."""

from math import inf

from bench.trials.person import Habits
from bench.trials.siege import STRANGERS, run

FEW = {"slow": 4, "frozen": 4, "silent": 20, "experts": 2, "makers": 1}
HABITS = Habits((0.0, 0.01), says=0.0, wavers=0.0)


async def test_a_table_plays_on_while_strangers_do_their_worst() -> None:
    assert FEW.keys() == STRANGERS.keys()
    figures, faults = await run(2, 1.0, seed=5, most=inf, plan={"all": FEW}, habits=HABITS)
    assert not faults
    assert "all of these" in figures
