"""The names of bots: one grammar, and clear words for what is no name."""

import pytest
from tests.strategies import ruleset

from terminus.bots.names import LEVELS, BotName, parse
from terminus.bots.registry import make_bot, player
from terminus.rules.errors import BadSetup


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("random", BotName("random")),
        ("greedy", BotName("greedy")),
        ("points:1", BotName("points", count=1)),
        ("lookahead", BotName("lookahead")),
        ("lookahead:2", BotName("lookahead", count=2)),
        ("mcts", BotName("mcts")),
        ("mcts:5000", BotName("mcts", count=5000)),
        ("mcts:0.1s", BotName("mcts", seconds=0.1)),
        ("mcts:2s", BotName("mcts", seconds=2.0)),
        ("mcts:.5s", BotName("mcts", seconds=0.5)),
        ("learned", BotName("learned")),
        ("expert", BotName("expert")),
    ],
)
def test_names(text: str, found: BotName) -> None:
    assert parse(text) == found


@pytest.mark.parametrize("text", ["", "nope", "Random", "random ", ":5", "mcts5", "easy2", "nope:0"])
def test_an_unknown_bot_is_refused_with_all_that_there_are(text: str) -> None:
    with pytest.raises(BadSetup, match="there is no bot") as refused:
        parse(text)
    assert all(word in str(refused.value) for word in ("random", "greedy", "lookahead", "mcts", *LEVELS))


@pytest.mark.parametrize(
    "text",
    ["mcts:", "mcts:0", "mcts:-3", "mcts:1.5", "mcts:many", "mcts:0s", "mcts:0.0s", "mcts:-1s", "mcts:infs",
     "mcts:nans", "mcts:1e3s", "mcts:99999s", "mcts:s", "mcts:٣", "mcts:1:2", "mcts:99999999999999",
     "lookahead:0", "lookahead:-1", "lookahead:x", "lookahead:10", "lookahead:1s", "lookahead:", "points:0"],
)  # fmt: skip
def test_a_budget_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(BadSetup, match="must be"):
        parse(text)


@pytest.mark.parametrize("text", ["random:5", "greedy:1", "learned:2s", "hard:3"])
def test_a_bot_without_budget_takes_none(text: str) -> None:
    with pytest.raises(BadSetup, match="takes no budget"):
        parse(text)


@pytest.mark.parametrize("name", ["random", "greedy", "points:1", "lookahead:1", *LEVELS])
def test_every_bot_and_level_can_be_had(name: str) -> None:
    assert callable(make_bot(name).choose)
    assert callable(player(name, ruleset("toy")))
