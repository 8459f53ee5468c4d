"""The kernel's policies do what they promise, judged with the engine."""

import random

import pytest
from tests.strategies import MODULE_SETS

from terminus.boards import board, shipped_boards
from terminus.kernel import kernel_of
from terminus.record.dealer import Dealer
from terminus.record.log import step
from terminus.rules.actions import DONE, SKIP, Action, Circle, Draw, Use
from terminus.rules.play import advance, legal
from terminus.rules.position import Position
from terminus.rules.ruleset import Ruleset
from terminus.rules.score import score, total
from terminus.rules.table import commit


def points(position: Position) -> int:
    return total(score(position))


def required_gain(position: Position) -> int:
    """The most that the sections of a power can bring together."""
    if not any(prompt.required for prompt in position.prompts):
        return 0
    after = [advance(position, action) for action in legal(position)]
    return max(points(next_) - points(position) + required_gain(next_) for next_ in after)


def best(position: Position, actions: list[Action]) -> set[Action]:
    gains = {action: points(advance(position, action)) for action in actions}
    return {action for action, gain in gains.items() if gain == max(gains.values())}


def greedy_choices(position: Position) -> set[Action]:
    """What greedy may choose, by its definition."""
    actions = legal(position)
    draws = [action for action in actions if isinstance(action, Draw)]
    section = max((points(advance(position, draw)) - points(position) for draw in draws), default=None)
    for use in (action for action in actions if isinstance(action, Use)):
        if section is None or required_gain(advance(position, use)) > section:
            return {use}
    circles = [action for action in actions if isinstance(action, Circle)]
    if draws or circles:
        return best(position, [*draws] or [*circles])
    return {SKIP if SKIP in actions else DONE}


def random_choices(position: Position) -> set[Action]:
    actions = legal(position)
    draws: set[Action] = {action for action in actions if isinstance(action, Draw)}
    return draws or {action for action in actions if action != DONE} or {DONE}


@pytest.mark.parametrize("name", shipped_boards())
@pytest.mark.parametrize("modules", MODULE_SETS, ids=lambda modules: "+".join(modules) or "base")
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_policy_chooses_by_its_definition(name: str, modules: tuple[str, ...], policy: str) -> None:
    ruleset = Ruleset.of(board(name), modules)
    kernel, choices = kernel_of(ruleset), greedy_choices if policy == "greedy" else random_choices
    dealer, seeds = Dealer(random.Random(7)), iter(range(10_000))
    table = step(None, dealer.start(ruleset, ["A"]))
    while not table.over:
        event = dealer.next_event(table)
        assert event is not None
        table = step(table, event)
        if table.answered[0]:  # a special station was turned up
            continue
        position = table.positions[0]
        while not position.done:
            action = kernel.choose(kernel.state_of(table, 0, position), policy, next(seeds))
            assert action in choices(position)
            position = advance(position, action)
        table = commit(table, 0, position)


def test_ties_are_broken_evenly() -> None:
    """Random is uniform, and greedy is uniform among the best."""
    ruleset = Ruleset.of(board("london"))
    kernel = kernel_of(ruleset)
    state = kernel.deal(1)
    kernel.flip(state, ["street/joker"])
    sections = len(kernel.legal(state)) - 1
    chosen = [kernel.choose(state, "random", seed) for seed in range(600)]
    assert len(set(chosen)) == sections
    assert min(map(chosen.count, set(chosen))) > 600 / sections / 2
