"""Two builds side by side: is the kernel as fast as it was?

    git worktree add ../before REVISION
    pip install --no-deps --target ../before/site ../before/kernel
    python -m bench.compare ../before/src:../before/site src

A build is what PYTHONPATH has to say for it. Both are asked in turn, in processes of their own, so that a
busy machine is busy for both; what counts is CPU time, and the median of the rounds' quotients.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from statistics import median

WORKER = """
import sys
from time import thread_time
from terminus.boards import board
from terminus.bots.native import learned, mcts, mind_of
from terminus.kernel import Kernel
from terminus.rules.ruleset import Ruleset

ruleset = Ruleset.of(board(sys.argv[1]))
kernel = Kernel(ruleset)
batch = kernel.batch(2048, seed=1)
states = [batch.state(game) for game in range(0, 2048, 64)]

def decide(seed):
    batch.sample()
    batch.step()
    return len(batch)

def replies(method):
    mind = mind_of(ruleset, method)
    return lambda seed: len([mind.reply(state, seed) for state in states])

works = {
    "random games": lambda seed: len(kernel.play("random", 500, seed)),
    "greedy games": lambda seed: len(kernel.play("greedy", 500, seed)),
    "batch decisions": decide,
    "replies of learned": replies(learned()),
    "replies of mcts:100": replies(mcts(100)),
}
print(*works, sep=";", flush=True)
for line in sys.stdin:
    name, seed, seconds = line.rstrip().split(";")
    done, began = 0, thread_time()
    while (spent := thread_time() - began) < float(seconds) or not done:
        done += works[name](int(seed))
    print(done / spent, flush=True)
"""


class Build:
    """A process that measures one build when it is told to."""

    def __init__(self, path: str, city: str) -> None:
        environment = {**os.environ, "PYTHONPATH": path}
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORKER, city],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.works = self._answer().split(";")

    def rate(self, work: str, seed: int, seconds: float) -> float:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{work};{seed};{seconds}\n")
        self._process.stdin.flush()
        return float(self._answer())

    def _answer(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().rstrip()
        if not line:
            sys.exit("a build could not be measured; what it said stands above")
        return line


def main() -> int:
    parser = argparse.ArgumentParser(description="how fast one build of the kernel is beside another")
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--city", default="london")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU seconds of each measurement")
    asked = parser.parse_args()
    before, after = Build(asked.before, asked.city), Build(asked.after, asked.city)
    print("| a second | before | after | after/before |\n|---|---|---|---|")
    for work in before.works:
        rates = [
            tuple(build.rate(work, number, asked.seconds) for build in (before, after))
            for number in range(asked.rounds)
        ]
        quotient = median(new / old for old, new in rates)
        best = [max(column) for column in zip(*rates, strict=True)]
        print(f"| {work} | {best[0]:,.0f} | {best[1]:,.0f} | {quotient:.3f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
