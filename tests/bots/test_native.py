"""Bots in the kernel: legal everywhere, the same again with the same chance, each better than the last."""

from __future__ import annotations

import random
from pathlib import Path
from statistics import mean

import pytest

from terminus.boards import BOARDS, board, load_document, own_board, shipped_document, write_document
from terminus.boards.digest import fingerprint
from terminus.bots import make_bot
from terminus.bots.bot import play_game
from terminus.bots.evaluation import (
    BadWeights,
    file_of,
    name_of,
    net_of,
    read,
    weights_of,
)
from terminus.bots.games import game_of
from terminus.bots.greedy import points
from terminus.bots.native import Method, learned, lookahead, mcts, mind_of, native_player, state_of
from terminus.bots.players import Totals, kernel_player
from terminus.bots.sources import forget, learn_from
from terminus.bots.train import Training, Watch, rulesets_of, train
from terminus.bots.view import View
from terminus.cli import main
from terminus.kernel import installed, kernel_of
from terminus.record.dealer import SettledDealer
from terminus.rules.actions import DONE
from terminus.rules.board import Board
from terminus.rules.cards import DEFAULT_DECK
from terminus.rules.errors import BadSetup
from terminus.rules.ruleset import Ruleset

DEPARTURES = shipped_document("tokyo")["departures"]
pytestmark = pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: its bots are not tested")

RULESETS = [ruleset for city in (*BOARDS, "toy") for ruleset in rulesets_of(board(city))]


def named(ruleset: Ruleset) -> str:
    return "-".join((ruleset.board.id, *ruleset.modules))


def totals(method: Method, ruleset: Ruleset, games: int) -> Totals:
    settled = [game_of(ruleset, 1, 3, game) for game in range(games)]
    return native_player(method, ruleset)(settled, range(games))()


@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
@pytest.mark.parametrize("name", ["lookahead:1", "mcts:12"])
def test_the_engine_finds_every_action_legal(ruleset: Ruleset, name: str) -> None:
    table = play_game(game_of(ruleset, 2, 8, 0), [make_bot(name, random.Random(seat)) for seat in range(2)])
    assert table.over


@pytest.mark.parametrize("city", BOARDS)
@pytest.mark.parametrize("modules", [(), ("objectives", "powers"), ("specials",), ("gates",)])
def test_games_in_the_kernel_are_those_of_the_bot_at_a_table(city: str, modules: tuple[str, ...]) -> None:
    ruleset = Ruleset.of(board(city), modules)
    at_tables = [
        points(
            play_game(game_of(ruleset, 1, 3, game), [make_bot("learned", random.Random(game))]).positions[0]
        )
        for game in range(3)
    ]
    assert [(total,) for total in at_tables] == totals(learned(), ruleset, 3)


@pytest.mark.parametrize("method", [learned(), lookahead(1), mcts(40)], ids=lambda method: method.kind)
def test_the_same_seeds_give_the_same_games(method: Method) -> None:
    ruleset = Ruleset.of(board("paris"), ("gates",))
    assert totals(method, ruleset, 2) == totals(method, ruleset, 2)


@pytest.mark.parametrize("city", BOARDS)
def test_each_way_of_thinking_is_better_than_the_last(city: str) -> None:
    ruleset, games = Ruleset.of(board(city)), 60
    settled = [game_of(ruleset, 1, 3, game) for game in range(games)]
    greedy = kernel_player("greedy", ruleset)(settled, range(games))()
    means = [mean(total for (total,) in greedy)]
    means += [mean(total for (total,) in totals(method, ruleset, games)) for method in (learned(), mcts(100))]
    assert means[0] + 10 < means[1] < means[2]


