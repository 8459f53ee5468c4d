"""The positions made by us: there are enough, they can be played, and their solutions still hold."""

from collections import Counter
from itertools import groupby

import pytest

from terminus.boards import BOARDS, board
from terminus.kernel import installed
from terminus.record.log import replay
from terminus.review.exercise import NEAR, weigh
from terminus.review.positions import LEVELS, Posed, positions

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: nobody can judge without it")

# Other weights may see a position otherwise; what games played on have shown stays true. So the reply that
# was best there may be this much short of what the evaluation of today likes best.
TOLERANCE = 1.0
FEW = 0.9  # of all positions must be as they were found; else `python -m bench.positions` is to be run again


def test_there_are_enough_for_each_city_and_module_from_easy_to_hard() -> None:
    sets = {
        key: list(some) for key, some in groupby(positions().values(), lambda one: (one.board, one.modules))
    }
    wanted = {(city, modules) for city in BOARDS for modules in ((), *((m,) for m in board(city).modules))}
    assert set(sets) == wanted
    for (_, modules), some in sets.items():
        assert len(some) == (5 if modules else 10)
        levels = [LEVELS.index(one.level) for one in some]
        assert levels == sorted(levels)
        assert set(levels) == {0, 1, 2}
    logs = Counter(str(one.log) for one in positions().values())
    assert max(logs.values()) == 1, "no two are the same"


@pytest.fixture(scope="module")
def judged() -> list[tuple[Posed, float, float]]:
    """What the best and the tempting reply lose by the evaluation of today."""
    found = []
    for one in positions().values():
        _, (best, tempting) = weigh(replay(one.log), one.best, one.tempting)
        found.append((one, best.lost, tempting.lost))
    return found


def test_what_games_played_on_have_shown_is_found_by_the_judge(
    judged: list[tuple[Posed, float, float]],
) -> None:
    for one, best, tempting in judged:
        assert one.gap - 3 * one.se > NEAR, one.id
        assert best <= NEAR + TOLERANCE, one.id
        assert tempting > best, one.id
    as_found = [one for one, best, tempting in judged if best <= NEAR < tempting]
    assert len(as_found) >= FEW * len(judged)


def test_weigh_says_what_each_reply_loses() -> None:
    posed = next(iter(positions().values()))
    table = replay(posed.log)
    best_one, (good, bad, none) = weigh(table, posed.best, posed.tempting, ())
    assert good.lost <= NEAR < bad.lost
    assert good.best is best_one
    assert none.reply.do == ()
    assert sum(bad.difference.values()) == pytest.approx(bad.lost)
