"""One mind is asked by any number of threads and tables, and each hears what it would hear alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.bots.crowd import METHODS

from terminus.boards import BOARDS, board
from terminus.bots.native import by_points, mind_of
from terminus.kernel import installed, kernel_of
from terminus.rules.ruleset import Ruleset

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: its bots are not tested")

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("city", BOARDS)
def test_a_crowd_hears_what_one_hears(city: str, method: str) -> None:
    command = [sys.executable, "-m", "tests.bots.crowd", city, method]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_tables_of_the_same_rules_share_one_mind() -> None:
    games = [
        Ruleset.of(board("toy"), modules) for modules in ((), ("powers",), ("gates",)) for _ in range(50)
    ]
    assert len({id(kernel_of(ruleset)) for ruleset in games}) == 3
    assert len({id(mind_of(ruleset, by_points(1))) for ruleset in games}) == 3
    assert len({id(mind_of(games[0], by_points(flips))) for flips in (1, 2)}) == 2
