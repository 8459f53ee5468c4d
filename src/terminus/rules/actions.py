"""What a seat can do in a turn. Drawing is the action of the game; the rest belongs to modules."""

from __future__ import annotations

from dataclasses import dataclass

from .board import SectionId, StationId


@dataclass(frozen=True, slots=True)
class Draw:
    section: SectionId
    start: StationId
    target: StationId


@dataclass(frozen=True, slots=True)
class Circle:
    """Circle a station: the double-station power, or a gate's bonus."""

    station: StationId


@dataclass(frozen=True, slots=True)
class Use:
    """Use the pencil's power for the sections that follow."""

    power: str


@dataclass(frozen=True, slots=True)
class Skip:
    """Decline the bonus in hand, because another waits behind it."""


@dataclass(frozen=True, slots=True)
class Done:
    """The answer to this turn is complete. With nothing before it, it is a pass."""


Action = Draw | Circle | Use | Skip | Done
SKIP = Skip()
DONE = Done()
