"""How fast the native kernel is: whole solo games by each policy, and decisions through the batch interface.

One thread. Rates are per second of CPU time, and the best of several short runs counts: on a machine that
others use as well that is the figure closest to what one core can do.
"""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time

from ..rules.board import Board
from ..rules.ruleset import Ruleset
from .game import POLICIES, Kernel

RUNS = 10
BATCH_GAMES = 2048


def measure(board: Board, seconds: float = 2.0) -> dict[str, float]:
    """Base games a second, by policy."""
    kernel = Kernel(Ruleset.of(board))
    return {policy: _games_per_second(kernel, policy, seconds) for policy in POLICIES}


def measure_decisions(board: Board, seconds: float = 2.0) -> float:
    """Decisions a second of a player who picks any legal action, all games of a batch at each call."""
    batch = Kernel(Ruleset.of(board)).batch(BATCH_GAMES, seed=1)

    def step(_seed: int) -> int:
        batch.sample()
        batch.step()
        return BATCH_GAMES

    return _best_rate(step, seconds)


def _games_per_second(kernel: Kernel, policy: str, seconds: float) -> float:
    return _best_rate(lambda seed: len(kernel.play(policy, 500, seed)), seconds)


def _best_rate(work: Callable[[int], int], seconds: float) -> float:
    """`work` is handed a new seed each time and says how much it did."""
    work(0)
    return max(_rate(work, run, seconds / RUNS) for run in range(RUNS))


def _rate(work: Callable[[int], int], run: int, seconds: float) -> float:
    done, calls, began = 0, 0, thread_time()
    while (spent := thread_time() - began) < seconds or not calls:
        calls += 1
        done += work(run << 32 | calls)
    return done / spent if spent > 0 else 0.0
