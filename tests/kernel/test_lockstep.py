"""The kernel against the reference engine: the same legal actions in the same order, the same score items."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from tests.kernel.lockstep import Difference, Pair, play_pair

from terminus.boards import board, shipped_boards
from terminus.kernel import kernel_of
from terminus.record.log import read, step
from terminus.rules.play import legal
from terminus.rules.ruleset import Ruleset
from terminus.rules.score import score

MODULES: tuple[tuple[str, ...], ...] = (
    (),
    ("objectives",),
    ("powers",),
    ("specials",),
    ("gates",),
    ("objectives", "powers"),
    ("objectives", "specials"),
    ("objectives", "gates"),
)
LOGS = sorted((Path(__file__).parents[1] / "golden" / "samples").glob("*.jsonl"))
GAMES = int(os.environ.get("TERMINUS_LOCKSTEP_GAMES", "100"))  # of each ruleset
LONG = 3000

rulesets = pytest.mark.parametrize("modules", MODULES, ids=lambda modules: "+".join(modules) or "base")
boards = pytest.mark.parametrize("name", shipped_boards())


@boards
@rulesets
def test_random_games_agree(name: str, modules: tuple[str, ...]) -> None:
    ruleset = Ruleset.of(board(name), modules)
    assert sum(play_pair(ruleset, seed) for seed in range(GAMES)) > 100 * GAMES


@pytest.mark.differential
@boards
@rulesets
def test_many_random_games_agree(name: str, modules: tuple[str, ...]) -> None:
    ruleset = Ruleset.of(board(name), modules)
    for seed in range(GAMES, GAMES + LONG):
        play_pair(ruleset, seed)


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_the_kernel_takes_over_any_seat_of_a_log(log: Path) -> None:
    table = None
    for _, event in read(log.read_bytes()):
        table = step(table, event)
        kernel = kernel_of(table.ruleset)
        for seat, position in enumerate(table.positions):
            state = kernel.state_of(table, seat)
            assert kernel.actions(state) == legal(position)
            assert kernel.items(state) == score(position)
    assert table is not None
    assert table.over


def test_a_difference_is_reported_as_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = Ruleset.of(board("toy"))
    monkeypatch.setattr("tests.kernel.lockstep.legal", lambda position: legal(position)[::-1])
    with pytest.raises(Difference) as caught:
        play_pair(ruleset, 1)
    events = [event for _, event in read(str(caught.value))]
    assert [event["event"] for event in events[:2]] == ["start", "flip"]
    assert events[-1]["event"] == "difference"
    assert events[-1]["what"] == "legal"


def test_every_kind_of_answer_occurs() -> None:
    """The games above would prove little if the modules' actions were never played in them."""
    played: set[str] = set()
    for modules in MODULES[2:5]:
        for name in shipped_boards():
            for seed in range(15):
                pair = Pair(Ruleset.of(board(name), modules), random.Random(seed))
                pair.play()
                played |= {text.split()[0] for e in pair.log if e["event"] == "turn" for text in e["do"]}
    assert {"use", "circle", "skip"} <= played
