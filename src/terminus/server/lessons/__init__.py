"""Lessons: games at a real table whose first cards are settled, and what is said at each of them.

One file a lesson beside this one. Its turns are dealt in order, and then the deck is shuffled as ever. Those
that say nothing come first and are played before the learner sits down; the others are taught. What is said
of a turn must hold once everything before it was done as suggested; `anyway` must hold whatever was done. No
lesson leaves the server but for what is said now: it knows cards that are not turned yet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from importlib import resources
from typing import Any, Literal

import msgspec

from ...boards import board
from ...record.dealer import SettledDealer
from ...record.deals import Deal, beginning, settle
from ...record.log import step, turn_event
from ...rules.packs import Shuffle
from ...rules.ruleset import Ruleset
from ...rules.table import Table

Part = Literal["first", "city", "module"]


class Sentence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str
    at: tuple[str, ...] = ()  # what is pointed at: cells, tags of stations or sections, `line` or `best`


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: tuple[str, ...]
    do: tuple[str, ...] = ()  # what is suggested; nothing is a pass
    says: tuple[Sentence, ...] = ()  # before the first of it; empty before the lesson begins
    then: tuple[str, ...] = ()  # after the first, the second… of it, where it is not enough to say «Confirm»
    anyway: str = ""  # instead, to a learner who went another way


class Lesson(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    about: str
    part: Part
    board: str
    pencils: tuple[str, ...]
    turns: tuple[Turn, ...]
    ends: tuple[Sentence, ...]  # said after the last of them; {districts}, {stations}… are the line's figures
    name: str = ""  # where it is not that of its city or module
    modules: tuple[str, ...] = ()
    dealt: Mapping[str, Any] = {}
    opened: Mapping[str, tuple[Mapping[str, str], ...]] = {}

    @cached_property
    def ruleset(self) -> Ruleset:
        return Ruleset.of(board(self.board), self.modules)

    @cached_property
    def first(self) -> int:
        """The turn that is taught first."""
        return next(number for number, turn in enumerate(self.turns) if turn.says)

    def deal(self, shuffle: Shuffle[Any]) -> Deal:
        """What is settled for the lesson, and chance for the rest of the game."""
        chance = settle(self.ruleset, shuffle)
        return beginning(replace(chance, pencils=self.pencils, dealt=self.dealt), self._cards, self.opened)

    @cached_property
    def _cards(self) -> list[list[str]]:
        """The settled cards, round by round."""
        deck, rounds = self.ruleset.board.deck, [list[str]()]
        for turn in self.turns:
            if deck.is_over(rounds[-1]):
                rounds.append([])
            rounds[-1] += turn.cards
        return rounds + [[] for _ in range(len(self.pencils) - len(rounds))]

    @cached_property
    def tables(self) -> list[Table]:
        """The table as it waits for each turn if everything is done as suggested; and the one after."""
        return [table for table, _ in self._played]

    @cached_property
    def length(self) -> int:
        """How many events a log has when the lesson is over, whatever was drawn."""
        return self._played[-1][1]

    @cached_property
    def _played(self) -> list[tuple[Table, int]]:
        dealer = SettledDealer(self.deal(_in_order))
        table, found, number = step(None, dealer.start(self.ruleset, ["A"])), [], 1
        for turn in self.turns:
            while (event := dealer.next_event(table)) is not None:
                table, number = step(table, event), number + 1
            found.append((table, number))
            table, number = step(table, turn_event(table, 0, turn.do)), number + 1
        return [*found, (table, number)]

    def place(self, table: Table) -> int | None:
        """Which of the turns is on the table."""
        now = (table.round, table.turn)
        turns = ((waiting.round, waiting.turn) for waiting in self.tables[:-1])
        return next((number for number, turn in enumerate(turns) if turn == now), None)


def _in_order(pack: Sequence[Any]) -> list[Any]:
    return list(pack)


@cache
def lessons() -> Mapping[str, Lesson]:
    """All there are, by their names, in the order of their numbers."""
    files = sorted(
        (file for file in resources.files(__package__).iterdir() if file.name.endswith(".toml")),
        key=lambda file: file.name,
    )
    return {_name(file.name): msgspec.toml.decode(file.read_bytes(), type=Lesson) for file in files}


def _name(file: str) -> str:
    """`1-first.toml` is the lesson `first`."""
    return file.removesuffix(".toml").partition("-")[2]
