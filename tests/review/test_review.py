"""The review: every sum comes out, a seat is judged by itself, and the same log has the same review."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import fsum

import pytest
from tests.review.games import base, log
from tests.strategies import MODULE_SETS, ruleset

from terminus.boards import BOARDS
from terminus.kernel import installed
from terminus.record.log import turn_event
from terminus.record.readings import play_turn
from terminus.review import Game, Review, Settings, TurnReview, as_json, review, turns
from terminus.rules.errors import BadLog, BadSetup
from terminus.rules.play import advance, legal

pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: there is no review without it")

EXACT = 1e-6
RULESETS = [ruleset(city, modules) for city in (*BOARDS, "toy") for modules in MODULE_SETS]
rulesets = pytest.mark.parametrize("rules", RULESETS, ids=lambda r: "-".join((r.board.id, *r.modules)))


def check_sums(found: Review) -> None:
    for seat in found.seats:
        assert abs(seat.par + seat.luck - seat.lost + seat.drift - seat.score - seat.to_come) < EXACT
        worth = seat.par
        for turn in seat.turns:
            assert turn.worth == worth
            assert abs(turn.worth + turn.luck - turn.lost + turn.drift - turn.after) < EXACT
            assert abs(fsum(turn.difference.values()) - turn.lost) < EXACT
            assert turn.lost >= 0
            worth = turn.after
        assert seat.decisions == sum(turn.choice for turn in seat.turns)


@rulesets
def test_the_sums_come_out_in_every_ruleset(rules) -> None:  # type: ignore[no-untyped-def]
    game = Game.of(log(rules, "greedy", "random"), lambda _: rules.board)
    found = review(game, Settings(depth=1))
    check_sums(found)
    for seat in found.seats:
        assert seat.to_come == 0
        assert seat.score == sum(seat.turns[-1].played.rules.values())
    assert found.by == ("score" if rules.board.id == "toy" else "learned")
    assert (found.weights is None) == (found.by == "score")


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("city", BOARDS)
def test_at_every_depth(city: str, depth: int) -> None:
    check_sums(review(Game.of(base(city, "greedy")), Settings(depth=depth)))


def test_a_seat_is_judged_by_its_own_sheet_whoever_sits_beside_it() -> None:
    rules = ruleset("paris", ("specials",))
    beside = [
        review(Game.of(log(rules, "greedy", other, "random")), Settings(depth=1)).seats[0]
        for other in ("random", "points:1")
    ]
    assert beside[0] == beside[1]


def test_the_same_log_has_the_same_review_alone_and_in_a_crowd() -> None:
    games = [Game.of(base(city, "greedy")) for city in BOARDS] * 4
    alone = [as_json(review(game)) for game in games[: len(BOARDS)]] * 4
    with ThreadPoolExecutor(8) as pool:
        assert [as_json(found) for found in pool.map(review, games)] == alone


def test_luck_is_that_of_the_cards_alone() -> None:
    """Whatever is replied to a card, it was as lucky."""
    game = Game.of(base("london", "greedy"))
    first = next(turns(game, 0))
    other = next(turns(Game.of([*game.events[:2], {**game.events[2], "do": []}]), 0))
    assert other.played.do == ()
    assert (other.luck, other.worth, other.best) == (first.luck, first.worth, first.best)
    assert other.lost > first.lost


def whole_answers(turn: TurnReview, game: Game) -> int:
    """How many ways there are to answer a turn, by the engine."""
    step = next(step for step in game.steps(0) if step.place == (turn.round, turn.turn))
    waiting, count = [step.turned.positions[0]], 0
    while waiting:
        here = waiting.pop()
        count += here.done
        waiting += [advance(here, action) for action in ([] if here.done else legal(here))]
    return count


def test_a_choice_is_where_there_is_more_than_one_reply() -> None:
    game = Game.of(log(ruleset("tokyo", ("powers",)), "greedy"))
    found = review(game, Settings(depth=1)).seats[0]
    for turn in found.turns[::4]:
        assert turn.count == whole_answers(turn, game)
        assert turn.choice == (turn.count > 1)


def test_the_best_can_be_played_and_is_worth_what_is_said() -> None:
    """Replies are in the words of a log: who plays the best one loses nothing and gets its points."""
    rules = ruleset("london", ("objectives", "gates"))
    game = Game.of(log(rules, "random"))
    for turn, step in zip(turns(game, 0), game.steps(0), strict=True):
        position = play_turn(step.turned.positions[0], turn.best.do)
        assert position.sheet == turn.best.position.sheet
        before = game.events[: game.events.index(turn_event(step.turned, 0, step.do))]
        again = Game.of([*before, turn_event(step.turned, 0, turn.best.do)])
        if turn.round == 1:
            assert list(turns(again, 0))[-1].lost == 0


def test_a_log_that_stops_is_reviewed_as_far_as_it_goes() -> None:
    whole = base("tokyo", "greedy", "random")
    full = review(Game.of(whole))
    for stop in range(1, len(whole), 17):
        found = review(Game.of(whole[:stop]))
        check_sums(found)
        for seat, other in zip(found.seats, full.seats, strict=True):
            assert seat.turns == tuple(
                turn if turn.next_up == mine.next_up else mine
                for turn, mine in zip(other.turns, seat.turns, strict=False)
            )
            assert seat.par == other.par


def test_mistakes_are_those_that_are_sure_the_largest_first() -> None:
    seat = review(Game.of(base("london", "random"))).seats[0]
    lost = [turn.lost for turn in seat.mistakes]
    assert lost == sorted(lost, reverse=True)
    assert seat.mistakes
    assert min(lost) > seat.turns[0].noise
    assert sum(turn.lost > turn.noise for turn in seat.turns) == len(lost)


def test_the_next_level_up_is_marked_where_it_does_surely_better() -> None:
    game = Game.of(base("london", "random"))
    seat = review(game, Settings(level="easy")).seats[0]
    assert (seat.level, seat.next_level) == ("easy", "medium")
    marked = [turn for turn in seat.turns if turn.next_up]
    assert marked
    for turn in marked:
        assert turn.next_up is not None
        assert turn.noise < turn.next_up.better <= turn.lost + EXACT
        assert turn.next_up.level == "medium"
    best = review(game, Settings(level="expert")).seats[0]
    assert (best.level, best.next_level) == ("expert", None)
    assert not any(turn.next_up for turn in best.turns)


def test_it_says_how_far_it_is() -> None:
    game = Game.of(base("london", "greedy", "random"))
    heard: list[tuple[int, int]] = []
    found = review(game, Settings(depth=1), lambda done, total: heard.append((done, total)))
    expected, before = list[int](), 0
    for seat in found.seats:
        count = len(seat.turns)
        expected += range(before + 1, before + count + 1)
        marked = [number for number, turn in enumerate(seat.turns, 1) if not turn.as_good]
        assert marked, "each mistake is looked at once more"
        expected += [before + count + number for number in marked]
        before += 2 * count
    assert heard == [(done, before) for done in expected]


@pytest.mark.parametrize("last", [1, 60])
def test_it_can_be_stopped_also_while_mistakes_are_looked_at(last: int) -> None:
    game, heard = Game.of(base("london", "random")), list[int]()

    def stop(done: int, total: int) -> None:
        heard.append(done)
        if done >= last:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        review(game, Settings(depth=1, play_on=2), stop)
    assert sum(done >= last for done in heard) == 1


def test_some_turns_and_seats_only() -> None:
    game = Game.of(base("london", "greedy", "random"))
    full = review(game, Settings(depth=1, level="expert"))
    assert review(game, Settings(depth=1, level="expert"), seats=[1]).seats == full.seats[1:]
    some = list(turns(game, 1, Settings(depth=1), only=[(1, 2), (3, 1)]))
    assert some == [turn for turn in full.seats[1].turns if (turn.round, turn.turn) in {(1, 2), (3, 1)}]


def test_what_cannot_be_is_refused() -> None:
    for depth in (0, 4, -1):
        with pytest.raises(BadSetup, match="the depth must be from 1 to 3"):
            Settings(depth=depth)
    with pytest.raises(BadSetup, match="there is no level"):
        Settings(level="wizard")
    game = Game.of(base("london", "greedy"))
    with pytest.raises(BadSetup, match="there is no seat 1"):
        review(game, seats=[1])
    with pytest.raises(BadLog):
        Game.of("no log")
