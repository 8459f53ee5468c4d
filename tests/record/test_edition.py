"""A log names its edition of the rules: one that is unknown is refused in words, none is the first."""

import random

import pytest
from tests.strategies import ruleset, same

from terminus.record.dealer import Dealer
from terminus.record.log import replay
from terminus.rules.edition import EDITION
from terminus.rules.errors import BadLog

START = Dealer(random.Random(1)).start(ruleset("london"), ["Ada"])


def test_a_new_game_names_the_edition() -> None:
    assert START["edition"] == EDITION


def test_a_log_without_one_is_of_the_first() -> None:
    older = {key: value for key, value in START.items() if key != "edition"}
    assert same(replay([older]), replay([{**START, "edition": 1}]))


def test_a_newer_one_is_refused() -> None:
    with pytest.raises(BadLog, match=f"edition {EDITION + 1} of the rules, .* up to edition {EDITION}"):
        replay([{**START, "edition": EDITION + 1}])


@pytest.mark.parametrize("odd", [0, -1, "1", 1.0, True, None, []])
def test_what_is_no_edition_is_refused(odd: object) -> None:
    with pytest.raises(BadLog, match="must be a whole number"):
        replay([{**START, "edition": odd}])
