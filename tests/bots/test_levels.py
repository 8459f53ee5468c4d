"""The levels: each plays every city and module to its end, legally, and each is better than the last."""

import random
from statistics import mean

import pytest

from terminus.boards import BOARDS, board
from terminus.bots import LEVELS, View, make_bot, play
from terminus.record.dealer import Dealer
from terminus.record.log import step
from terminus.record.readings import texts
from terminus.rules.actions import DONE
from terminus.rules.errors import BadSetup
from terminus.rules.play import legal
from terminus.rules.ruleset import Ruleset
from terminus.rules.score import total
from terminus.rules.table import Table, scores

MODULES = [(), ("objectives", "powers"), ("specials",), ("gates",)]


def play_game(name: str, city: str, modules: tuple[str, ...], seed: int) -> Table:
    """Alone, through the log, so that every action is checked again."""
    dealer, bot = Dealer(random.Random(seed)), make_bot(name, random.Random(seed))
    table = step(None, dealer.start(Ruleset.of(board(city), modules), ["bot"]))
    while not table.over:
        if (event := dealer.next_event(table)) is not None:
            table = step(table, event)
            continue
        do = texts(table.positions[0], play(bot, View.of(table, 0)))
        event = {"event": "turn", "round": table.round, "turn": table.turn, "seat": 0, "do": do}
        table = step(table, event)
    return table


def points(table: Table) -> int:
    return total(scores(table)[0])


@pytest.mark.parametrize(("city", "modules"), list(zip((*BOARDS, "toy"), MODULES, strict=True)))
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_every_kind_of_game_to_its_end(
    level: str, city: str, modules: tuple[str, ...]
) -> None:
    assert play_game(level, city, modules, 5).over


def test_each_level_is_better_than_the_last() -> None:
    easy, medium, hard = (
        mean(points(play_game(level, "london", (), seed)) for seed in range(6))
        for level in ("easy", "medium", "hard")
    )
    assert easy + 8 < medium
    assert medium + 3 < hard


@pytest.mark.parametrize("name", LEVELS)
def test_a_bot_plays_the_same_again_with_the_same_chance(name: str) -> None:
    first, again = (play_game(name, "london", ("powers",), 7) for _ in range(2))
    assert first.positions[0].sheet == again.positions[0].sheet


@pytest.mark.parametrize("name", LEVELS)
def test_a_choice_is_always_one_of_the_legal_actions(name: str) -> None:
    dealer, bot = Dealer(random.Random(11)), make_bot(name, random.Random(11))
    table = step(None, dealer.start(Ruleset.of(board("paris"), ("gates",)), ["bot"]))
    for _ in range(6):
        while (event := dealer.next_event(table)) is not None:
            table = step(table, event)
        view = View.of(table, 0)
        actions = play(bot, view)
        assert actions[0] in legal(view.position)
        assert actions[-1] == DONE
        do = texts(view.position, actions)
        event = {"event": "turn", "round": table.round, "turn": table.turn, "seat": 0, "do": do}
        table = step(table, event)


def test_an_unknown_bot_is_said_so() -> None:
    with pytest.raises(BadSetup, match="there is no bot «deep-blue»; there are "):
        make_bot("deep-blue")


def test_without_the_kernel_the_expert_still_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("terminus.bots.registry.installed_or_say", lambda: False)
    assert play_game("expert", "toy", (), 3).over
