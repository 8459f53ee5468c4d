"""A game to be reviewed: a log that was checked, and what each seat lived through.

Sheets are independent. So a seat is followed as if it had played alone, and nothing that the others did can
change what is said of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..boards import board as shipped_board
from ..record.log import EVENTS, Event, FindBoard, fold, is_counted, read, replay, step, turn_event
from ..record.readings import play_turn
from ..rules.cards import Card
from ..rules.errors import BadSetup, Sentence
from ..rules.mechanics import OPENINGS
from ..rules.position import Position
from ..rules.ruleset import Ruleset
from ..rules.table import Table


@dataclass(frozen=True, slots=True)
class Step:
    """A turn of one seat: the table before it, what opened the round, the cards, the answer, the table after.

    The tables have this seat alone. `opened` are those after each thing turned up before the cards.
    """

    before: Table
    opened: tuple[Table, ...]
    turned: Table
    do: tuple[str, ...]
    answer: Position
    after: Table

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.turned.shown

    @property
    def place(self) -> tuple[int, int]:
        """Round and turn."""
        return self.turned.round, self.turned.turn


@dataclass(frozen=True, slots=True)
class Game:
    """A log as far as it goes. `table` is where it leads to."""

    table: Table
    events: tuple[Event, ...]

    @classmethod
    def of(cls, log: bytes | str | Iterable[Event], find_board: FindBoard = shipped_board) -> Game:
        """Raises `BadLog` with the line that is wrong."""
        if isinstance(log, bytes | str):
            return cls.read(read(log), find_board)
        kept = tuple(log)
        return cls._kept(replay(kept, find_board), kept)

    @classmethod
    def read(cls, numbered: Iterable[tuple[int, Event]], find_board: FindBoard = shipped_board) -> Game:
        """The same from events with their line numbers."""
        kept = tuple(numbered)
        return cls._kept(fold(kept, find_board), [event for _, event in kept])

    @classmethod
    def _kept(cls, table: Table, events: Iterable[Event]) -> Game:
        kept = tuple(event for event in events if event["event"] in EVENTS)
        if is_counted(kept):
            raise BadSetup(Sentence("this game was counted from paper: there are no cards to review"))
        return cls(table, kept)

    @property
    def ruleset(self) -> Ruleset:
        return self.table.ruleset

    @property
    def seats(self) -> range:
        return range(len(self.table.seats))

    def chosen(self, seats: Iterable[int] | None) -> list[int]:
        """These seats, each once, or all of them."""
        return list(self.seats) if seats is None else [self.check_seat(seat) for seat in dict.fromkeys(seats)]

    def check_seat(self, seat: int) -> int:
        if seat not in self.seats:
            raise BadSetup(
                Sentence(
                    "there is no seat {seat}; the seats are 0 to {last}", seat=seat, last=len(self.seats) - 1
                )
            )
        return seat

    def beginning(self, seat: int) -> Table:
        """The seat's own table before its first card."""
        return next(self._tables(self.check_seat(seat)))[1]

    def steps(self, seat: int) -> Iterator[Step]:
        """The seat's turns that it has answered, in order."""
        self.check_seat(seat)
        opened: list[Table] = []
        before = turned = self.beginning(seat)
        for event, table in self._tables(seat):
            if event["event"] in OPENINGS:
                opened.append(table)
            elif event["event"] == "flip":
                turned = table
            elif event["event"] == "turn":
                answer = play_turn(turned.positions[0], event["do"])
                yield Step(before, tuple(opened), turned, tuple(event["do"]), answer, table)
                before, opened = table, []

    def replied(self, seat: int, replies: Iterable[Sequence[str]]) -> Position:
        """The seat as it would be had it answered the cards that came like this, in the words of a log."""
        table, said = self.beginning(seat), iter(replies)
        for event in self.events:
            if event["event"] in OPENINGS:
                table = step(table, event)
            elif event["event"] == "flip":
                if (do := next(said, None)) is None:
                    break
                table = step(table, event)
                table = step(table, turn_event(table, 0, do))
        return table.positions[0]

    def _tables(self, seat: int) -> Iterator[tuple[Event, Table]]:
        """What happened to this seat, and its own table after each."""
        table: Table | None = None
        for event in self.events:
            if event["event"] == "end" or event.get("seat", seat) != seat:
                continue
            table = step(table, _alone(event, seat), lambda _: self.ruleset.board)
            yield event, table


def _alone(event: Event, seat: int) -> Mapping[str, object]:
    """The event as it would stand in a log of this seat alone."""
    match event["event"]:
        case "start":
            return {**event, "seats": [event["seats"][seat]], "pencils": [event["pencils"][seat]]}
        case "turn":
            return {**event, "seat": 0}
        case _:
            return event


def own_log(events: Iterable[Event], seat: int, place: tuple[int, int]) -> tuple[Event, ...]:
    """What a log would be if this seat had played alone, until the cards of that round and turn lie there;
    raises `LookupError` if they never did."""
    found: list[Event] = []
    for event in events:
        if event["event"] in EVENTS and event.get("seat", seat) == seat:
            found.append(_alone(event, seat))
        if event["event"] == "flip" and (event["round"], event["turn"]) == place:
            return tuple(found)
    raise LookupError(f"there is no turn {place[1]} in round {place[0]}")
