"""One seat in the middle of a turn: its sheet, and what it is being asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .actions import Draw
from .board import Mask, SectionId, StationId
from .cards import Turn
from .sheet import Line, Sheet
from .symbols import ALL

if TYPE_CHECKING:
    from .ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Reach:
    """What may be drawn now. Cards, jokers, switches and powers all say it in this one value."""

    symbols: int = ALL
    anywhere: bool = False  # from any station of the line, not only its ends
    alongside: bool = False  # may double another line's section
    start: StationId | None = None  # only from here
    only: SectionId | None = None  # only this one


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question to the seat. `kind` says whose it is: card, second, guided, extension, visit or circle.

    With `beyond` only what that reach does not allow may be drawn (a power may not be wasted).
    `pair` is the section drawn just before by the same right: the two are offered in one order only.
    A `required` prompt must be answered before the turn can end.
    """

    kind: str
    reach: Reach | None = None
    circles: Mask = 0
    left: int = 1
    required: bool = False
    beyond: Reach | None = None
    pair: Draw | None = None


@dataclass(frozen=True, slots=True)
class Special:
    """A round's special station: the symbol, and the effect it has."""

    symbol: str
    effect: str


@dataclass(frozen=True, slots=True)
class Setup:
    """What was dealt for the whole game; public from the start."""

    objectives: tuple[str, ...] = ()
    powers: Mapping[str, str] = field(default_factory=dict)  # line -> power
    gates: Mapping[StationId, str] = field(default_factory=dict)  # corner -> bonus


@dataclass(frozen=True, slots=True)
class Position:
    ruleset: Ruleset
    setup: Setup
    sheet: Sheet
    pencil: int  # the line being drawn
    special: Special | None = None
    turn: Turn | None = None
    prompts: tuple[Prompt, ...] = ()
    spent: bool = False  # the pencil's power, this round
    used: str | None = None  # the power used in this turn
    done: bool = True  # nothing is being asked

    @property
    def line(self) -> Line:
        return self.sheet.lines[self.pencil]

    @property
    def power(self) -> str | None:
        """The power of the pencil in hand, if it can still be used this round."""
        if self.spent:
            return None
        return self.setup.powers.get(self.ruleset.board.lines[self.pencil])

    def asked(self, prompts: tuple[Prompt, ...], done: bool = False) -> Position:
        """The same seat with other questions before it. (Written out: this is what a game does most.)"""
        return Position(
            self.ruleset,
            self.setup,
            self.sheet,
            self.pencil,
            self.special,
            self.turn,
            prompts,
            self.spent,
            self.used,
            done,
        )
