"""The plain bots keep to their definitions and to the rules, in every city and with every module."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest
from tests.strategies import MODULE_SETS, ruleset

from terminus.bots import Bot, View, make_bot
from terminus.bots.bot import play_game
from terminus.bots.games import game_of
from terminus.bots.greedy import Greedy, points
from terminus.bots.lookahead import Lookahead, endings, possible_flips
from terminus.bots.players import MakeBot, engine_player, kernel_player
from terminus.bots.uniform import RandomBot
from terminus.kernel import installed
from terminus.record.dealer import SettledDealer
from terminus.rules.actions import DONE, Action, Draw
from terminus.rules.cards import DEFAULT_DECK, is_switch
from terminus.rules.play import advance, apply, ask, legal
from terminus.rules.position import Position
from terminus.rules.table import Table, commit

CITIES = ("london", "tokyo", "paris")
BOTS: dict[str, MakeBot] = {"random": RandomBot, "greedy": Greedy}


class Judge:
    """Lets a bot play and looks at every choice it makes."""

    def __init__(self, bot: Bot, judge: object) -> None:
        self.bot, self.judge = bot, judge

    def choose(self, view: View) -> Action:
        action = self.bot.choose(view)
        assert action in legal(view.position)
        self.judge(view.position, action)  # type: ignore[operator]
        return action


def never_idle(position: Position, action: Action) -> None:
    """No pass while there is anything to do, and no other thing while a section can be drawn."""
    actions = legal(position)
    if action == DONE:
        assert actions == (DONE,)


def draws_first(position: Position, action: Action) -> None:
    never_idle(position, action)
    assert isinstance(action, Draw) or not any(isinstance(other, Draw) for other in legal(position))


def takes_most(position: Position, action: Action) -> None:
    never_idle(position, action)
    if isinstance(action, Draw):
        rivals = [other for other in legal(position) if isinstance(other, Draw)]
        assert points(advance(position, action)) == max(points(advance(position, other)) for other in rivals)


@pytest.mark.parametrize("modules", MODULE_SETS, ids="+".join)
@pytest.mark.parametrize("city", [*CITIES, "toy"])
@pytest.mark.parametrize(("bot", "judge"), [("random", draws_first), ("greedy", takes_most)])
def test_whole_games_by_the_rules(city: str, modules: tuple[str, ...], bot: str, judge: object) -> None:
    rules = ruleset(city, modules)
    for game in range(3):
        bots = [Judge(BOTS[bot](random.Random(f"{game} {seat}")), judge) for seat in range(2)]
        assert play_game(game_of(rules, 2, 1, game), bots).over


@pytest.mark.parametrize(("city", "modules"), [("london", ()), ("tokyo", ("powers",)), ("paris", ("gates",))])
def test_lookahead_plays_whole_games(city: str, modules: tuple[str, ...]) -> None:
    found = game_of(ruleset(city, modules), 1, 1, 0)
    assert play_game(found, [Lookahead(1, random.Random(0))]).over


def some_views(city: str, modules: tuple[str, ...], games: int) -> Iterator[tuple[Table, View]]:
    """Moments of random games at which there is a choice."""
    for game in range(games):
        found = game_of(ruleset(city, modules), 1, 4, game)
        table, dealer, rng = found.table, SettledDealer(found.deal), random.Random(game)
        while not table.over:
            table = dealer.turn_up(table)
            if table.awaits_flip:
                continue
            position = table.positions[0]
            if len(legal(position)) > 1:
                yield table, View.of(table, 0)
            while not position.done:
                position = apply(position, rng.choice(legal(position)))
            table = commit(table, 0, position)


def test_random_is_uniform() -> None:
    _, view = next((t, v) for t, v in some_views("london", (), 9) if len(legal(v.position)) == 5)
    bot = RandomBot(random.Random(5))
    seen = Counter(bot.choose(view) for _ in range(4000))
    assert set(seen) == {action for action in legal(view.position) if isinstance(action, Draw)}
    assert all(860 < count < 1140 for count in seen.values())  # 1000 each; five standard errors


def test_greedy_breaks_ties_at_random() -> None:
    for _, view in some_views("london", (), 9):
        best = [a for a in legal(view.position) if isinstance(a, Draw)]
        gains = [points(advance(view.position, action)) for action in best]
        if gains.count(max(gains, default=0)) > 1:
            chosen = {Greedy(random.Random(seed)).choose(view) for seed in range(40)}
            assert chosen == {a for a, gain in zip(best, gains, strict=True) if gain == max(gains)}
            return
    pytest.fail("no tie found")


def naive_outlook(position: Position, turned: tuple[str, ...], flips: int) -> float:
    """Over every order of the cards that are left, what the best answers to the next flips leave."""
    if not flips or DEFAULT_DECK.is_over(turned):
        return points(position)
    assert position.turn is not None
    left = DEFAULT_DECK.left(turned)
    values = []
    for one, two in permutations(left, 2) if len(left) > 1 else [(left[0], "")]:
        cards = (one, two) if is_switch(one) else (one,)
        asked = ask(position, DEFAULT_DECK.turn(position.turn.number + 1, cards))
        values.append(max(naive_outlook(end, (*turned, *cards), flips - 1) for end in endings(asked)))
    return sum(values) / len(values)


def best_by_hand(view: View, flips: int) -> dict[Action, float]:
    return {
        action: max(naive_outlook(end, view.turned, flips) for end in endings(advance(view.position, action)))
        for action in legal(view.position)
    }


@pytest.mark.parametrize(("city", "modules"), [("london", ()), ("tokyo", ("specials",)), ("toy", ())])
def test_lookahead_takes_the_exact_expectation(city: str, modules: tuple[str, ...]) -> None:
    judged = 0
    for _, view in some_views(city, modules, 1):
        worth = best_by_hand(view, 1)
        assert worth[Lookahead(1, random.Random(0)).choose(view)] == pytest.approx(max(worth.values()))
        judged += 1
    assert judged > 5


@pytest.mark.skipif(not installed(), reason="THE NATIVE KERNEL IS NOT INSTALLED: make kernel")
@pytest.mark.parametrize(("city", "modules"), [("london", ()), ("tokyo", ("specials",)), ("toy", ())])
def test_the_kernel_counts_points_as_the_engine_does(city: str, modules: tuple[str, ...]) -> None:
    judged = 0
    for _, view in some_views(city, modules, 1):
        if DEFAULT_DECK.is_over(view.turned):  # the kernel looks on into the next round
            continue
        worth = best_by_hand(view, 1)
        chosen = make_bot("points:1", random.Random(0)).choose(view)
        assert worth[chosen] == pytest.approx(max(worth.values()))
        judged += 1
    assert judged > 5


def test_lookahead_of_two_flips_is_exact_too() -> None:
    views = [view for _, view in some_views("london", (), 4) if len(view.remaining) == 3]
    assert any(best_by_hand(view, 2) != best_by_hand(view, 1) for view in views)
    for view in views:
        worth = best_by_hand(view, 2)
        assert worth[Lookahead(2, random.Random(0)).choose(view)] == pytest.approx(max(worth.values()))


@pytest.mark.parametrize("flips", [1, 2])
def test_flips_add_up_to_certainty(flips: int) -> None:
    assert sum(chance for _, chance in possible_flips(DEFAULT_DECK.cards, flips)) == pytest.approx(1)
    assert sum(chance for _, chance in possible_flips(DEFAULT_DECK.cards[2:5], flips)) == pytest.approx(1)


@pytest.mark.skipif(not installed(), reason="THE NATIVE KERNEL IS NOT INSTALLED: make kernel")
@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize(
    ("city", "modules"),
    [("london", ()), ("tokyo", ("powers",)), ("paris", ("objectives", "gates")), ("london", ("specials",))],
)
def test_kernel_and_engine_agree_on_the_same_deals(policy: str, city: str, modules: tuple[str, ...]) -> None:
    """The dice differ, the cards do not: the mean difference is nought within its error."""
    rules = ruleset(city, modules)
    games = [game_of(rules, 2, 1, game) for game in range(60)]
    seeds = list(range(0, 120, 2))
    native = kernel_player(policy, rules)(games, seeds)()
    engine = engine_player(BOTS[policy])(games, seeds)()
    assert [len(seats) for seats in native] == [2] * 60
    differences = [sum(a) - sum(b) for a, b in zip(native, engine, strict=True)]
    mean = sum(differences) / 60
    error = (sum((d - mean) ** 2 for d in differences) / 59 / 60) ** 0.5
    assert abs(mean) < 4.5 * error
    assert kernel_player(policy, rules)(games, seeds)() == native
