"""Which sections may be drawn from a line as it stands."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from tests.naive.boards import EVERY_SYMBOL, Board, Station
from tests.naive.geometry import Cell, Section, named

Words = tuple[str, ...]  # what a log's turn event lists under "do"


@dataclass(frozen=True)
class Line:
    """One colour on one sheet: its ink, its marks, and whether its power is spent this round."""

    sections: frozenset[Section] = frozenset()
    circled: frozenset[Station] = frozenset()
    doubled: frozenset[str] = frozenset()
    spent: bool = False


@dataclass(frozen=True)
class Turn:
    """The cards of a turn. `number` is 1 for the round's first."""

    number: int
    symbol: str
    switch: bool = False


@dataclass(frozen=True, eq=False)
class Round:
    """What does not change for one seat during a round. `tracks` is what other lines and the loop have drawn.

    With `any_order` the answers hold every order that the rules allow, else one for each sheet.
    """

    board: Board
    colour: str
    tracks: tuple[Section, ...] = ()
    power: str | None = None
    special: tuple[str, str] | None = None  # symbol, effect
    gates: Mapping[Station, str] = field(default_factory=dict)
    any_order: bool = False

    @property
    def jokers_guide(self) -> bool:
        return self.board.name == "Paris"

    @property
    def jokers_double(self) -> bool:
        return self.board.name == "Tokyo"

    def switch_works(self, turn: Turn) -> bool:
        return turn.number > 2 or self.board.name == "Paris"

    def effect(self, turn: Turn) -> str | None:
        return self.special[1] if self.special and self.special[0] == turn.symbol else None


@dataclass(frozen=True)
class Draw:
    start: Cell
    end: Cell
    section: Section
    branches: bool  # from a station that is no end: a switch was needed
    doubles: bool  # alongside a drawn section: double track was needed

    @property
    def word(self) -> str:
        return f"{named(self.start)}-{named(self.end)}"


def stations(board: Board, line: Line) -> frozenset[Station]:
    return frozenset(station for section in line.sections for station in board.joins(section))


def ends(board: Board, line: Line) -> frozenset[Station]:
    touched = [station for section in line.sections for station in board.joins(section)]
    return frozenset(station for station in touched if touched.count(station) == 1)


def draws(
    seat: Round,
    line: Line,
    symbols: Iterable[str],
    *,
    anywhere: bool = False,
    alongside: bool = False,
    only_from: Station | None = None,
) -> list[Draw]:
    """Every section that may be drawn to a station showing one of these symbols."""
    board, on_line = seat.board, stations(seat.board, line)
    starts = ends(board, line) if line.sections else frozenset({board.departures[seat.colour]})
    allowed = frozenset({only_from}) if only_from else starts | on_line if anywhere else starts
    wanted = frozenset(symbols)
    found = []
    for station in sorted(allowed):
        for start, end, section in board.leaving[station]:
            goal = board.station_at[end]
            if goal in on_line or not board.symbols[goal] & wanted:
                continue
            beside = _tracks_beside(seat, line, section)
            doubling = alongside and _may_double(seat, beside, section)
            if doubling if beside else _has_room(seat, line, section):
                found.append(Draw(start, end, section, station not in starts, bool(beside)))
    return found


def _tracks_beside(seat: Round, line: Line, section: Section) -> list[Section]:
    """The tracks already drawn between the same two stations."""
    pair = seat.board.joins(section)
    return [track for track in (*seat.tracks, *line.sections) if seat.board.joins(track) == pair]


def _has_room(seat: Round, line: Line, section: Section) -> bool:
    return not seat.board.crossed[section] & {*seat.tracks, *line.sections}


def _may_double(seat: Round, beside: list[Section], section: Section) -> bool:
    return beside == [section] and not seat.board.passes(section)


def inked(line: Line, draw: Draw) -> Line:
    return replace(line, sections=line.sections | {draw.section})


def guided(seat: Round, line: Line, first: Draw) -> list[Draw]:
    """The second sections of a guided visit, if the first one reached a monument."""
    monument = seat.board.station_at[first.end]
    if not seat.jokers_guide or monument not in seat.board.monuments:
        return []
    return draws(seat, line, EVERY_SYMBOL, only_from=monument)


def extension(seat: Round, line: Line, first: Draw) -> list[Draw]:
    """The section that goes straight on from this one, if it may be drawn."""
    board, ahead = seat.board, direction(first.start, first.end)
    cell, reached = first.end, board.station_at[first.end]
    while board.station_at.get((cell[0] + ahead[0], cell[1] + ahead[1])) == reached:
        cell = (cell[0] + ahead[0], cell[1] + ahead[1])
    return [
        draw
        for draw in draws(seat, line, EVERY_SYMBOL, only_from=reached)
        if draw.start == cell and len(draw.section.path) == 2 and direction(draw.start, draw.end) == ahead
    ]


def direction(start: Cell, end: Cell) -> Cell:
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    return (end[0] - start[0]) // steps, (end[1] - start[1]) // steps
