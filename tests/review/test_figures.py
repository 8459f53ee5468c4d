"""What was measured of the review: whose level is whose, and from when on replies are told apart."""

from __future__ import annotations

from collections import Counter
from math import prod

import pytest
from tests.review.games import log
from tests.strategies import ruleset

from terminus.boards import BOARDS, own_board, shipped_document
from terminus.bots.levels import BOTS
from terminus.kernel import installed
from terminus.review import Game, Settings, as_json, review
from terminus.review.figures import (
    ASSUMED_NOISE,
    level_of,
    lost_by_level,
    noise_is_measured,
    noise_of,
)
from terminus.rules.mechanics import MODULES
from terminus.rules.ruleset import Ruleset

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: there is no review without it")

GAMES = 4  # of each level and city
SETS = [(), *((module,) for module in MODULES)]
EACH = [ruleset(city, modules) for city in BOARDS for modules in SETS]
DEPARTURES = shipped_document("london")["departures"]


def levels(rules: Ruleset, bot: str, count: int) -> Counter[str | None]:
    games = (Game.of(log(rules, bot, number=number), lambda _: rules.board) for number in range(count))
    return Counter(review(game).seats[0].level for game in games)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("modules", [(), ("gates",)], ids=["base", "gates"])
def test_most_games_of_a_level_are_called_that_level(modules: tuple[str, ...], level: str) -> None:
    """One game is a small sample: a third of them passes for a neighbour's."""
    found = sum((levels(ruleset(city, modules), BOTS[level], GAMES) for city in BOARDS), Counter())
    assert found[level] > found.total() / 2, found
    assert found.most_common(1)[0][0] == level


def test_who_searches_is_an_expert() -> None:
    assert levels(ruleset("london"), "lookahead:1", 3) == {"expert": 3}
    assert levels(ruleset("london"), BOTS["expert"], 1) == {"expert": 1}


@pytest.mark.parametrize("rules", EACH, ids=lambda r: "-".join((r.board.id, *r.modules)))
def test_levels_were_measured_for_each_city_and_module_and_lose_less_the_higher(rules: Ruleset) -> None:
    found = lost_by_level(rules)
    assert list(found) == list(BOTS)
    assert list(found.values()) == sorted(found.values(), reverse=True)
    for level, lost in found.items():
        assert level_of(rules, lost) == level
        assert level_of(rules, lost * 1.1) == level_of(rules, lost * 0.9) == level
    if rules.modules:
        assert found != lost_by_level(ruleset(rules.board.id))
    assert level_of(rules, 0) == "expert"
    assert level_of(rules, 50) == "easy"


def test_of_modules_together_each_does_what_it_does_alone() -> None:
    base, both = (lost_by_level(ruleset("london", modules)) for modules in ((), ("objectives", "gates")))
    alone = [lost_by_level(ruleset("london", (module,))) for module in ("objectives", "gates")]
    for level, lost in both.items():
        assert lost == pytest.approx(base[level] * prod(one[level] / base[level] for one in alone))


def test_where_nothing_was_decided_there_is_no_level() -> None:
    game = Game.of(log(ruleset("london"), "greedy")[:1])
    assert review(game).seats[0].level is None
    assert review(game, Settings(level="hard")).seats[0].level == "hard"


def test_a_copy_by_another_name_has_the_same_figures() -> None:
    city, copy = ruleset("london"), Ruleset.of(own_board({**shipped_document("london"), "name": "My London"}))
    assert copy.board.id != city.board.id
    assert lost_by_level(copy) == lost_by_level(city)
    assert noise_of(copy, 2) == noise_of(city, 2)
    assert noise_is_measured(copy, 2)


def test_a_board_of_ones_own_has_none_whatever_it_is_called() -> None:
    first, second, *rest = DEPARTURES.items()
    moved = dict([(first[0], second[1]), (second[0], first[1]), *rest])
    for name in ("Mine", "London"):
        mine = Ruleset.of(own_board({**shipped_document("london"), "name": name, "departures": moved}))
        assert lost_by_level(mine) == {}
        assert level_of(mine, 1) is None
        assert noise_of(mine, 2) == ASSUMED_NOISE
        assert not noise_is_measured(mine, 2)


def test_noise_that_was_not_measured_is_said_to_be_assumed() -> None:
    assert noise_is_measured(ruleset("london"), 1)
    assert noise_of(ruleset("london"), 3) == noise_of(ruleset("london"), 2) < noise_of(ruleset("london"), 1)
    assert not noise_is_measured(ruleset("london"), 3)
    with_gates = ruleset("london", ("gates",))
    assert noise_of(with_gates, 2) == noise_of(ruleset("london"), 2)
    assert not noise_is_measured(with_gates, 2)
    shown = as_json(review(Game.of(log(with_gates, "greedy")), Settings(depth=1)))
    assert (shown["noise"], shown["noise_measured"]) == (noise_of(with_gates, 1), False)
    assert as_json(review(Game.of(log(ruleset("london"), "greedy")), Settings(depth=1)))["noise_measured"]
