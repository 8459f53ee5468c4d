"""City gates: what may follow a section that reached a corner."""

from collections.abc import Iterator
from dataclasses import replace

from tests.naive.boards import EVERY_SYMBOL, Board, Station
from tests.naive.draw import Draw, Line, Round, Words, draws, inked, stations


def then_gates(seat: Round, line: Line, drawn: tuple[Draw, ...]) -> Iterator[tuple[Words, Line]]:
    """These sections, and every use of the gates that they reach."""
    queue: tuple[str, ...] = ()
    for draw in drawn:
        line, queue = through_gate(seat, line, draw, queue)
    for words, after in gates(seat, line, queue):
        yield (*(draw.word for draw in drawn), *words), after


def through_gate(seat: Round, line: Line, draw: Draw, queue: tuple[str, ...]) -> tuple[Line, tuple[str, ...]]:
    """The line and the bonuses that wait once this section has reached its station."""
    station = seat.board.station_at[draw.end]
    bonus = seat.gates.get(station)
    if bonus == "double-district":
        return replace(line, doubled=line.doubled | {seat.board.district[station]}), queue
    return line, (*queue, bonus) if bonus else queue


def gates(seat: Round, line: Line, queue: tuple[str, ...]) -> Iterator[tuple[Words, Line]]:
    """Use the first bonus that waits, or decline it and go on to the next."""
    if not queue:
        yield (), line
        return
    bonus, waiting = queue[0], queue[1:]
    used = False
    for word, after, then in gate_uses(seat, line, bonus, waiting):
        used = True
        for words, last in gates(seat, after, then):
            yield (word, *words), last
    for words, last in gates(seat, line, waiting):
        yield ("skip", *words) if waiting else words, last
        # Where nothing could be done nothing was declined, and the word may be missing.
        if waiting and not used and seat.any_order and words[:1] != ("skip",):
            yield words, last


def gate_uses(
    seat: Round, line: Line, bonus: str, waiting: tuple[str, ...]
) -> Iterator[tuple[str, Line, tuple[str, ...]]]:
    """A word of this bonus, the line after it, and what waits then."""
    if bonus == "double-station":
        for station in stations(seat.board, line) - line.circled - never_circled(seat.board):
            yield f"circle {station}", replace(line, circled=line.circled | {station}), waiting
        return
    rest = ("single-visit", *waiting) if bonus == "double-visit" else waiting
    for draw in draws(seat, line, EVERY_SYMBOL, anywhere=bonus == "switch"):
        after, then = through_gate(seat, inked(line, draw), draw, rest)
        yield draw.word, after, then


def never_circled(board: Board) -> frozenset[Station]:
    match board.name:
        case "Paris":
            return frozenset(board.departures.values()) | board.platforms | board.monuments
        case "London":
            return board.tourist_sites
        case _:
            return frozenset()
