"""What a mistake cost in the end, by scoring rule, in games that are played on from both replies."""

from __future__ import annotations

import json
from math import fsum, sqrt

import pytest
from tests.review.games import base, log
from tests.strategies import ruleset

from terminus.bots.judge import Judge
from terminus.kernel import installed
from terminus.review import Game, Settings, as_json, review
from terminus.review.later import SURE
from terminus.review.turns import TO_COME
from terminus.rules.errors import BadSetup
from terminus.rules.score import score

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: there is no review without it")


def test_rules_add_up_to_the_total_and_only_mistakes_have_them() -> None:
    for game in (Game.of(log(ruleset("tokyo", ("objectives",)), "greedy")), Game.of(base("paris", "random"))):
        seat = review(game, Settings(depth=1, play_on=20)).seats[0]
        assert seat.mistakes
        for turn in seat.turns:
            assert (turn.later is None) == turn.as_good
            if turn.later:
                assert turn.later.games == 20
                assert fsum(by.mean for by in turn.later.rules.values()) == pytest.approx(
                    turn.later.total.mean
                )
                assert all(by.mean or by.se for by in turn.later.rules.values())


def test_it_agrees_with_what_was_said_to_be_lost() -> None:
    """On the whole: the evaluation foresees what games that it plays on come to."""
    found = [
        turn
        for bot in ("random", "greedy")
        for turn in review(Game.of(base("london", bot)), Settings(play_on=100)).seats[0].mistakes
    ]
    laters = [turn.later.total for turn in found if turn.later]
    assert len(laters) == len(found) > 20
    off = fsum(later.mean - turn.lost for later, turn in zip(laters, found, strict=True)) / len(found)
    error = sqrt(fsum((later.se or 0) ** 2 for later in laters)) / len(found)
    assert abs(off) < 4 * error + 0.5


def test_the_rule_that_is_named_goes_the_way_of_what_is_to_come_beyond_its_error() -> None:
    named, quiet = 0, 0
    for bot in ("random", "greedy", "points:1"):
        for turn in review(Game.of(base("london", bot)), Settings(play_on=60)).seats[0].mistakes:
            assert turn.later
            after = {rule: by.mean - turn.difference.get(rule, 0.0) for rule, by in turn.later.rules.items()}
            way = 1 if turn.difference.get(TO_COME, 0.0) > 0 else -1
            sure = {
                rule: by * way
                for rule, by in after.items()
                if by * way > SURE * (turn.later.rules[rule].se or 0)
            }
            if (most := turn.later.most) is None:
                quiet += 1
                assert not sure
            else:
                named += 1
                assert most.mean == after[most.rule]
                assert most.mean * way == max(sure.values())
    assert named > quiet > 0


def test_a_game_that_is_over_scores_by_rule_what_the_engine_says() -> None:
    game = Game.of(base("tokyo", "greedy"))
    last = list(game.steps(0))[-1]
    [row] = Judge(game.ruleset).play_on(last.turned, 0, last.answer, 1, 5)
    assert sum(row.values()) == sum(item.value for item in score(last.answer))
    for rule, points in row.items():
        assert points == sum(item.value for item in score(last.answer) if item.rule == rule)


def test_it_is_in_the_json_the_same_every_time_and_off_unless_asked_for() -> None:
    game, settings = Game.of(base("london", "greedy")), Settings(depth=1, play_on=10, seed=4)
    found = as_json(review(game, settings))
    assert json.dumps(found) == json.dumps(as_json(review(game, settings)))
    laters = [turn["later"] for turn in found["seats"][0]["turns"] if "later" in turn]
    assert {"games", "rules", "total", "most"} == set(laters[0])
    assert set(laters[0]["total"]) == {"mean", "se"}
    assert all("later" not in turn for turn in as_json(review(game, Settings(depth=1)))["seats"][0]["turns"])


@pytest.mark.parametrize("games", [-1, 2001])
def test_what_cannot_be_is_refused(games: int) -> None:
    with pytest.raises(BadSetup, match="games to play on must be from 0 to 2000"):
        Settings(play_on=games)
