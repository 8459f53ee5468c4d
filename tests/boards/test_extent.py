"""How much may be on a board: said while it is drawn and when it is made; what was made before is read."""

import string
from typing import Any

import pytest

from terminus.boards import load_document, own_board
from terminus.boards.drawn import drawn
from terminus.boards.extent import MOST
from terminus.boards.own import made_before
from terminus.kernel import installed
from terminus.kernel.native import load
from terminus.rules.errors import BadBoard

WIDE = 26


def large(rows: int = 3, areas: str = "A") -> dict[str, Any]:
    """A city whose cells are all stations; each letter names a district, cell after cell."""
    lines = {"a": "a0", "b": "b0", "c": "c0", "d": "d0"}
    return {
        "name": "Large",
        "lines": list(lines),
        "stations": "".join(" ".join("CSTP"[(x + y) % 4] for x in range(WIDE)) + "\n" for y in range(rows)),
        "districts": "".join(
            " ".join(areas[(y * WIDE + x) % len(areas)] for x in range(WIDE)) + "\n" for y in range(rows)
        ),
        "departures": lines,
        "solo": {"ratings": [1, 2, 3, 4, 5]},
        "mechanics": [{"rule": "route"}],
    }


def said(document: dict[str, Any]) -> set[tuple[str, str]]:
    return {(fault.place, str(fault.why)) for fault in drawn(document).faults}


MANY = {
    ("stations", "a city has at most 64 stations, and this one has 78"),
    ("stations", "a city has at most 192 sections, and this one has 227"),
}
LETTERS = string.ascii_letters[:33]


def test_too_large_a_city_is_said_while_it_is_drawn_and_not_made() -> None:
    assert said(large()) == MANY
    assert not said(large(2))
    for make in (own_board, lambda city: load_document(city, "mine")):
        with pytest.raises(BadBoard) as refused:
            make(large() | {"name": "\u00ad"})
        assert len(refused.value.faults) == len(MANY) + 1, "with every other fault at once"


def test_too_many_districts_are_said_where_they_are() -> None:
    assert said(large(2, LETTERS)) == {("districts", "a city has at most 32 districts, and this one has 33")}
    assert not said(large(2, LETTERS[:32]))


def test_what_was_made_before_is_read_as_ever() -> None:
    found = made_before(large())
    assert len(found.stations) == 78
    with pytest.raises(BadBoard, match="at most 64 stations"):
        own_board(large())
    assert made_before(large()) is found


@pytest.mark.skipif(not installed(), reason="the native kernel is not installed")
def test_the_kernel_plays_the_largest() -> None:
    assert MOST.items() <= load().limits.items()
