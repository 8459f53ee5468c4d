"""Digests: equal for equal content, whichever object it is in, and different for the least difference."""

from __future__ import annotations

import gc
from dataclasses import replace
from importlib import resources
from weakref import ref

import pytest
from tests.decks import DECKS, toy_with

from terminus import boards
from terminus.boards import board, load_board, shipped_boards
from terminus.boards.digest import digest, fingerprint
from terminus.rules.board import Board
from terminus.rules.cards import Deck
from terminus.rules.ruleset import Ruleset

TOY = board("toy")


def anew(name: str) -> Board:
    """A shipped board, loaded once more."""
    return load_board(resources.files(boards).joinpath(f"{name}.toml").read_text("utf-8"), name)


@pytest.mark.parametrize("name", shipped_boards())
def test_the_same_file_gives_the_same_digest(name: str) -> None:
    first, second = board(name), anew(name)
    assert first is not second
    assert digest(first) == digest(second)
    assert fingerprint(first) == fingerprint(second)
    modules = tuple(first.modules)[:1]
    assert digest(Ruleset.of(first, modules)) == digest(Ruleset.of(second, modules))


@pytest.mark.parametrize(
    "change",
    [
        {"grid": ("Z" + TOY.grid[0][1:], *TOY.grid[1:])},
        {"deck": Deck(TOY.deck.cards, {})},
        {"ratings": ()},
        {"mechanics": TOY.mechanics[:-1]},
        {
            "stations": (
                replace(board("toy").stations[0], tags=frozenset({"odd"})),
                *board("toy").stations[1:],
            )
        },
    ],
    ids=lambda change: next(iter(change)),
)
def test_the_least_difference_shows(change: dict[str, object]) -> None:
    other = replace(TOY, **change)  # type: ignore[arg-type]
    assert digest(other) != digest(TOY)
    assert digest(Ruleset.of(other)) != digest(Ruleset.of(TOY))


def test_modules_make_another_ruleset() -> None:
    city = board("toy")
    assert len({digest(Ruleset.of(city, modules)) for modules in ((), ("powers",), ("gates",))}) == 3


@pytest.mark.parametrize("name", DECKS)
def test_weights_learnt_with_one_deck_are_not_filed_under_another(name: str) -> None:
    assert fingerprint(toy_with(DECKS[name])) != fingerprint(TOY)


def test_all_boards_differ() -> None:
    assert len({digest(board(name)) for name in shipped_boards()}) == len(shipped_boards())


def test_a_ruleset_is_let_go_with_its_last_owner() -> None:
    ruleset = Ruleset.of(board("toy"))
    assert digest(ruleset)
    seen = ref(ruleset)
    del ruleset
    gc.collect()
    assert seen() is None
