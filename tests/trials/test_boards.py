"""The trial of hostile boards, a small share of it; and that it would see what is wrong."""

import contextlib
import random
from time import process_time

import pytest
from bench.trials.boards import expensive, one, share
from bench.trials.boards_used import Watched, look_back

from terminus.boards import own_board, shipped_document
from terminus.kernel import installed
from terminus.rules.errors import BadBoard


def test_hostile_boards_are_refused_or_played() -> None:
    found = share(range(40), seed=5)
    assert found.faults == []
    assert 0 < found.accepted < 30


def test_what_is_expensive_is_refused_or_bounded() -> None:
    rng, kept = random.Random(3), 0
    for _ in range(12):
        document = expensive(rng)
        with contextlib.suppress(BadBoard):
            kept += own_board(document) is not None
    assert kept, "a sheet full of wild stations is a board too"


@pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: there is no review without it")
def test_what_is_accepted_is_looked_back_on_and_what_fails_there_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    document = shipped_document("london")
    modules = ["objectives", "powers"]
    for drawn in (2, 5):  # five are more than the kernel plays, which is no fault
        document["modules"]["objectives"]["drawn"] = drawn
        seen, board = Watched(), own_board(document)
        look_back(board, modules, seen)
        assert seen.faults == []
        monkeypatch.setattr("bench.trials.boards_used.review", lambda *asked: [][1])
        look_back(board, modules, seen)
        assert [fault.split(":")[0] for fault in seen.faults] == ["review"]
        monkeypatch.undo()


def test_the_same_number_makes_the_same_board() -> None:
    assert one(11, 5)[0] == one(11, 5)[0]


def test_it_sees_what_fails_and_what_takes_long() -> None:
    seen = Watched()
    seen.done("fails", lambda: [][1])
    seen.done("refused", _raise)

    def slowly() -> None:
        begun = process_time()
        while process_time() - begun < 0.05:
            pass

    seen.done("slow", slowly, most=0.01)
    assert [fault.split(":")[0].split(" took")[0] for fault in seen.faults] == ["fails", "slow"]


def _raise() -> None:
    raise BadBoard(["no"])
