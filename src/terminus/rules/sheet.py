"""A player's sheet: ink only. What you could not photograph on the paper is not here.

`Line.stations`, `Line.ends`, `Sheet.drawn`, `Sheet.doubled` and `Sheet.blocked` follow from the sections;
they are kept beside them because every question about a sheet asks for one of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .board import Board, Mask, SectionId, StationId


@dataclass(frozen=True, slots=True)
class Line:
    sections: Mask = 0
    stations: Mask = 0
    ends: Mask = 0  # stations with exactly one of its sections (R3.2)
    circled: Mask = 0
    doubled: Mask = 0  # districts that count twice

    def drawn(self, section: SectionId, start: StationId, target: StationId) -> Line:
        """The line with one section more, drawn from a station it has (or its departure) to a new one."""
        if self.sections:
            ends = self.ends & ~(1 << start) | 1 << target
        else:
            ends = 1 << start | 1 << target
        stations = self.stations | 1 << start | 1 << target
        return Line(self.sections | 1 << section, stations, ends, self.circled, self.doubled)


@dataclass(frozen=True, slots=True)
class Sheet:
    lines: tuple[Line, ...]
    drawn: Mask  # sections with at least one track, printed ones included
    doubled: Mask = 0  # sections with two tracks
    blocked: Mask = 0  # sections that may only be drawn alongside, if at all

    @classmethod
    def empty(cls, board: Board) -> Sheet:
        blocked = board.printed
        for section in board.sections:
            if board.printed >> section.id & 1:
                blocked |= board.clash[section.id]
        return cls(tuple(Line() for _ in board.lines), board.printed, 0, blocked)

    def with_line(self, pencil: int, line: Line) -> Sheet:
        return replace(self, lines=(*self.lines[:pencil], line, *self.lines[pencil + 1 :]))

    def with_section(
        self, board: Board, pencil: int, section: SectionId, start: StationId, target: StationId
    ) -> Sheet:
        bit = 1 << section
        line = self.lines[pencil].drawn(section, start, target)
        return Sheet(
            (*self.lines[:pencil], line, *self.lines[pencil + 1 :]),
            self.drawn | bit,
            self.doubled | (self.drawn & bit),
            self.blocked | bit | board.clash[section],
        )
