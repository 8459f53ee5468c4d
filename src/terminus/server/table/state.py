"""A table as the server keeps it: who sits there, the log, what the log leads to, and the drafts beside it.

A state never changes. A command makes a new one, which is on disk before it takes the place of the old.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ...boards import board
from ...record.draft import Draft
from ...record.log import step
from ...rules.board import Board
from ...rules.table import Table
from ..lessons import Lesson, lessons

Event = Mapping[str, Any]
Phase = Literal["lobby", "playing", "over"]
Kind = Literal["person", "bot", "open"]
Uncounted = Literal["what-if", "helped", "paper"]
SEATS = 4


@dataclass(frozen=True, slots=True)
class Game:
    """What was agreed about a game, beside who plays it."""

    id: str
    code: str
    board: str
    modules: tuple[str, ...]
    clock: int | None = None  # seconds a turn
    stand_in: bool = True  # bots play for those who left
    phase: Phase = "lobby"
    rematch: str | None = None
    totals: tuple[int, ...] = ()  # once it is over
    winners: tuple[int, ...] = ()
    deal: str | None = None  # the name of a settled deal; without one the dealer shuffles
    lesson: str | None = None  # which one it began as: such a game counts for nothing
    seals: tuple[str, ...] = ()  # of the deal and the rounds, if they are shuffled under seals
    uncounted: Uncounted | None = None  # why it is in no best; a lesson is in none either


@dataclass(frozen=True, slots=True)
class Seat:
    kind: Kind
    name: str = ""
    level: str | None = None
    person: str | None = None
    left: bool = False
    contributions: Mapping[int, str] = field(default_factory=dict)  # to sealed shuffles, by round


OPEN = Seat("open")


@dataclass(frozen=True, slots=True)
class KeptDraft:
    """A seat's draft as the server keeps it: the turn that it answers, and how often it was changed.

    A confirmed one is the seat's answer, and can be taken back until everybody has answered: only then does
    it become an event.
    """

    turn: str
    version: int
    draft: Draft = field(compare=False)  # whatever changes it changes the version
    confirmed: Event | None = None  # the answer as the log is going to write it


@dataclass(frozen=True, slots=True)
class ChatLine:
    seat: int
    name: str
    text: str | None
    reaction: str | None
    at: float


CHAT_KEPT = 60  # lines: as many as a table shows and remembers, and as many as are on disk


@dataclass(frozen=True, slots=True)
class State:
    game: Game
    seats: tuple[Seat, ...]
    events: tuple[Event, ...] = ()
    table: Table | None = field(default=None, compare=False)  # it follows from events and confirmed drafts
    drafts: Mapping[int, KeptDraft] = field(default_factory=dict)
    chat: tuple[ChatLine, ...] = ()  # the last ones
    version: int = field(default=0, compare=False)  # how often it was written; a save must follow the last
    own: Board | None = field(default=None, compare=False)  # in the lobby of a game on somebody's own board

    @property
    def number(self) -> int:
        """The number of the log's last event; 0 before the game."""
        return len(self.events)

    @property
    def city(self) -> Board:
        """The board that is played on: the log's own, once there is one."""
        return self.table.ruleset.board if self.table else self.own or board(self.game.board)

    @property
    def turn(self) -> str:
        """The turn that the seats are answering."""
        return f"{self.table.round}.{self.table.turn}" if self.table else ""

    @property
    def turned_at(self) -> int:
        """The number of the event that turned the cards now on the table."""
        flips = (n for n in range(self.number, 0, -1) if self.events[n - 1]["event"] == "flip")
        return next(flips, self.number)

    @property
    def staying(self) -> list[int]:
        """The seats of the people who have not left."""
        return [n for n, seat in enumerate(self.seats) if seat.kind == "person" and not seat.left]

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that the game began as."""
        return lessons().get(self.game.lesson) if self.game.lesson else None

    @property
    def taught(self) -> bool:
        """Whether that lesson still goes on: then every card waits for the learner, also one that leaves
        nothing to do."""
        lesson = self.lesson
        return lesson is not None and self.number < lesson.length

    def host(self, there: Set[str]) -> int | None:
        """The seat of the first person who is there; with nobody there, of the first who has not left."""
        present = [n for n in self.staying if self.seats[n].person in there]
        return next(iter(present or self.staying), None)

    def seat_of(self, person: str) -> int | None:
        return next((n for n, seat in enumerate(self.seats) if seat.person == person), None)

    def confirmed(self, seat: int) -> Event | None:
        """The seat's answer that it has confirmed and may still take back."""
        kept = self.drafts.get(seat)
        return kept.confirmed if kept else None

    def asks(self, seat: int) -> bool:
        """Whether the card on the table waits for this seat."""
        table = self.table
        return self.game.phase == "playing" and table is not None and not table.answered[seat]

    def with_event(self, event: Event) -> State:
        """One more event in the log; raises a `TerminusError` if the rules forbid it."""
        return replace(self, events=(*self.events, event), table=step(self.table, event))

    def with_events(self, events: Iterable[Event]) -> State:
        state = self
        for event in events:
            state = state.with_event(event)
        return state

    def with_draft(self, seat: int, kept: KeptDraft) -> State:
        return replace(self, drafts={**self.drafts, seat: kept})

    def with_line(self, line: ChatLine) -> State:
        return replace(self, chat=(*self.chat, line)[-CHAT_KEPT:])

    def with_seat(self, number: int, seat: Seat) -> State:
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    def with_game(self, **changes: Any) -> State:
        return replace(self, game=replace(self.game, **changes))
