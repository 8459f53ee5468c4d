"""How many ways there are to answer a row of turns on an empty sheet, and how many sheets they end in."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.naive.boards import Board
from tests.naive.draw import Line, Round, Turn
from tests.naive.play import answers


def perft(board: Board, line: str, turns: Sequence[str], **dealt: Any) -> int:
    """Different sequences of the turns' action lists; the n-th turn given is the round's n-th.

    What may be dealt: the pencil's power, the round's special station, the gates.
    """
    return sum(_lines(board, line, turns, **dealt).values())


def sheets(board: Board, line: str, turns: Sequence[str], **dealt: Any) -> int:
    """Different sections, circles and doubled districts that the same turns can end in."""
    ended = _lines(board, line, turns, **dealt)
    return len({(line.sections, line.circled, line.doubled) for line in ended})


def parsed(turns: Sequence[str]) -> list[Turn]:
    """`circle`, `joker`, `switch+triangle`, … as the turns of a round."""
    found = []
    for number, text in enumerate(turns, start=1):
        symbol = text.removeprefix("switch+")
        if symbol not in {"circle", "square", "triangle", "pentagon", "joker"}:
            raise ValueError(f"no such turn: {text}")
        found.append(Turn(number, symbol, text.startswith("switch+")))
    return found


def _lines(
    board: Board,
    line: str,
    turns: Sequence[str],
    power: str | None = None,
    special: tuple[str, str] | None = None,
    gates: Mapping[str, str] | None = None,
) -> Counter[Line]:
    """Every line that the turns can end in, with the number of ways to it."""
    seat = Round(board, line, tuple(board.loop), power, special, gates or {})
    ways = Counter({Line(): 1})
    for turn in parsed(turns):
        then: Counter[Line] = Counter()
        for before, number in ways.items():
            for after in answers(seat, before, turn).values():
                then[after] += number
        ways = then
    return ways
