"""A conducted game is a whole game of the engine's, with nobody's turns in it."""

import random
from itertools import pairwise

import pytest

from terminus.boards import board
from terminus.record.conduct import Moment, moments
from terminus.record.dealer import Dealer
from terminus.record.log import replay, turn_event
from terminus.rules.ruleset import Ruleset
from terminus.rules.table import ROUNDS, Table

GAMES = [
    ("london", ["objectives", "powers"], 2),
    ("tokyo", ["specials"], 3),
    ("paris", ["gates", "objectives"], 4),
    ("toy", [], 1),
]


def conducted(name: str, modules: list[str], seats: int, seed: int = 1) -> list[Moment]:
    rules = Ruleset.of(board(name), modules)
    return list(moments(rules, [f"P{n}" for n in range(seats)], Dealer(random.Random(seed))))


@pytest.mark.parametrize(("name", "modules", "seats"), GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_its_events_are_a_log_once_everybody_has_drawn(
    name: str, modules: list[str], seats: int, seed: int
) -> None:
    """Whatever the sheets say: here everybody passes, and the log must go through to the end."""
    game = conducted(name, modules, seats, seed)
    log: list[dict[str, object]] = []
    for moment in game:
        if moment.event:
            log.append(dict(moment.event))
        if moment.kind == "cards":
            log += [turn_event(moment.table, seat, []) for seat in range(seats)]
    assert replay(log).over
    assert [moment.kind for moment in game].count("round") == ROUNDS
    assert game[-1].kind == "over"


def test_each_round_begins_opens_and_goes_to_its_last_turn() -> None:
    game = conducted("tokyo", ["specials"], 2)
    for number in range(1, ROUNDS + 1):
        kinds = [m.kind for m in game if m.table.round == number]
        assert kinds == ["round", "opening", *["cards"] * (len(kinds) - 2)]
    lasts = [before.table for before, after in pairwise(game) if after.kind != before.kind]
    ends = [table for table in lasts if table.shown]
    assert len(ends) == ROUNDS
    assert all(_is_over(table) for table in ends)


def _is_over(table: Table) -> bool:
    return table.ruleset.board.deck.is_over(table.turned)


def test_the_switch_is_turned_with_its_partner() -> None:
    for seed in range(20):
        for moment in conducted("london", [], 1, seed):
            switch = [card.endswith("/switch") for card in moment.table.shown]
            assert switch in ([], [False], [True, False])
