"""A seat's answer in the making: nothing is final before it is confirmed."""

from __future__ import annotations

from dataclasses import dataclass

from ..record.readings import texts
from ..rules.actions import DONE, SKIP, Action
from ..rules.play import advance, allowed, legal
from ..rules.position import Position
from ..rules.score import line_score, score, total


@dataclass(frozen=True)
class Option:
    """One thing that may be done now, and what line and sheet would be worth after it."""

    number: int
    action: Action
    line: int
    total: int
    gain: int


@dataclass(frozen=True)
class Draft:
    positions: tuple[Position, ...]
    actions: tuple[Action, ...] = ()

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def ready(self) -> bool:
        """Whether the turn may end with it as it stands."""
        return DONE in allowed(self.position)

    def options(self) -> tuple[Option, ...]:
        """What may be done now, numbered from 1; a bonus is skipped only where another waits behind it."""
        here = self.position
        skip = SKIP in legal(here)
        actions = [action for action in allowed(here) if action != SKIP or skip]
        return tuple(self._option(number, action) for number, action in enumerate(actions, 1))

    def _option(self, number: int, action: Action) -> Option:
        items = score(advance(self.position, action))
        worth = total(items)
        line = self.position.ruleset.board.lines[self.position.pencil]
        return Option(
            number, action, line_score(items, line).total, worth, worth - total(score(self.position))
        )

    def take(self, action: Action) -> Draft:
        return Draft((*self.positions, advance(self.position, action)), (*self.actions, action))

    def undo(self) -> Draft:
        """One step back; nothing happens at the start of the turn."""
        return Draft(self.positions[:-1], self.actions[:-1]) if self.actions else self

    def texts(self) -> list[str]:
        """The answer as the log writes it."""
        return texts(self.positions[0], self.actions)
