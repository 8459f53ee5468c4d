"""Whatever a file holds, `load_board` gives a board that can be played or says why it cannot."""

import random
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st
from tests.boards.toml import dump
from tests.strategies import played
from tests.witness import BOARDS

from terminus.boards import load_board, shipped_boards
from terminus.rules.board import Board
from terminus.rules.errors import BadBoard
from terminus.rules.mechanics import EXCLUSIVE, KNOWN

Place = tuple[str | int, ...]


@cache
def source(name: str) -> str:
    return (BOARDS / f"{name}.toml").read_text(encoding="utf-8")


def places(value: Any, here: Place = ()) -> Iterator[Place]:
    """Every key and index of a file, at any depth."""
    if not isinstance(value, dict | list):
        return
    for key, child in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*here, key)
        yield from places(child, (*here, key))


words = st.sampled_from(
    ["", "a", "A", "h", "hv", "hvx", "a0", "z9", "a99", "a²", "b1-d1", "every-ray", "monument", "loop", "²"]
)
numbers = st.sampled_from([-1, 0, 1, 2, 3, 10**400]) | st.floats() | st.booleans()
leaves = words | numbers | st.text(max_size=4) | st.sampled_from(sorted(KNOWN))
values = st.recursive(
    leaves, lambda one: st.lists(one, max_size=3) | st.dictionaries(words, one, max_size=3), max_leaves=6
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A shipped board's file with one to three of its values changed, moved or gone."""
    table = deepcopy(tomllib.loads(source(draw(st.sampled_from(["toy", "toy", *shipped_boards()])))))
    for _ in range(draw(st.integers(1, 3))):
        where = list(places(table))
        *path, last = draw(st.sampled_from(where))
        parent: Any = table
        for key in path:
            parent = parent[key]
        match draw(st.sampled_from(["set", "set", "drop", "add", "copy"])):
            case "set":
                parent[last] = draw(values)
            case "drop":
                del parent[last]
            case "add" if isinstance(parent, dict):
                parent[draw(words)] = draw(values)
            case "add":
                parent.append(draw(values))
            case _:
                copied: Any = table
                for key in draw(st.sampled_from(where)):
                    copied = copied[key] if _has(copied, key) else copied
                parent[last] = deepcopy(copied)
    return dump(table)


def _has(value: Any, key: str | int) -> bool:
    if isinstance(value, list):
        return isinstance(key, int) and key < len(value)
    return isinstance(value, dict) and key in value


@given(mutated())
def test_a_changed_file_is_a_playable_board_or_a_list_of_faults(text: str) -> None:
    check(text)


@given(st.data())
def test_a_damaged_file_is_a_playable_board_or_a_list_of_faults(data: st.DataObject) -> None:
    text = source(data.draw(st.sampled_from(["toy", "toy", *shipped_boards()])))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        stop = start + data.draw(st.integers(0, 3))
        put = data.draw(st.text(max_size=3) | st.sampled_from(list("CSTP?M#.\n[]=")))
        text = text[:start] + put + text[stop:]
    check(text)


@example("a = " + "[" * 100_000)
@example("a = " + "9" * 5000)
@example('name = "x"\nlines = ["a", "b", "c", "d"]')
@given(st.text())
def test_any_text_at_all(text: str) -> None:
    check(text)


def check(text: str) -> None:
    faults = []
    try:
        board = load_board(text, "fuzzed")
    except BadBoard as error:
        faults = error.faults
    for modules in () if faults else all_modules(board):
        played(board, modules, random.Random(0), seats=2)
    assert all(fault and "\n" not in fault for fault in faults)


def all_modules(board: Board) -> list[tuple[str, ...]]:
    own = [module for module in board.modules if module != "objectives"]
    assert set(own) <= set(EXCLUSIVE)
    beside = ("objectives",) if "objectives" in board.modules else ()
    return [(), *((*beside, module) for module in own)]
