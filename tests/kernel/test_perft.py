"""The kernel counts what the perft files say."""

import pytest
from tests.perft.perft_files import Count, counts
from tests.perft.test_perft import opening

from terminus.kernel import kernel_of
from terminus.rules.cards import Turn


@pytest.mark.parametrize("count", counts(), ids=lambda count: count.text)
def test_the_kernel_counts_the_same(count: Count) -> None:
    position = opening(count)
    kernel = kernel_of(position.ruleset)
    turns = [Turn.parse(number, text) for number, text in enumerate(count.turns, 1)]
    found = (kernel.sheets if count.sheets else kernel.ways)(position, turns)
    assert found == count.expected
