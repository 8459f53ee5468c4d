"""Rulesets, tables and games for the tests: seeded ones to play fast, and Hypothesis strategies."""

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from hypothesis import strategies as st

from terminus.boards import board as shipped_board
from terminus.boards import shipped_boards
from terminus.record.dealer import Dealer
from terminus.record.log import end_event, step
from terminus.record.readings import texts
from terminus.rules.actions import DONE, Action, Draw
from terminus.rules.board import Board
from terminus.rules.mechanics import EXCLUSIVE
from terminus.rules.play import advance, legal
from terminus.rules.position import Position
from terminus.rules.ruleset import Ruleset
from terminus.rules.table import Table

MODULE_SETS: tuple[tuple[str, ...], ...] = tuple(
    (*beside, *one) for beside in ((), ("objectives",)) for one in ((), *((module,) for module in EXCLUSIVE))
)
Choose = Callable[[random.Random, Position, Sequence[Action]], Action]


@cache
def ruleset(name: str, modules: tuple[str, ...] = ()) -> Ruleset:
    return Ruleset.of(shipped_board(name), modules)


def whatever(rng: random.Random, position: Position, actions: Sequence[Action]) -> Action:
    return rng.choice(actions)


def eager(rng: random.Random, position: Position, actions: Sequence[Action]) -> Action:
    """Draws if it can, so that sheets fill up."""
    return rng.choice([action for action in actions if isinstance(action, Draw)] or actions)


def answer(rng: random.Random, position: Position, choose: Choose) -> list[str]:
    """A seat's whole answer to a turn, as the log writes it."""
    here, actions = position, []
    while not here.done:
        actions.append(choose(rng, here, legal(here)))
        here = advance(here, actions[-1])
    assert actions[-1] == DONE
    return texts(position, actions)


def played(
    board: Board, modules: Sequence[str], rng: random.Random, seats: int = 1, choose: Choose = eager
) -> list[dict[str, Any]]:
    """A whole game as its events, the end included."""
    names = [f"P{seat}" for seat in range(seats)]
    dealer = Dealer(rng)
    events = [dealer.start(Ruleset.of(board, modules), names)]
    table = step(None, events[0], lambda _: board)
    while not table.over:
        event = dealer.next_event(table)
        assert event is not None
        events.append(event)
        table = step(table, event)
        for turn in turns(table, rng, choose) if event["event"] == "flip" else ():
            events.append(turn)
            table = step(table, turn)
    return [*events, end_event(table)]


def turns(table: Table, rng: random.Random, choose: Choose) -> list[dict[str, Any]]:
    """The turn events with which all seats answer the cards on the table."""
    return [
        {
            "event": "turn",
            "round": table.round,
            "turn": table.turn,
            "seat": seat,
            "do": answer(rng, at, choose),
        }
        for seat, at in enumerate(table.positions)
    ]


def same(one: Table, other: Table) -> bool:
    """Whether two tables tell the same game, each with a ruleset of its own."""
    return _told(one) == _told(other)


def _told(table: Table) -> list[object]:
    sheets = [(at.sheet, at.pencil, at.notes, at.done, at.turn) for at in table.positions]
    ruleset = (table.ruleset.board, table.ruleset.modules, table.ruleset.mechanics)
    dealt = (table.dealt, table.seats, table.pencils, table.opened)
    return [ruleset, dealt, sheets, table.round, table.turn, table.turned, table.shown, table.answered]


def board_names() -> st.SearchStrategy[str]:
    return st.sampled_from(shipped_boards())


def module_sets() -> st.SearchStrategy[tuple[str, ...]]:
    return st.sampled_from(MODULE_SETS)
