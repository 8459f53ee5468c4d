"""The switch: a section may start at any station of the line (R3.8)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..position import Position, Reach
from .base import Mechanic

if TYPE_CHECKING:
    from ..ruleset import Ruleset


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


def switch_of(ruleset: Ruleset) -> Switch:
    """The board's switch; one that always works where the board has no rule about it."""
    return ruleset.find(Switch) or Switch()
