"""Every way in which one seat may answer one turn, written out in full."""

from collections.abc import Iterator
from dataclasses import replace

from tests.naive.boards import EVERY_SYMBOL
from tests.naive.draw import Draw, Line, Round, Turn, Words, draws, extension, guided, inked, stations
from tests.naive.gates import then_gates


def answers(seat: Round, line: Line, turn: Turn) -> dict[Words, Line]:
    """What the seat may do in this turn, and its line afterwards."""
    found: dict[Words, Line] = {(): line}
    for words, after in _answers(seat, line, turn):
        assert found.setdefault(words, after) == after, f"{words} has two meanings"
    return found


def _answers(seat: Round, line: Line, turn: Turn) -> Iterator[tuple[Words, Line]]:
    yield from one_section(seat, line, turn)
    if line.spent:
        return
    match seat.power:
        case "joker":
            yield from with_joker(seat, line, turn)
        case "switch":
            yield from with_switch(seat, line, turn)
        case "double-section":
            yield from with_double_section(seat, line, turn)
        case "double-station":
            yield from with_double_station(seat, line, turn)


# --- what the card gives -----------------------------------------------------------------------


def one_section(seat: Round, line: Line, turn: Turn) -> Iterator[tuple[Words, Line]]:
    """The section that the card gives, the round's special station helping, and what follows it."""
    effect = seat.effect(turn)
    anywhere = (turn.switch or effect == "switch") and seat.switch_works(turn)
    for draw in card_draws(seat, line, turn, anywhere=anywhere):
        after = inked(line, draw)
        reached = seat.board.station_at[draw.end]
        if effect == "double-station":
            after = replace(after, circled=after.circled | {reached})
        yield from then_gates(seat, after, (draw,))
        if turn.symbol == "joker":
            for second in guided(seat, after, draw):
                yield from then_gates(seat, inked(after, second), (draw, second))
        if effect == "extension":
            for second in extension(seat, after, draw):
                yield from then_gates(seat, inked(after, second), (draw, second))


def card_draws(seat: Round, line: Line, turn: Turn, *, anywhere: bool) -> list[Draw]:
    if turn.symbol == "joker":
        return draws(seat, line, EVERY_SYMBOL, anywhere=anywhere, alongside=seat.jokers_double)
    if seat.effect(turn) == "joker":
        return draws(seat, line, EVERY_SYMBOL, anywhere=anywhere, alongside=True)
    return draws(seat, line, {turn.symbol}, anywhere=anywhere)


# --- pencil powers -----------------------------------------------------------------------------


def with_joker(seat: Round, line: Line, turn: Turn) -> Iterator[tuple[Words, Line]]:
    """Only to a station that the card alone does not allow: the section that the power makes possible."""
    if turn.symbol == "joker":
        return
    anywhere = turn.switch and seat.switch_works(turn)
    for draw in draws(seat, line, EVERY_SYMBOL - {turn.symbol}, anywhere=anywhere):
        if turn.symbol not in seat.board.symbols[seat.board.station_at[draw.end]]:
            yield ("use joker", draw.word), replace(inked(line, draw), spent=True)


def with_switch(seat: Round, line: Line, turn: Turn) -> Iterator[tuple[Words, Line]]:
    """Only from a station that is no end, and not where a switch was turned anyway."""
    if turn.switch or not seat.switch_works(turn):
        return
    for draw in card_draws(seat, line, turn, anywhere=True):
        if draw.branches:
            after = replace(inked(line, draw), spent=True)
            yield ("use switch", draw.word), after
            for second in guided(seat, after, draw) if turn.symbol == "joker" else []:
                yield ("use switch", draw.word, second.word), inked(after, second)


def with_double_section(seat: Round, line: Line, turn: Turn) -> Iterator[tuple[Words, Line]]:
    """Two sections, or none; the switch and the joker's double track are for one of the two."""
    switch = turn.switch and seat.switch_works(turn)
    joker = turn.symbol == "joker"
    for first in card_draws(seat, line, turn, anywhere=switch):
        once = replace(inked(line, first), spent=True)
        symbols = seat.board.symbols[seat.board.station_at[first.end]] if joker else {turn.symbol}
        visits = guided(seat, once, first) if joker else []
        before: list[tuple[Words, Line]] = [((first.word,), once)]
        before += [((first.word, visit.word), inked(once, visit)) for visit in visits]
        for words, between in before:
            for last in draws(
                seat,
                between,
                symbols,
                anywhere=switch and not first.branches,
                alongside=joker and seat.jokers_double and not first.doubles,
            ):
                yield ("use double-section", *words, last.word), inked(between, last)


def with_double_station(seat: Round, line: Line, turn: Turn) -> Iterator[tuple[Words, Line]]:
    """A circle after whatever is drawn (or before it: the sheet is the same)."""
    for words, after in [((), line), *one_section(seat, line, turn)]:
        for station in stations(seat.board, after):
            circled = replace(after, circled=after.circled | {station}, spent=True)
            yield (*words, f"circle {station}"), circled
            if seat.any_order and station in stations(seat.board, line):
                yield (f"circle {station}", *words), circled
