"""One judge for a whole review: whoever learns more meanwhile changes nothing of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.bots.test_native import Kept
from tests.review.games import log
from tests.strategies import ruleset

from terminus.boards import board
from terminus.boards.digest import fingerprint
from terminus.bots.evaluation import name_of
from terminus.bots.judge import Judge
from terminus.bots.sources import forget, learn_from
from terminus.bots.train import Training, train
from terminus.kernel import installed
from terminus.review import Game, Settings, as_json, review
from terminus.review.queries import Query, answers

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: there is no review without it")
SETTINGS = Settings(depth=1, play_on=2)


@pytest.fixture(scope="module")
def learned() -> Kept:
    data, _ = train(board("toy"), Training(8), lambda done, total: None)
    return Kept(fingerprint(board("toy")), data)


@contextmanager
def known(source: Kept) -> Iterator[None]:
    learn_from(source)
    try:
        yield
    finally:
        forget(source)


def played() -> Game:
    return Game.of(log(ruleset("toy", ()), "random", "random"))


def test_a_review_is_by_what_was_known_when_it_began(learned: Kept) -> None:
    before = as_json(review(played(), SETTINGS))
    told = list[int]()

    def learn(done: int, total: int) -> None:
        told.append(done)
        if len(told) == 1:
            learn_from(learned)

    try:
        assert as_json(review(played(), SETTINGS, learn)) == before
    finally:
        forget(learned)
    assert (before["by"], before["weights"]) == ("score", None)
    with known(learned):
        after = as_json(review(played(), SETTINGS))
    assert (after["by"], after["weights"]) == ("learned", name_of(learned.weights))


def test_so_is_the_answer_to_a_query(learned: Kept) -> None:
    asked = Query("a", {"id": "a", "events": list(played().events), "depth": 1})
    before = list(answers(asked, lambda name: played(), board))
    said = answers(asked, lambda name: played(), board)
    first = next(said)
    with known(learned):
        assert [first, *said] == before
    assert before[-1]["by"] == "score"


class Lagging(Kept):
    """It has something newer than it has told."""

    def name(self, digest: str) -> str | None:
        return "an older name" if digest == self.digest else None


def test_a_judge_says_what_it_has_read(learned: Kept) -> None:
    with known(Lagging(learned.digest, learned.weights)):
        assert Judge(ruleset("toy", ())).weights == name_of(learned.weights)
