"""A seat's answer in the making: private, edited freely, and nothing is final before it is handed in.

Server and terminal share it. What is said comes in as text once; from then on it is actions and positions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from ..rules.actions import DONE, SKIP, Action, Draw
from ..rules.errors import Illegal, Sentence
from ..rules.play import advance, allowed, apply, legal
from ..rules.position import Position
from ..rules.score import line_score, score, total
from .notation import notate, parse
from .readings import texts


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be done now, and what line and sheet would be worth after it."""

    number: int  # from 1
    action: Action
    line: int
    total: int
    gain: int


@dataclass(frozen=True)
class Draft:
    positions: tuple[Position, ...]
    actions: tuple[Action, ...] = ()
    before: Draft | None = field(default=None, compare=False, repr=False)  # without the last action

    @classmethod
    def of(cls, position: Position) -> Draft:
        """Nothing done yet."""
        return cls((position,))

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def ready(self) -> bool:
        """Whether the turn may end with it as it stands."""
        return DONE in allowed(self.position)

    @property
    def choices(self) -> list[Action]:
        """What may be done now; a bonus is skipped only where another waits behind it."""
        skip = SKIP in legal(self.position)
        return [action for action in allowed(self.position) if action != SKIP or skip]

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """What may be done now, with what it is worth."""
        worth = total(score(self.position))
        return tuple(self._option(number, action, worth) for number, action in enumerate(self.choices, 1))

    def _option(self, number: int, action: Action, worth: int) -> Option:
        items = score(advance(self.position, action))
        line = self.position.ruleset.board.lines[self.position.pencil]
        then = total(items)
        return Option(number, action, line_score(items, line).total, then, then - worth)

    def take(self, action: Action) -> Draft:
        """One action more; raises `Illegal` with the rule that it breaks."""
        return Draft((*self.positions, apply(self.position, action)), (*self.actions, action), self)

    def say(self, text: str) -> Draft:
        """The same for an action in notation; the draft ends by being handed in, not by a word."""
        action = parse(self.position.ruleset.board, text)
        if action == DONE:
            raise Illegal("R2.5", Sentence("a draft is ended by handing it in"))
        return self.take(action)

    def undo(self) -> Draft:
        """One step back; nothing happens at the start of the turn."""
        return self.before or self

    @property
    def without_section(self) -> Draft | None:
        """The draft as it was before the section that is its last step; None where the last step is none."""
        return self.before if self.actions and isinstance(self.actions[-1], Draw) else None

    def instead(self, text: str) -> Draft:
        """This in place of the section drawn last; where none was drawn last, one action more."""
        return (self.without_section or self).say(text)

    @property
    def said(self) -> list[str]:
        """The actions so far in notation, as `say` takes them."""
        return [notate(self.position.ruleset.board, action) for action in self.actions]

    def hand_in(self) -> tuple[Position, list[str]]:
        """The finished position, and the answer as the log writes it; raises `Illegal` if it is not whole."""
        finished = self if DONE in self.actions else self.take(DONE)
        return finished.position, texts(self.positions[0], finished.actions)
