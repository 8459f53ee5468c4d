"""The trial of a besieged server, a small share of it. How long people wait is measured in bench/; here it is
only bounded, far above what they ever feel, so that a server that stands still is noticed."""

from bench.trials.person import Habits
from bench.trials.siege import STRANGERS, run

FEW = {"slow": 4, "frozen": 4, "gone": 4, "silent": 20, "slow_http": 4, "experts": 2, "makers": 1}
MOST = 2000.0  # milliseconds
HABITS = Habits((0.0, 0.01), says=0.0, wavers=0.0)


async def test_a_table_plays_on_while_strangers_do_their_worst() -> None:
    assert FEW.keys() == STRANGERS.keys()
    figures, faults = await run(2, 1.0, seed=5, most=MOST, plan={"all": FEW}, habits=HABITS)
    assert not faults
    assert "all of these" in figures
