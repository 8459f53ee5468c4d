"""The report on a board: the toy board's facts worked out by hand, and figures that agree with each other."""

import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from tests.boards.test_fuzz import mutated, source
from tests.boards.toml import dump

from terminus.boards import board, load_board
from terminus.bots.levels import means
from terminus.bots.report import BoardReport, Budget, as_json, report
from terminus.bots.report import games as games_of_report
from terminus.bots.report.bands import earned, suggested
from terminus.bots.report.ground import ground_of, longest_round
from terminus.kernel import installed
from terminus.rules.board import Board
from terminus.rules.cards import DEFAULT_DECK, Deck
from terminus.rules.errors import BadBoard, BadSetup

FEW = Budget(games=20, seconds=60)


def changed(**keys: Any) -> Board:
    return load_board(dump(tomllib.loads(source("toy")) | keys), "changed")


def test_the_ground_of_the_toy_board() -> None:
    ground = ground_of(board("toy"))
    assert (ground.stations, ground.sections) == (13, 32), "8 level, 8 upright, one in each of 16 squares"
    assert ground.clashes == 4, "b1-d1 and c0-c2, a2-c2 and b1-b3, c2-e2 and d1-d3, b3-d3 and c2-c4"
    assert ground.symbols == {"circle": 3, "square": 3, "triangle": 2, "pentagon": 3, "every": 2}
    assert {part.name: part.stations for part in ground.districts} == {
        "A": 2, "B": 1, "C": 2, "D": 1, "E": 1, "F": 1, "G": 2, "H": 1, "J": 2,
    }  # fmt: skip
    assert [(part.name, part.stations) for part in ground.quarters] == [
        ("nw", 5), ("ne", 3), ("sw", 3), ("se", 2),
    ]  # fmt: skip
    red, grey = ground.departures[0], ground.departures[3]
    assert (red.line, red.cell, red.ways, red.reached, red.farthest) == ("red", "b1", 6, 13, 3), "to e4"
    assert (grey.cell, grey.ways) == ("e2", 5)
    assert ground.sections_to["b1"] == 0
    assert ground.sections_to["c0"] == 1
    assert (*ground.unreached, *ground.too_far, *ground.jokers_only, *ground.dead_ends) == ()


def test_what_the_deck_has_no_card_for_cannot_be_reached() -> None:
    faces = [
        f"{suit}/{face}" for suit in ("street", "underground") for face in ("circle", "square", "pentagon")
    ]
    ground = ground_of(changed(deck={"cards": faces, "round_ends": "empty"}))
    assert ground.jokers_only == ("e0", "b3")
    assert ground.unreached == ("e0",), "b3 is a departure"
    jokers = ground_of(changed(deck={"cards": [*faces, "street/joker"], "round_ends": "empty"}))
    assert jokers.jokers_only == ("e0", "b3")
    assert jokers.unreached == ()


def test_a_printed_line_is_no_way_unless_it_can_be_doubled() -> None:
    tokyo = ground_of(board("tokyo"))
    assert tokyo.unreached == ()
    assert max(departure.farthest for departure in tokyo.departures) == 7


@pytest.mark.parametrize(
    ("deck", "turns"),
    [
        (DEFAULT_DECK, 10),
        (Deck(DEFAULT_DECK.cards, {}), 10),
        (Deck(DEFAULT_DECK.cards, {"underground": 1}), 6),
        (Deck(DEFAULT_DECK.cards, {"underground": 2, "street": 3}), 4),
        (Deck(("a/circle", "a/joker"), {"a": 2}), 2),
    ],
)
def test_the_longest_round(deck: Deck, turns: int) -> None:
    assert longest_round(deck) == turns


def consistent(city: Board, found: BoardReport) -> None:
    sections = {section.name_from(section.a) for section in city.sections}
    assert set(found.heat) == (sections if len(found.players) > 1 else found.heat.keys())
    assert sum(part.stations for part in found.ground.districts) == len(city.stations)
    assert sum(part.stations for part in found.ground.quarters) == len(city.stations)
    for player in found.players:
        assert 2 <= player.games <= player.asked
        assert (
            player.least <= player.quantiles[0] <= player.quantiles[2] <= player.quantiles[-1] <= player.most
        )
        assert sum(figure.mean for figure in player.rules.values()) == pytest.approx(player.mean)
        assert 0 <= player.idle <= 1
    if found.ratings:
        assert list(found.ratings.suggested) == sorted(set(found.ratings.suggested))
        for shares in (*found.ratings.earned_own.values(), *found.ratings.earned_suggested.values()):
            assert sum(shares) == pytest.approx(1)


