"""One seat in the middle of a turn: its sheet, and what it is being asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from .actions import Draw
from .board import Mask, SectionId, StationId
from .cards import Turn
from .packs import Dealt
from .sheet import Line, Sheet
from .symbols import ALL

if TYPE_CHECKING:
    from .ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Reach:
    """What may be drawn now. Whatever helps or hinders says it in this one value."""

    symbols: int = ALL
    anywhere: bool = False  # from any station of the line, not only its ends
    alongside: bool = False  # may double another line's section
    start: StationId | None = None  # only from here
    only: SectionId | None = None  # only this one


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question to the seat. `kind` says whose it is: `card`, or a name that a mechanic gave it.

    With `beyond` only what that reach does not allow may be drawn (what helps may not be wasted).
    `pair` is the section drawn just before by the same right: the two are offered in one order only, unless
    both go to stations `in_order`, where it matters which comes first.
    A `required` prompt must be answered before the turn can end. `rule` is the one that it comes from.
    """

    kind: str
    reach: Reach | None = None
    circles: Mask = 0
    left: int = 1
    required: bool = False
    beyond: Reach | None = None
    pair: Draw | None = None
    in_order: Mask = 0
    rule: str = "R3.2"


@dataclass(frozen=True, slots=True)
class Position:
    """`dealt` is what the mechanics dealt for the game, `notes` what they keep beside the sheet until the
    round ends: both by mechanic, plain data, public, and read by that mechanic alone."""

    ruleset: Ruleset
    dealt: Dealt
    sheet: Sheet
    pencil: int  # the line being drawn
    notes: Mapping[str, Any] = field(default_factory=dict)
    turn: Turn | None = None
    prompts: tuple[Prompt, ...] = ()
    closing: bool = False  # what is offered last has been done: only the end of the turn is offered still
    done: bool = True  # nothing is being asked

    @property
    def line(self) -> Line:
        return self.sheet.lines[self.pencil]

    def noted(self, mechanic: str, note: Any) -> Position:
        """The same seat with what a mechanic keeps for the round."""
        return replace(self, notes={**self.notes, mechanic: note})

    def asked(self, prompts: tuple[Prompt, ...], done: bool = False) -> Position:
        """The same seat with other questions before it. (Written out: this is what a game does most.)"""
        return Position(
            self.ruleset,
            self.dealt,
            self.sheet,
            self.pencil,
            self.notes,
            self.turn,
            prompts,
            self.closing,
            done,
        )
