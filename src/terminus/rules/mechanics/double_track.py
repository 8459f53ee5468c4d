"""Double track: with a joker a section may be drawn alongside another line's (R5.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..position import Position, Reach
from .base import Mechanic


@dataclass(frozen=True)
class DoubleTrack(Mechanic):
    name = "double-track"

    def reach(self, position: Position, reach: Reach) -> Reach:
        assert position.turn is not None
        return replace(reach, alongside=True) if position.turn.joker else reach
