"""Boards and sheets as text: what is where, and that lines can be told apart without colour."""

import random
from pathlib import Path

import pytest

from terminus.boards import BOARDS, board, shipped_boards
from terminus.record.dealer import Dealer
from terminus.record.log import replay, step
from terminus.rules.actions import Draw
from terminus.rules.board import Board, members
from terminus.rules.play import legal
from terminus.rules.ruleset import Ruleset
from terminus.rules.table import Table
from terminus.terminal.canvas import LARGE, SMALL, Scale, fitting
from terminus.terminal.draw import Choices, draw
from terminus.terminal.look import glyph, letters

SAMPLES = Path(__file__).parents[1] / "golden" / "samples"
TOY = """\
    a   b   c   d   e
 0  ○     ┊ □ ┊     △
          ┊   ┊
 1     R⬠ ┊   ┊G○
  ┈┈┈┈┈┈┈┈┊┈┈┈┊┈┈┈┈┈┈┈
 2  □     ┊ ◎*┊    Y⬠
  ┈┈┈┈┈┈┈┈┊┈┈┈┊┈┈┈┈┈┈┈
 3     T△ ┊   ┊ ◎
          ┊   ┊
 4  ⬠     ┊ ○ ┊     □*"""


def rows(city: Board, scale: Scale = SMALL, table: Table | None = None) -> list[str]:
    sheet = table.positions[0].sheet if table else None
    return draw(city, sheet, scale=scale).plain.split("\n")


def test_the_toy_board() -> None:
    assert "\n".join(row.rstrip() for row in rows(board("toy"))) == TOY


@pytest.mark.parametrize("scale", [SMALL, LARGE])
@pytest.mark.parametrize("name", shipped_boards())
def test_every_station_shows_its_sign_and_nothing_sticks_out(name: str, scale: Scale) -> None:
    city = board(name)
    drawn = rows(city, scale)
    width, height = scale.size(city.columns, city.rows)
    assert len(drawn) == height
    assert {len(row) for row in drawn} == {width}
    for station in city.stations:
        for cell in station.cells:
            column, row = scale.cell(cell)
            assert drawn[row][column] == glyph(station.symbols)


@pytest.mark.parametrize("scale", [SMALL, LARGE])
@pytest.mark.parametrize("log", sorted(SAMPLES.glob("*.jsonl")), ids=lambda log: log.stem)
def test_every_drawn_section_shows_the_letter_of_its_line(log: Path, scale: Scale) -> None:
    """As many letters as there are tracks, besides the four departures' own (a bracket may cover one)."""
    table = replay(log.read_bytes())
    city, sheet = table.ruleset.board, table.positions[0].sheet
    text = "\n".join(rows(city, scale, table)[1:])
    for pencil, letter in enumerate(letters(city.lines)):
        tracks = sheet.lines[pencil].sections.bit_count()
        departure = city.stations[city.departures[pencil]]
        circled = any(line.circled >> departure.id & 1 for line in sheet.lines)
        assert text.count(letter) == tracks + (not circled), letter


def test_letters_are_different_also_for_lines_that_begin_alike() -> None:
    assert letters(["purple", "blue", "pink", "green"]) == ("P", "B", "K", "G")
    assert letters(["a", "aa", "aaa", "A"]) == ("A", "1", "2", "3")
    for name in BOARDS:
        assert len(set(letters(board(name).lines))) == 4


def choosing(name: str, seed: int) -> Table:
    dealer = Dealer(random.Random(seed))
    table = replay([dealer.start(Ruleset.of(board(name)), ["A"])])
    event = dealer.next_event(table)
    assert event is not None
    return step(table, event)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", BOARDS)
def test_every_choice_shows_its_number(name: str, seed: int) -> None:
    position = choosing(name, seed).positions[0]
    options = {number: action for number, action in enumerate(legal(position), 1) if isinstance(action, Draw)}
    choices = Choices(options, chosen=1)
    plain = draw(position.ruleset.board, position.sheet, position.pencil).plain
    shown = draw(position.ruleset.board, position.sheet, position.pencil, choices).plain
    for number in options:
        before = plain.split("\n", 1)[1].count(str(number))
        assert shown.split("\n", 1)[1].count(str(number)) > before


def test_the_larger_scale_is_taken_where_it_fits() -> None:
    assert fitting(10, 10, 44, 21) == SMALL
    assert fitting(10, 10, 84, 37) == LARGE
    assert fitting(26, 26, 84, 37) == SMALL


def test_circles_are_bracketed() -> None:
    table = replay((SAMPLES / "tokyo-powers.jsonl").read_bytes())
    city, sheet = table.ruleset.board, table.positions[0].sheet
    circled = [city.stations[s].cell for line in sheet.lines for s in members(line.circled)]
    drawn = rows(city, SMALL, table)
    assert circled
    for cell in circled:
        column, row = SMALL.cell(cell)
        assert (drawn[row][column - 1], drawn[row][column + 1]) == ("(", ")")
