"""The engine's position told to the naive witness, and the witness's lines told back.

Used wherever the two are compared; it knows both vocabularies and no rule.
"""

from functools import cache
from pathlib import Path

from tests import naive
from tests.naive.geometry import Section

from terminus.rules.board import members
from terminus.rules.cards import Turn
from terminus.rules.mechanics.powers import is_spent, power_of
from terminus.rules.position import Position
from terminus.rules.sheet import Line

BOARDS = Path(__file__).parents[1] / "src" / "terminus" / "boards"
CITIES = ("london", "tokyo", "paris")
Ink = tuple[frozenset[Section], frozenset[str], frozenset[str]]  # sections, circled, doubled districts


@cache
def naive_board(name: str) -> naive.Board:
    return naive.board(BOARDS / f"{name}.toml")


def naive_boards() -> dict[str, naive.Board]:
    return {name: naive_board(name) for name in CITIES}


def ink(position: Position, line: Line) -> Ink:
    """What is on paper of one line, in the witness's words."""
    board = position.ruleset.board
    return (
        frozenset(Section.along(*board.sections[n].path) for n in members(line.sections)),
        frozenset(board.stations[n].cell for n in members(line.circled)),
        frozenset(board.districts[n] for n in members(line.doubled)),
    )


def ink_of(line: naive.Line) -> Ink:
    return line.sections, line.circled, line.doubled


def naive_round(position: Position, any_order: bool) -> naive.Round:
    board = position.ruleset.board
    other = naive_board(board.id)
    mine = position.pencil
    tracks = [s for n, line in enumerate(position.sheet.lines) if n != mine for s in ink(position, line)[0]]
    turned_up = position.notes.get("specials")
    special = (turned_up["symbol"], turned_up["effect"]) if turned_up else None
    gates = position.dealt.get("gates", {})
    colour = board.lines[mine]
    power = power_of(position)
    return naive.Round(other, colour, (*other.loop, *tracks), power, special, gates, any_order)


def naive_answers(
    position: Position, turn: Turn, any_order: bool = False
) -> dict[tuple[str, ...], naive.Line]:
    """All that the witness would do with the turn that this position is asked."""
    sections, circled, doubled = ink(position, position.line)
    line = naive.Line(sections, circled, doubled, is_spent(position))
    names = {1: "circle", 2: "square", 4: "triangle", 8: "pentagon", 15: "joker"}
    asked = naive.Turn(turn.number, names[turn.symbols], turn.switch)
    return naive.answers(naive_round(position, any_order), line, asked)