@pytest.mark.parametrize("name", ["toy", "tokyo"])
def test_the_same_seed_says_the_same_and_it_all_agrees(name: str) -> None:
    found = report(board(name), FEW)
    consistent(board(name), found)
    assert found.complete
    assert [player.level for player in found.players][:2] == ["easy", "medium"]
    assert as_json(report(board(name), FEW)) == as_json(found)
    assert as_json(report(board(name), FEW, seed=2)) != as_json(found)


def test_without_a_kernel_the_engine_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_of_report, "installed", lambda: False)
    found = report(board("toy"), Budget(games=4))
    consistent(board("toy"), found)
    assert (found.by, found.complete) == ("engine", True)
    assert [player.level for player in found.players] == ["easy", "medium"]


@pytest.mark.skipif(not installed(), reason="NO NATIVE KERNEL: nothing to compare the engine with")
@pytest.mark.parametrize(
    ("city", "modules", "games"),
    [("toy", (), 100), ("london", ("objectives", "powers"), 20), ("paris", ("specials", "objectives"), 20),
     ("tokyo", ("gates",), 20)],
)  # fmt: skip
def test_engine_and_kernel_say_alike(
    monkeypatch: pytest.MonkeyPatch, city: str, modules: tuple[str, ...], games: int
) -> None:
    native = report(board(city), Budget(games), modules=modules).players[0]
    monkeypatch.setattr(games_of_report, "installed", lambda: False)
    engine = report(board(city), Budget(games), modules=modules).players[0]
    assert engine.mean == pytest.approx(native.mean, abs=5 * (engine.se + native.se))
    assert engine.sections == pytest.approx(native.sections, abs=0.5)
    assert engine.rules.keys() == native.rules.keys()


def test_modules_are_played_as_the_levels_were_measured() -> None:
    found = report(board("london"), Budget(games=100, seconds=600), modules=("powers", "objectives"))
    assert (found.modules, found.ratings) == (("objectives", "powers"), None)
    consistent(board("london"), found)
    alone = report(board("london"), Budget(games=100, seconds=600), modules=("objectives",))
    for player, fewer in zip(found.players, alone.players, strict=True):
        assert player.mean > fewer.mean
        if player.level in ("easy", "medium"):
            measured = means(player.level)["london+objectives"]
            assert fewer.mean == pytest.approx(measured, abs=5 * fewer.se)


def test_what_there_is_no_time_for_is_left_out_and_said() -> None:
    found = report(board("toy"), Budget(games=1000, seconds=1e-9))
    assert not found.complete
    assert (found.players, found.ratings, found.heat) == ((), None, {})
    assert found.ground.stations == 13


@pytest.mark.parametrize("budget", [Budget(1), Budget(10**9), Budget(10, 0), Budget(10, 1e9)])
def test_a_budget_is_bounded(budget: Budget) -> None:
    with pytest.raises(BadSetup):
        report(board("toy"), budget)


def test_ratings_rise_from_random_to_beyond_greedy_players() -> None:
    random, greedy = list(range(80, 121)), list(range(110, 151))
    assert suggested(random, greedy) == (95, 110, 125, 140, 155), "100 and 130 in the middle"
    assert suggested([7] * 9, [7] * 9) == (7, 8, 9, 10, 11)
    assert earned([1, 5, 6, 99], (5, 10, 20, 30, 40)) == (0.5, 0.25, 0, 0, 0, 0.25)


@pytest.mark.parametrize("name", ["london", "tokyo", "paris"])
def test_on_the_shipped_boards_they_come_near_the_printed_ones(name: str) -> None:
    found = report(board(name), Budget(games=100))
    assert found.ratings
    printed = zip(found.ratings.suggested, found.ratings.own, strict=True)
    assert max(abs(ours - theirs) for ours, theirs in printed) <= 20


@settings(max_examples=25)
@given(mutated())
def test_any_board_that_is_accepted_has_a_report(text: str) -> None:
    try:
        city = load_board(text, "fuzzed")
    except BadBoard:
        return
    consistent(city, report(city, Budget(games=2, seconds=1)))