def test_a_state_holds_the_cards_left_and_what_everybody_has_seen() -> None:
    game = game_of(Ruleset.of(board("tokyo"), ("specials",)), 1, 0, 0)
    dealer = SettledDealer(game.deal)
    table = dealer.turn_up(dealer.turn_up(game.table))
    state, kernel = state_of(View.of(table, 0)), kernel_of(table.ruleset)
    deck = DEFAULT_DECK.cards
    assert {deck[card] for card in range(len(deck)) if state.remaining >> card & 1} == set(table.remaining)
    assert kernel.phase(kernel.state_of(game.table)) == "opening"
    assert kernel.phase(state) == "answer"
    kernel.apply(state, DONE)
    assert kernel.phase(state) == "flip"


def test_search_may_be_timed() -> None:
    game = game_of(Ruleset.of(board("london")), 1, 0, 0)
    view = View.of(SettledDealer(game.deal).turn_up(game.table), 0)
    reply = mind_of(view.position.ruleset, mcts(seconds=0.01)).reply(state_of(view), 1)
    assert 1 <= len(reply) <= 2


def test_a_board_without_weights_is_searched_but_nothing_was_learned() -> None:
    ruleset = Ruleset.of(board("toy"))
    assert net_of(ruleset.board) is None
    assert len(totals(mcts(5), ruleset, 2)) == 2
    with pytest.raises(BadSetup, match="no weights for the board toy; terminus train makes them"):
        mind_of(ruleset, learned())


@pytest.mark.parametrize("name", ["mcts:0", "mcts:0s", "lookahead:0"])
def test_a_budget_of_nothing_is_refused(name: str) -> None:
    with pytest.raises(BadSetup, match=r"the budget must be|must be more than 0"):
        make_bot(name)


@pytest.mark.parametrize("make", [lambda: mcts(0), lambda: mcts(seconds=0), lambda: lookahead(0)])
def test_so_it_is_by_the_factories(make: object) -> None:
    assert callable(make)
    with pytest.raises(BadSetup, match=r"budget of mcts must be|at least"):
        make()


def taught(path: Path, monkeypatch: pytest.MonkeyPatch) -> float:
    """What the weights of a file play on the toy board, on the mean of many games."""
    _, net = read(path.read_bytes(), path.name)
    monkeypatch.setattr("terminus.bots.native.net_of", lambda board: net)
    return mean(total for (total,) in totals(learned(), Ruleset.of(board("toy")), 400))


def trained(
    path: Path, city: Board, training: Training, watch: Watch = lambda done, total: None
) -> dict[str, float]:
    weights, means = train(city, training, watch)
    path.write_bytes(weights)
    return means


def test_training_can_be_repeated_and_teaches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    city = board("toy")
    first, second = tmp_path / "first.net", tmp_path / "second.net"
    seen: list[int] = []
    means = trained(first, city, Training(4000, refine=800), lambda done, total: seen.append(done))
    trained(second, city, Training(4000, refine=800))
    assert first.read_bytes() == second.read_bytes()
    assert seen == sorted(seen)
    assert seen[-1] == 4800
    assert set(means) >= {"base", "gates", "objectives+powers"}
    trained(second, city, Training(8))
    assert taught(second, monkeypatch) < taught(first, monkeypatch)


def test_what_was_learned_can_be_refined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    city = board("toy")
    first, second = tmp_path / "first.net", tmp_path / "second.net"
    trained(first, city, Training(400))
    trained(second, city, Training(0, refine=4000, start=first))
    assert taught(first, monkeypatch) < taught(second, monkeypatch)
    header, net = read(second.read_bytes(), second.name)
    assert header["start"]["study"]["games"] == 400
    assert len(net.layers()) == 4 * 4 * 2


def test_only_weights_of_the_same_board_are_refined(tmp_path: Path) -> None:
    path, start = tmp_path / "x.net", tmp_path / "toy.net"
    with pytest.raises(BadWeights, match="No such file"):
        trained(path, board("toy"), Training(0, refine=8, start=start))
    trained(start, board("toy"), Training(8))
    with pytest.raises(BadWeights, match=r"^toy.net: weights for another board than london$"):
        trained(path, board("london"), Training(0, refine=8, start=start))
    with pytest.raises(BadSetup, match="say by how many games"):
        trained(path, board("toy"), Training(0, start=start))
    assert not path.exists()


