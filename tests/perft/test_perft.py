"""The engine counts what the files say; so does the naive witness that established them."""

from collections.abc import Callable

import pytest
from tests import naive
from tests.perft.perft_files import FOLDER, Count, counts, parse, read
from tests.strategies import ruleset
from tests.witness import naive_board

from terminus.boards import shipped_boards
from terminus.rules import perft
from terminus.rules.cards import Turn
from terminus.rules.mechanics.gates import BONUSES
from terminus.rules.mechanics.powers import POWERS
from terminus.rules.mechanics.specials import EFFECTS
from terminus.rules.position import Position
from terminus.rules.symbols import ALL

ALL_COUNTS = counts()


def opening(count: Count) -> Position:
    used = {"powers": count.power, "specials": count.special, "gates": count.gates}
    rules = ruleset(count.board, tuple(module for module, value in used.items() if value))
    dealt = {"powers": {count.line: count.power}, "gates": dict(count.gates)}
    special = dict(zip(("symbol", "effect"), count.special, strict=True)) if count.special else None
    return perft.opening(rules, count.line, dealt, {"specials": special} if special else {})


@pytest.mark.parametrize("count", ALL_COUNTS, ids=lambda count: count.text)
def test_the_engine_counts_the_same(count: Count) -> None:
    turns = [Turn.parse(number, text) for number, text in enumerate(count.turns, 1)]
    found = (perft.sheets if count.sheets else perft.ways)(opening(count), turns)
    assert found == count.expected


@pytest.mark.parametrize("count", [c for c in ALL_COUNTS if c.expected < 150], ids=lambda count: count.text)
def test_the_witness_counts_the_same(count: Count) -> None:
    """The small ones again, lest somebody edits a number."""
    ask: Callable[..., int] = naive.sheets if count.sheets else naive.perft
    where, gates = naive_board(count.board), dict(count.gates)
    assert (
        ask(where, count.line, count.turns, power=count.power, special=count.special, gates=gates)
        == count.expected
    )


def test_the_files_hold_every_board_line_power_effect_and_bonus() -> None:
    for name in shipped_boards():
        mine = [count for count in ALL_COUNTS if count.board == name]
        assert {count.line for count in mine} == set(ruleset(name).board.lines)
    cities = [name for name in shipped_boards() if name != "toy"]
    for name in cities:
        mine = [count for count in ALL_COUNTS if count.board == name]
        assert {count.power for count in mine} - {None} == set(POWERS)
        assert {count.special[1] for count in mine if count.special} == set(EFFECTS)
        assert {bonus for count in mine for _, bonus in count.gates} == set(BONUSES)
    assert len(ALL_COUNTS) == len({count.text for count in ALL_COUNTS}) > 500


def test_the_published_counts_are_all_there() -> None:
    assert len(list(read(FOLDER / "published.txt"))) == 35


def test_a_line_is_read_as_the_command_line_writes_it() -> None:
    text = "paris blue joker switch+square --gates a0=switch,j0=double-visit --sheets = 12"
    count = parse(text)
    assert (count.board, count.line, count.turns) == ("paris", "blue", ("joker", "switch+square"))
    assert count.gates == (("a0", "switch"), ("j0", "double-visit"))
    assert count.sheets
    assert count.expected == 12
    assert [Turn.parse(n, turn).symbols for n, turn in enumerate(count.turns, 1)] == [ALL, 2]
