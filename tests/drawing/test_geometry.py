"""Outlines enclose just the cells of a district, and neighbours never look alike."""

import pytest

from terminus.boards import board, shipped_boards
from terminus.drawing.geometry import Outline, beside, outlines, rounded, tints


def area(loop: Outline) -> float:
    ends = zip(loop, [*loop[1:], loop[0]], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in ends) / 2


@pytest.mark.parametrize("name", shipped_boards())
def test_a_districts_outlines_enclose_its_cells(name: str) -> None:
    grid = board(name).grid
    for letter in set("".join(grid)):
        assert sum(map(area, outlines(grid, letter, 0))) == "".join(grid).count(letter)
        assert sum(map(area, outlines(grid, letter, 0.1))) < "".join(grid).count(letter)


@pytest.mark.parametrize("name", shipped_boards())
def test_neighbours_have_different_tints(name: str) -> None:
    grid = board(name).grid
    tint = tints(grid)
    for y, row in enumerate(grid):
        for x, here in enumerate(row):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                if y + dy < len(grid) and 0 <= x + dx < len(row) and (other := grid[y + dy][x + dx]) != here:
                    assert tint[here] != tint[other]


def test_a_track_beside_another_keeps_its_distance() -> None:
    assert beside([(0, 0), (4, 0)], 0.5) == [(0, 0.5), (4, 0.5)]
    corner = beside([(0, 0), (4, 0), (4, 4)], 0.5)
    assert corner == [(0, 0.5), (3.5, 0.5), (3.5, 4)]


def test_round_corners_begin_and_end_on_the_line() -> None:
    assert rounded([(0, 0), (2, 0), (2, 2)], 0.5) == "M0 0L1.5 0Q2 0 2 0.5L2 2"
    assert rounded([(0, 0), (2, 0), (2, 2)], 9, closed=True).endswith("Z")
