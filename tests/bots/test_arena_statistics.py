"""Means, errors and differences, against figures worked out by hand."""

from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terminus.bots.arena.statistics import Played, estimate, paired, report

SCORES = st.lists(st.integers(-50, 400), min_size=2, max_size=60)


def test_by_hand() -> None:
    found = estimate([2, 4, 4, 4, 5, 5, 7, 9])
    assert found.mean == 5
    assert found.se == pytest.approx((32 / 7 / 8) ** 0.5)


@given(SCORES)
def test_as_the_library_has_it(values: list[int]) -> None:
    found = estimate(values)
    assert found.mean == pytest.approx(mean(values))
    assert found.se == pytest.approx(stdev(values) / len(values) ** 0.5, abs=1e-9)


def test_one_game_has_no_error() -> None:
    assert estimate([7]).se is None


def test_the_luck_of_the_cards_falls_out_of_a_pair() -> None:
    luck = [0, 50, 100, 20]
    found = paired([x + 3 for x in luck], luck)
    assert (found.mean, found.se) == (3, 0)


def test_report_has_the_fixed_shape() -> None:
    played = {"a": Played([3, 5], 0.5), "b": Played([1, 2], 0.25), "c": Played([0, 0], 1.0)}
    assert report(["a", "b", "c"], played) == {
        "bots": [
            {"bot": "a", "games": 2, "mean": 4.0, "se": 1.0, "cpu_s_per_game": 0.5},
            {"bot": "b", "games": 2, "mean": 1.5, "se": 0.5, "cpu_s_per_game": 0.25},
            {"bot": "c", "games": 2, "mean": 0.0, "se": 0.0, "cpu_s_per_game": 1.0},
        ],
        "paired": [
            {"a": "a", "b": "b", "mean": 2.5, "se": 0.5},
            {"a": "a", "b": "c", "mean": 4.0, "se": 1.0},
            {"a": "b", "b": "c", "mean": 1.5, "se": 0.5},
        ],
    }
