"""The switch: a section may start at any station of the line (R3.8)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..position import Position, Reach
from .base import Mechanic


@dataclass(frozen=True)
class Switch(Mechanic):
    name = "switch"
    from_turn: int = 1  # before this turn of a round a switch gives nothing

    def reach(self, position: Position, reach: Reach) -> Reach:
        assert position.turn is not None
        return self.thrown(position, reach) if position.turn.switch else reach

    def thrown(self, position: Position, reach: Reach) -> Reach:
        """The reach with a switch turned, whoever turned it."""
        assert position.turn is not None
        return replace(reach, anywhere=True) if position.turn.number >= self.from_turn else reach
