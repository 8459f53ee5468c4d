"""A game in progress at one keyboard: table, dealer, bots and log, moved on together.

Whatever happens at the table is an event; it is played, then written to the log, and nothing is shown that
is not on disk. `proceed` turns cards and lets bots answer until a person is asked or the game is over.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..bots import Bot, View, make_bot, play
from ..locale.spoken import t, word
from ..record.dealer import Dealer
from ..record.draft import Draft
from ..record.files import BadFile, LogFile, read_lines
from ..record.log import Event, FindBoard, end_event, fold, read, step, turn_event
from ..record.readings import texts
from ..rules.errors import BadLog, Sentence
from ..rules.ruleset import Ruleset
from ..rules.table import Table
from .look import with_visible_names

ENDS = ("start", "end")


class Session:
    def __init__(
        self, table: Table, log: LogFile, dealer: Dealer, bots: Mapping[int, Bot], kept: bool, ended: bool
    ) -> None:
        self.table, self.log, self.dealer, self.bots = table, log, dealer, bots
        self.kept = kept  # a person has confirmed a turn, so the log is worth keeping
        self.ended = ended

    @classmethod
    def new(
        cls,
        ruleset: Ruleset,
        people: Sequence[str],
        bots: Sequence[str],
        log: Path,
        seed: int | None = None,
    ) -> Session:
        """Deal a game and begin its log; raises before anything is written if it cannot be played."""
        seats = [None] * len(people) + list(bots)
        made = _bots(seats, seed)
        dealer = _dealer(seed)
        names = [*people, *(t("{level} bot", level=word("level", bot)) for bot in bots)]
        start = {**dealer.start(ruleset, names), "bots": seats}
        table = step(None, start, lambda _: ruleset.board)
        session = cls(table, LogFile.create(log), dealer, made, kept=False, ended=False)
        session.log.append(start)
        return session

    @classmethod
    def resume(cls, log: Path, find_board: FindBoard, seed: int | None = None) -> Session:
        """Go on with a log where it stops; raises without touching it if it cannot be replayed."""
        try:
            table = with_visible_names(fold(read(read_lines(str(log))), find_board))
        except BadLog as error:
            raise BadFile(Sentence("{file}, {fault}", file=str(log), fault=error.sentence)) from None
        told = {event["event"]: event for _, event in read(read_lines(str(log))) if event["event"] in ENDS}
        made = _bots(_seats(told["start"], len(table.seats)), seed)
        return cls(table, LogFile.reopen(log), _dealer(seed), made, kept=True, ended="end" in told)

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.table.seats)) if seat not in self.bots)

    @property
    def waiting(self) -> int | None:
        """The person who is asked now; None at the end of the game."""
        return next((seat for seat in self.people if not self.table.answered[seat]), None)

    def draft(self, seat: int) -> Draft:
        return Draft.of(self.table.positions[seat])

    def proceed(self) -> None:
        """Turn cards and let bots answer until a person is asked or the game is over."""
        while not self.table.over:
            event = self.dealer.next_event(self.table) or self._bot_turn()
            if event is None:
                return
            self._happen(event)
        if not self.ended:
            self.ended = True
            self._happen(end_event(self.table))

    def confirm(self, seat: int, draft: Draft) -> None:
        """A person's finished answer; it is on disk when this returns."""
        _, do = draft.hand_in()
        self._happen(turn_event(self.table, seat, do))
        self.kept = True
        self.proceed()

    def close(self) -> None:
        """Leave the table. A log in which nobody has played yet is not left behind."""
        if self.kept:
            self.log.close()
        else:
            self.log.discard()

    def _bot_turn(self) -> Event | None:
        for seat, bot in self.bots.items():
            if not self.table.answered[seat]:
                actions = play(bot, View.of(self.table, seat))
                return turn_event(self.table, seat, texts(self.table.positions[seat], actions))
        return None

    def _happen(self, event: Event) -> None:
        table = step(self.table, event)
        self.log.append(event)
        self.table = table


def _dealer(seed: int | None) -> Dealer:
    return Dealer(None if seed is None else random.Random(f"deal {seed}"))


def _bots(seats: Sequence[str | None], seed: int | None) -> dict[int, Bot]:
    """The bots by seat; each has a source of chance of its own."""
    return {
        seat: make_bot(name, random.Random(None if seed is None else f"bot {seed} {seat}"))
        for seat, name in enumerate(seats)
        if name is not None
    }


def _seats(start: Event, seats: int) -> list[str | None]:
    """Who sits where: a bot's name, or None for a person. A log of another tool has people only."""
    written: Any = start.get("bots")
    if not isinstance(written, list) or len(written) != seats:
        return [None] * seats
    return [name if isinstance(name, str) else None for name in written]
