"""The judge: score = par + luck - lost + drift in every game, and every reply is there with its value."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from math import fsum
from statistics import mean

import pytest

from terminus.boards import BOARDS, board
from terminus.bots import make_bot
from terminus.bots.bot import play
from terminus.bots.games import game_of
from terminus.bots.greedy import points
from terminus.bots.judge import Judge
from terminus.bots.train import rulesets_of
from terminus.bots.view import View
from terminus.kernel import installed, kernel_of
from terminus.record.dealer import SettledDealer
from terminus.rules.actions import Action
from terminus.rules.play import advance, legal
from terminus.rules.position import Position
from terminus.rules.ruleset import Ruleset
from terminus.rules.table import Table, commit

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: there is no judge without it")

RULESETS = [ruleset for city in (*BOARDS, "toy") for ruleset in rulesets_of(board(city))]
EXACT = 1e-9  # what adding up some hundred doubles may lose

rulesets = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda r: "-".join((r.board.id, *r.modules)))


@dataclass(frozen=True)
class Step:
    """What happened next at a table: something was turned, and if it was a card seat 0 answered."""

    before: Table
    turned: Table
    actions: tuple[Action, ...]
    after: Table

    @property
    def asked(self) -> bool:
        return bool(self.actions)

    @property
    def answer(self) -> Position:
        """Seat 0 when it has answered, before its round ends."""
        position = self.turned.positions[0]
        for action in self.actions:
            position = advance(position, action)
        return position


def game(ruleset: Ruleset, name: str, number: int = 0, seats: int = 1) -> Iterator[Step]:
    """A game of one bot in all seats."""
    settled = game_of(ruleset, seats, 11, number)
    dealer = SettledDealer(settled.deal)
    bots = [make_bot(name, random.Random(f"{number} {seat}")) for seat in range(seats)]
    table = settled.table
    while not table.over:
        before, turned = table, dealer.turn_up(table)
        table, actions = turned, tuple[Action, ...]()
        for seat in range(seats if not all(turned.answered) else 0):
            answer = tuple(play(bots[seat], View.of(turned, seat)))
            actions = actions or answer
            position = turned.positions[seat]
            for action in answer:
                position = advance(position, action)
            table = commit(table, seat, position)
        yield Step(before, turned, actions, table)


def what(step: Step) -> object:
    return step.turned.shown if step.asked else step.turned.opened["specials"][-1]


@rulesets
@pytest.mark.parametrize("name", ["random", "greedy", "points:1", "lookahead:1"])
def test_a_score_is_par_and_luck_less_what_was_lost_and_drift(ruleset: Ruleset, name: str) -> None:
    judge, terms = Judge(ruleset), list[float]()
    for step in game(ruleset, name):
        worth, luck = judge.worth(step.before), judge.luck(step.before, what(step))  # type: ignore[arg-type]
        if not terms:
            terms.append(worth)
        terms.append(luck)
        if not step.asked:
            assert luck == judge.worth(step.after) - worth
            continue
        best, value = judge.replies(step.turned)[0].value, judge.value(step.turned, 0, step.answer)
        assert luck == best - worth
        assert value <= best
        terms += [-best, value]  # lost
        terms += [judge.worth(step.after), -value]  # drift
        last = step.after
    assert abs(fsum(terms) - points(last.positions[0])) < EXACT
    assert judge.worth(last) == points(last.positions[0])


@rulesets
def test_the_luck_of_all_that_may_come_is_nothing(ruleset: Ruleset) -> None:
    judge, kernel = Judge(ruleset), kernel_of(ruleset)
    for step in list(game(ruleset, "greedy"))[::5]:
        state = kernel.state_of(step.before)
        possible = kernel.flips(state)
        luck = fsum(chance * judge.luck(step.before, cards) for cards, chance in possible)
        assert abs(luck) < EXACT


def answers(position: Position, played: tuple[Action, ...] = ()) -> Iterator[tuple[Action, ...]]:
    """Every way to answer, by the engine."""
    if position.done:
        yield played
        return
    for action in legal(position):
        yield from answers(advance(position, action), (*played, action))


@rulesets
def test_every_reply_is_there_and_worth_what_the_sheet_after_it_is(ruleset: Ruleset) -> None:
    judge = Judge(ruleset)
    for step in list(game(ruleset, "random", 1))[::4]:
        if not step.asked:
            continue
        replies = judge.replies(step.turned)
        assert sorted(map(repr, answers(step.turned.positions[0]))) == sorted(
            repr(reply.actions) for reply in replies
        )
        assert [reply.value for reply in replies] == sorted((r.value for r in replies), reverse=True)
        for reply in (replies[0], replies[-1]):
            position = step.turned.positions[0]
            for action in reply.actions:
                position = advance(position, action)
            assert judge.value(step.turned, 0, position) == reply.value


@pytest.mark.parametrize(("city", "mean_worth"), [("london", 142.03), ("tokyo", 117.20), ("paris", 171.99)])
def test_the_shipped_weights_find_what_they_were_taught(city: str, mean_worth: float) -> None:
    """Weights know sections and crossings by their numbers: whoever renumbers them spoils the bots."""
    ruleset = Ruleset.of(board(city), ("objectives", "powers"))
    worths = [Judge(ruleset).worth(step.before) for step in game(ruleset, "random")]
    assert abs(mean(worths) - mean_worth) < 0.01


def test_who_plays_by_the_evaluation_loses_nothing_by_it() -> None:
    ruleset = Ruleset.of(board("london"))
    judge = Judge(ruleset)
    for step in game(ruleset, "learned"):
        best = judge.replies(step.turned)[0].value
        assert best - judge.value(step.turned, 0, step.answer) < 1e-3  # the bot adds in another order


def test_a_draft_may_be_gone_on_from() -> None:
    ruleset = Ruleset.of(board("paris"), ("gates",))
    judge, step = Judge(ruleset), next(game(ruleset, "greedy"))
    whole = judge.replies(step.turned)[0]
    draft = advance(step.turned.positions[0], whole.actions[0])
    rest = judge.replies(step.turned, 0, draft)[0]
    assert rest.value == whole.value
    assert rest.actions == whole.actions[1:]


def test_every_seat_is_judged_by_its_own_sheet() -> None:
    ruleset = Ruleset.of(board("tokyo"), ("specials",))
    judge = Judge(ruleset)
    for step in game(ruleset, "random", seats=3):
        last = step.after
    for seat, position in enumerate(last.positions):
        assert judge.worth(last, seat) == points(position)


def test_it_says_what_it_judges_by() -> None:
    assert Judge(Ruleset.of(board("london"))).by == "learned"
    toy = Judge(Ruleset.of(board("toy")))
    assert toy.by == "score"
    step = next(game(Ruleset.of(board("toy")), "greedy"))
    assert toy.value(step.turned, 0, step.answer) == points(step.answer)


def test_what_cannot_be_asked_is_refused() -> None:
    ruleset = Ruleset.of(board("london"), ("specials",))
    judge, steps = Judge(ruleset), list(game(ruleset, "random"))
    opened, turned, end = steps[0], steps[1], steps[-1].after
    with pytest.raises(ValueError, match="a reply is asked; a state has its worth between turns"):
        judge.worth(turned.turned)
    with pytest.raises(ValueError, match="a reply is asked"):
        judge.luck(turned.turned, ["street/joker"])
    with pytest.raises(ValueError, match="nothing is asked now"):
        judge.replies(opened.before)
    with pytest.raises(ValueError, match="the game is over"):
        judge.replies(end)
    with pytest.raises(ValueError, match="this special station cannot be turned up now"):
        judge.luck(opened.before, ["street/joker"])
    with pytest.raises(ValueError, match="these cards cannot be turned now"):
        judge.luck(turned.after, turned.turned.shown)
    with pytest.raises(ValueError, match="these cards cannot be turned now"):
        judge.luck(end, ["street/joker"])
