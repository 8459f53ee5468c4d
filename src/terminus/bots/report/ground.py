"""What can be read off the sheet: how far every station is, and how evenly symbols and districts lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ...rules.board import Board, Mask, Station, StationId, members
from ...rules.cards import Deck, face_of, is_switch, suit_of
from ...rules.mechanics.double_track import DoubleTrack
from ...rules.ruleset import Ruleset
from ...rules.symbols import ALL, SYMBOLS, symbol_names
from .shapes import BoardPart, DepartureReport, GroundReport, Symbols

EVERY = "every"
QUARTERS = ("nw", "ne", "sw", "se")


def ground_of(board: Board) -> GroundReport:
    enterable, open_sections = _enterable(board), _open_sections(board)
    steps = [_steps(board, departure, enterable, open_sections) for departure in board.departures]
    nearest = {
        station.cell: min(far[station.id] for far in steps if station.id in far)
        for station in board.stations
        if any(station.id in far for far in steps)
    }
    longest = longest_round(board.deck)
    return GroundReport(
        columns=board.columns,
        rows=board.rows,
        stations=len(board.stations),
        sections=len(board.sections),
        clashes=sum(clash.bit_count() for clash in board.clash) // 2,
        symbols=symbols_of(board.stations),
        districts=tuple(
            _part(name, [board.stations[station] for station in members(board.stations_in(number))])
            for number, name in enumerate(board.districts)
        ),
        quarters=_quarters(board),
        departures=tuple(
            DepartureReport(line, board.stations[at].cell, len(board.rays[at]), len(far), max(far.values()))
            for line, at, far in zip(board.lines, board.departures, steps, strict=True)
        ),
        sections_to=nearest,
        unreached=tuple(station.cell for station in board.stations if station.cell not in nearest),
        too_far=tuple(cell for cell, far in nearest.items() if far > longest),
        jokers_only=tuple(s.cell for s in board.stations if not s.symbols & _faces(board.deck)),
        dead_ends=tuple(s.cell for s in board.stations if len(board.rays[s.id]) == 1),
    )


def longest_round(deck: Deck) -> int:
    """Turns that no round has more of: of each suit that can end it all but its last card, and then that."""
    turns = Counter(suit_of(card) for card in deck.cards if not is_switch(card))
    if not deck.round_ends:
        return turns.total()
    harmless = sum(min(count, deck.round_ends.get(suit, count + 1) - 1) for suit, count in turns.items())
    return min(turns.total(), harmless + 1)


def symbols_of(stations: Iterable[Station]) -> Symbols:
    """How many there are of each symbol, those that nobody shows included."""
    counts = Counter(
        EVERY if station.symbols == ALL else symbol_names(station.symbols)[0] for station in stations
    )
    return {name: counts.get(name, 0) for name in (*SYMBOLS, EVERY)}


def _part(name: str, stations: Iterable[Station]) -> BoardPart:
    inside = list(stations)
    return BoardPart(name, len(inside), symbols_of(inside))


def _quarters(board: Board) -> tuple[BoardPart, ...]:
    """By its first cell; a middle row or column belongs to the one before it."""
    inside: dict[str, list[Station]] = {name: [] for name in QUARTERS}
    for station in board.stations:
        column, row = ord(station.cell[0]) - ord("a"), int(station.cell[1:])
        inside[QUARTERS[2 * (2 * row >= board.rows) + (2 * column >= board.columns)]].append(station)
    return tuple(_part(name, stations) for name, stations in inside.items())


def _faces(deck: Deck) -> int:
    """The symbols for which there is a card of their own."""
    found = 0
    for card in deck.cards:
        found |= SYMBOLS.get(face_of(card), 0)
    return found


def _has_joker(deck: Deck) -> bool:
    return any(face_of(card) == "joker" for card in deck.cards)


def _enterable(board: Board) -> Mask:
    """The stations that some card of the deck lets a line come to."""
    faces = ALL if _has_joker(board.deck) else _faces(board.deck)
    return sum(1 << station.id for station in board.stations if station.symbols & faces)


def _open_sections(board: Board) -> Mask:
    """What can be drawn at all: along a printed line only with double track, and nothing that it shuts."""
    shut = 0
    for section in members(board.printed):
        shut |= board.clash[section]
    doubled = Ruleset.of(board).find(DoubleTrack) is not None and _has_joker(board.deck)
    everything = (1 << len(board.sections)) - 1
    return everything & ~shut & ~(0 if doubled else board.printed) | (board.printed if doubled else 0)


def _steps(board: Board, start: StationId, enterable: Mask, drawable: Mask) -> dict[StationId, int]:
    """How many sections a line from here needs to each station that it can come to."""
    found, waiting = {start: 0}, [start]
    for here in waiting:  # grows as we go
        for ray in board.rays[here]:
            if drawable >> ray.section & 1 and enterable >> ray.target & 1 and ray.target not in found:
                found[ray.target] = found[here] + 1
                waiting.append(ray.target)
    return found
