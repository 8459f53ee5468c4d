"""What a review may cost, as promised to whoever runs a server; in CPU seconds, so that a busy machine does
not matter. It costs a fifth of that or less: how much exactly is measured in bench/review.py."""

from __future__ import annotations

from time import process_time

import pytest
from tests.review.games import log
from tests.strategies import ruleset

from terminus.boards import BOARDS
from terminus.kernel import installed
from terminus.review import Game, review
from terminus.rules.mechanics import MODULES
from terminus.rules.ruleset import Ruleset

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: there is no review without it")

BASE, ANY = 1.0, 3.0
SETS = [(), *((module,) for module in MODULES)]


def limit(rules: Ruleset) -> float:
    return BASE if (rules.board.id, rules.modules) == ("london", ()) else ANY


@pytest.mark.parametrize("modules", SETS, ids=lambda modules: "-".join(modules) or "base")
@pytest.mark.parametrize("city", BOARDS)
def test_a_review_costs_no_more_than_was_promised(city: str, modules: tuple[str, ...]) -> None:
    rules = ruleset(city, modules)
    for bot in ("random", "lookahead:1"):
        events = log(rules, bot)
        began = process_time()
        found = review(Game.of(events))
        spent = process_time() - began
        assert found.seats[0].turns
        assert spent < limit(rules), bot
