"""Engine against witness, turn by turn: the same answers, the same ink, the same words."""

import random
from collections.abc import Callable, Iterator
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.golden.taste import Taste
from tests.strategies import Choose, answer, eager, module_sets, ruleset, same, turns, whatever
from tests.witness import CITIES, ink, ink_of, naive_answers

from terminus.record.dealer import Dealer
from terminus.record.log import step
from terminus.record.readings import play_turn, texts
from terminus.rules.actions import Action
from terminus.rules.errors import Illegal
from terminus.rules.mechanics.powers import is_spent
from terminus.rules.play import advance, allowed, legal
from terminus.rules.position import Position
from terminus.rules.table import Table

Ending = tuple[tuple[Action, ...], Position]
TASTES: list[Choose] = [eager, whatever, Taste().choose]


def endings(
    position: Position, offer: Callable[[Position], tuple[Action, ...]], done: tuple[Action, ...] = ()
) -> Iterator[Ending]:
    """Every finished answer, with the actions that lead to it."""
    for action in offer(position):
        after = advance(position, action)
        if after.done:
            yield (*done, action), after
        else:
            yield from endings(after, offer, (*done, action))


def paper(position: Position) -> object:
    return ink(position, position.line), is_spent(position)


def flips(city: str, modules: tuple[str, ...], seed: int, seats: int = 1) -> Iterator[Table]:
    """A seeded game, stopped after each flip."""
    rng = random.Random(seed)
    dealer, choose = Dealer(rng), rng.choice(TASTES)
    table = step(None, dealer.start(ruleset(city, modules), [f"P{n}" for n in range(seats)]))
    while (event := dealer.next_event(table)) is not None:
        table = step(table, event)
        if event["event"] == "flip":
            yield table
            for turn in turns(table, rng, choose):
                table = step(table, turn)


cities = st.sampled_from(CITIES)
seeds = st.integers(0, 2**32)


@settings(max_examples=80)
@given(cities, module_sets(), seeds)
def test_engine_and_witness_find_the_same_answers(city: str, modules: tuple[str, ...], seed: int) -> None:
    for table in flips(city, modules, seed):
        position = table.positions[0]
        assert position.turn is not None
        offered = list(endings(position, legal))
        witnessed = naive_answers(position, position.turn)
        assert {paper(after) for _, after in offered} == {
            (ink_of(line), line.spent) for line in witnessed.values()
        }


@settings(max_examples=40)
@given(cities, module_sets(), seeds)
def test_engine_and_witness_read_and_write_the_same_words(
    city: str, modules: tuple[str, ...], seed: int
) -> None:
    for table in flips(city, modules, seed):
        position = table.positions[0]
        assert position.turn is not None
        known = naive_answers(position, position.turn, any_order=True)
        for words, line in known.items():
            assert paper(play_turn(position, words)) == (ink_of(line), line.spent)
        for actions, after in endings(position, legal):
            line = known[tuple(texts(position, actions))]
            assert paper(after) == (ink_of(line), line.spent)


@settings(max_examples=40)
@given(st.sampled_from([*CITIES, "toy"]), module_sets(), seeds)
def test_other_orders_end_on_no_other_sheet(city: str, modules: tuple[str, ...], seed: int) -> None:
    for table in flips(city, modules, seed):
        position = table.positions[0]
        offered = {(after.line, is_spent(after)) for _, after in endings(position, legal)}
        if len(offered) < 60:
            assert offered == {(after.line, is_spent(after)) for _, after in endings(position, allowed)}


@settings(max_examples=40)
@given(st.sampled_from([*CITIES, "toy"]), module_sets(), seeds, st.integers(2, 4))
def test_seats_commute_within_a_flip(city: str, modules: tuple[str, ...], seed: int, seats: int) -> None:
    rng = random.Random(seed)
    for number, table in enumerate(flips(city, modules, seed, seats)):
        if number % 5:
            continue
        events = turns(table, rng, eager)
        ends = []
        for order in permutations(events):
            after = table
            for event in order:
                after = step(after, event)
            ends.append(after)
        assert all(same(ends[0], other) for other in ends)


@settings(max_examples=60)
@given(st.sampled_from([*CITIES, "toy"]), module_sets(), seeds)
def test_what_the_log_writes_is_read_as_it_was_played(city: str, modules: tuple[str, ...], seed: int) -> None:
    rng = random.Random(seed)
    for table in flips(city, modules, seed):
        words = answer(rng, table.positions[0], Taste().choose)
        finished = play_turn(table.positions[0], words)
        assert finished.done
        if words:
            with pytest.raises(Illegal):
                play_turn(table.positions[0], [*words, "skip", "skip", "skip"])


@settings(max_examples=60)
@given(st.sampled_from([*CITIES, "toy"]), module_sets(), seeds, st.integers(1, 4))
def test_every_game_ends(city: str, modules: tuple[str, ...], seed: int, seats: int) -> None:
    counts: dict[int, int] = {}
    for table in flips(city, modules, seed, seats):
        counts[table.round] = table.turn
    assert list(counts) == [1, 2, 3, 4]
    assert all(5 <= last <= 10 for last in counts.values())
