"""What the kernel cannot play it refuses by name; without the native module Terminus still runs."""

import subprocess
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from terminus.boards import board, load_document, parse_document
from terminus.kernel import Unfit, kernel_of
from terminus.kernel.tables import FIGURE_LIMIT, tables_of
from terminus.rules.errors import TerminusError
from terminus.rules.mechanics import Mechanic
from terminus.rules.mechanics.objectives import Objectives
from terminus.rules.mechanics.tagged_bonus import SectionBonus
from terminus.rules.mechanics.tourist import Tourist
from terminus.rules.ruleset import Ruleset


@dataclass(frozen=True)
class Tunnels(Mechanic):
    name = "tunnels"


@dataclass(frozen=True)
class OtherTourist(Tourist):
    """Derived from a mechanic that the kernel knows: it may play differently."""


def ruleset_with(*mechanics: Mechanic) -> Ruleset:
    plain = Ruleset.of(board("toy"))
    return Ruleset(plain.board, plain.modules, (*plain.mechanics, *mechanics))


def square_board(side: int) -> str:
    """A full grid, every cell a station."""
    letters = "CSTP"
    rows = ["".join(letters[(x + 2 * y) % 4] for x in range(side)) for y in range(side)]
    return f'''
name = "Square"
lines = ["a", "b", "c", "d"]
stations = """
{chr(10).join(" ".join(row) for row in rows)}
"""
districts = """
{chr(10).join(" ".join("A" * side) for _ in range(side))}
"""
[departures]
a = "a0"
b = "b1"
c = "a1"
d = "b0"
[solo]
ratings = [1, 2, 3, 4, 5]
[[mechanics]]
rule = "route"
'''


def large(side: int) -> Ruleset:
    return Ruleset.of(load_document(parse_document(square_board(side)), "square", made_before=True))


@pytest.mark.parametrize(
    ("ruleset", "words"),
    [
        (ruleset_with(Tunnels()), "«tunnels»"),
        (ruleset_with(OtherTourist((0, 1))), "«tourist»"),
        (ruleset_with(Tourist((0, 1))), "«tourist» twice"),
        (ruleset_with(SectionBonus("river", FIGURE_LIMIT + 1)), str(FIGURE_LIMIT + 1)),
        (ruleset_with(Objectives(1, 10, {"odd": {"predicate": "odd-stations"}})), "«odd-stations»"),
        (ruleset_with(Objectives(5, 10, {})), "4 objectives dealt"),
        (large(9), "up to 64 stations; square has 81"),
        (large(8), "up to 192 sections"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_refused_by_name(ruleset: Ruleset, words: str) -> None:
    with pytest.raises(Unfit, match=words) as caught:
        kernel_of(ruleset)
    assert isinstance(caught.value, TerminusError)


@pytest.mark.parametrize(
    "change", [{"format": 0}, {"departures": [0, 1, 2, 99]}, {"ends": [[0, 64]]}, {"cards": [[99, 0, 0, 0]]}]
)
def test_tables_that_cannot_be_are_refused(change: dict[str, Any]) -> None:
    import terminus_kernel

    tables = {**tables_of(Ruleset.of(board("toy"))), **change}
    with pytest.raises((ValueError, IndexError)):
        terminus_kernel.Tables(tables)


def test_actions_and_cards_that_cannot_be_are_refused() -> None:
    kernel = kernel_of(Ruleset.of(board("toy")))
    state = kernel.deal(1)
    with pytest.raises(ValueError, match="not legal"):
        kernel.apply(state, 0)
    kernel.flip(state, ["street/circle"])
    for illegal in (-1, 10_000, 191):
        with pytest.raises((ValueError, TypeError)):
            kernel.apply(state, illegal)
    with pytest.raises(ValueError, match="cannot be turned"):
        kernel.flip(state, ["street/square"])


def test_a_gate_away_from_the_corners_is_refused() -> None:
    from terminus.rules.perft import opening

    ruleset = Ruleset.of(board("toy"), ["gates"])
    inland = opening(ruleset, "red", {"gates": {"c0": "switch"}}, {})
    assert ruleset.board.at["c0"] not in ruleset.board.corners
    with pytest.raises(Unfit, match="c0"):
        kernel_of(ruleset).state_of_position(inland)


WITHOUT = """
import sys
sys.modules["terminus_kernel"] = None
import terminus
from terminus.boards import board
from terminus.kernel import NoKernel, installed, installed_or_say, kernel_of
from terminus.rules.ruleset import Ruleset
assert not installed()
assert not installed_or_say()
assert not installed_or_say()
try:
    kernel_of(Ruleset.of(board("toy")))
except NoKernel as error:
    print(error)
"""


def test_without_the_native_module_terminus_says_so_once() -> None:
    ran = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert ran.stderr.count("will be slower") == 1
    assert len(ran.stderr.splitlines()) == 1
    assert "make kernel" in ran.stdout
