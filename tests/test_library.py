"""The public surface in the hands of a program: what it gets wrong is said as a `TerminusError`."""

from collections.abc import Callable

import pytest

import terminus
from terminus.rules.actions import Circle, Draw

RULESET = terminus.Ruleset.of(terminus.board("london"))
START = terminus.Dealer().start(RULESET, ["A"])
TABLE = terminus.flip(terminus.replay([START]), ["street/circle"])
POSITION = TABLE.positions[0]
A_SECTION = RULESET.board.sections[0]

MISTAKES: dict[str, Callable[[], object]] = {
    "a section that the board has not": lambda: terminus.apply(POSITION, Draw(999, 0, 1)),
    "a section counted from the end": lambda: terminus.apply(POSITION, Draw(-1, 0, 1)),
    "a section between two other stations": lambda: terminus.apply(
        POSITION, Draw(A_SECTION.id, A_SECTION.b, A_SECTION.b)
    ),
    "a station that the board has not": lambda: terminus.apply(POSITION, Circle(999)),
    "an event that is none": lambda: terminus.step(TABLE, {}),
    "an answer that is not complete": lambda: terminus.commit(TABLE, 0, POSITION),
    "a seat that the table has not": lambda: terminus.commit(TABLE, -1, POSITION),
    "a card too early": lambda: terminus.flip(TABLE, ["street/square"]),
    "a board that does not ship": lambda: terminus.board("../toy"),
    "five players": lambda: terminus.Dealer().start(RULESET, list("ABCDE")),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_said(mistake: str) -> None:
    with pytest.raises(terminus.TerminusError):
        MISTAKES[mistake]()


def test_a_section_that_is_none_names_the_rule() -> None:
    with pytest.raises(terminus.TerminusError, match=r"the board has no such section \(R3\.0\)"):
        terminus.apply(POSITION, Draw(999, 0, 1))


def test_the_surface_is_about_a_dozen_names() -> None:
    assert len(terminus.__all__) <= 15
    assert all(hasattr(terminus, name) for name in terminus.__all__)