def test_weights_are_read_as_they_were_written() -> None:
    city = board("london")
    net = net_of(city)
    assert net is not None
    header, again = read(file_of(city, net.layers(), {"games": 0}), "again.net")
    assert header["board"] == "london"
    assert again.layers() == net.layers()


@pytest.mark.parametrize("spoil", [lambda data: data[:-3], lambda data: data + b"0", lambda data: data[9:]])
def test_damaged_weights_are_refused_by_name(spoil: object) -> None:
    net = net_of(board("london"))
    assert net is not None
    assert callable(spoil)
    data = file_of(board("london"), net.layers(), {})
    with pytest.raises(BadWeights, match=r"^x.net: this is not a file of weights, or it is damaged$"):
        read(spoil(data), "x.net")


def test_train_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "toy.net"
    assert main(["train", "toy", "--games", "200", "--refine", "100", "--output", str(path)]) == 0
    assert capsys.readouterr().out.startswith(f"{path}: base ")
    assert main(["train", "toy", "--games", "0", "--output", str(path)]) == 2
    assert "the number of games must be from 1" in capsys.readouterr().err


def test_training_may_be_as_long_as_some_seconds() -> None:
    seen: list[tuple[int, int]] = []
    data, means = train(board("toy"), Training.within(0.4), lambda *done: seen.append(done))
    header, _ = read(data, "toy.net")
    assert 0 < header["study"]["games"] < 10**9
    assert 0 < header["refine"]["games"] < 10**9
    assert seen == sorted(seen)
    assert seen[-1] == (1000, 1000)
    assert means["base"] > 0


class Kept:
    """A source with weights for one board."""

    def __init__(self, digest: str, weights: bytes) -> None:
        self.digest, self.weights, self.away = digest, weights, False

    def name(self, digest: str) -> str | None:
        return name_of(self.weights) if digest == self.digest else None

    def data(self, digest: str) -> bytes | None:
        return None if self.away else self.weights


def test_a_copy_by_another_name_has_the_weights_of_what_it_copies() -> None:
    copy = own_board({**shipped_document("tokyo"), "name": "My Tokyo", "note": "mine"})
    assert copy.id != "tokyo"
    assert weights_of(copy) == weights_of(board("tokyo")) is not None
    other = own_board({**shipped_document("tokyo"), "departures": {**DEPARTURES, "purple": "c0"}})
    assert weights_of(other) is None


def test_what_was_trained_for_a_file_is_found_by_every_game_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("terminus.bots.evaluation.own_folder", lambda: tmp_path)
    monkeypatch.setattr("terminus.cli.train.own_folder", lambda: tmp_path)
    document = shipped_document("toy")
    document["name"], document["solo"] = "Hill", {"ratings": [1, 2, 3, 4, 5]}
    document["mechanics"] = [one for one in document["mechanics"] if one["rule"] != "tourist"]
    file = tmp_path / "hill.toml"
    file.write_text(write_document(document), "utf-8")
    assert main(["train", str(file), "--games", "8", "--refine", "8"]) == 0
    assert net_of(own_board(document)) is not None
    assert net_of(load_document(document, "hill")) is not None


def test_a_source_has_weights_for_boards_without_a_file() -> None:
    city = board("toy")
    data, _ = train(city, Training(8), lambda done, total: None)
    source = Kept(fingerprint(city), data)
    assert (net_of(city), weights_of(city)) == (None, None)
    learn_from(source)
    try:
        source.away = True
        assert net_of(city) is None
        source.away = False
        assert net_of(city) is net_of(city) is not None, "what was away a moment ago is not given up"
        assert weights_of(city) == name_of(data)
        assert weights_of(board("london")) != name_of(data), "a file goes first"
    finally:
        forget(source)
    assert net_of(city) is None
