"""A board, a sheet and the choices of a turn, drawn as text.

Every drawn section shows its line's letter once, beside or on the stroke, so that lines can be told apart
without colour. Choices are dotted and carry their number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from rich.text import Text

from ..rules.actions import Action, Circle, Draw
from ..rules.board import Board, Cell, Section, Station, members
from ..rules.sheet import Sheet
from .canvas import SMALL, Canvas, Scale, Spot, steps
from .look import CHOSEN, FAINT, LABEL, LAND, SHARED, SITE, WATER, colour, glyph, letters

DRAWN = {"-": "─", "|": "│", "\\": "╲", "/": "╱", "+": "┼"}
DOUBLED = {**DRAWN, "-": "═", "|": "║"}
PRINTED = {**DRAWN, "-": "━", "|": "┃"}
CHOICE = {"-": "╌", "|": "╎", "\\": "·", "/": "·", "+": "·"}
CORNERS = {(1, 0, 0, 1): "┓", (0, 1, -1, 0): "┛", (-1, 0, 0, -1): "┗", (0, -1, 1, 0): "┏"}


@dataclass(frozen=True)
class Choices:
    """What a turn offers, by its number in the list, and the number now pointed at."""

    actions: Mapping[int, Action] = field(default_factory=dict)
    chosen: int | None = None

    @property
    def draws(self) -> dict[int, Draw]:
        return {number: action for number, action in self.actions.items() if isinstance(action, Draw)}

    @property
    def circles(self) -> dict[int, Circle]:
        return {number: action for number, action in self.actions.items() if isinstance(action, Circle)}


def draw(
    board: Board,
    sheet: Sheet | None = None,
    pencil: int | None = None,
    choices: Choices | None = None,
    scale: Scale = SMALL,
    marked: Collection[Cell] = (),
) -> Text:
    """The board with a sheet's ink; `pencil` is the line in hand, whose ends are marked."""
    drawing = _Drawing(board, sheet or Sheet.empty(board), pencil, scale)
    drawing.ground()
    drawing.tracks()
    drawing.marks()
    drawing.signs(marked)
    if choices is not None and pencil is not None:
        drawing.offer(choices, pencil)
    return drawing.canvas.text(*scale.size(board.columns, board.rows))


class _Drawing:
    def __init__(self, board: Board, sheet: Sheet, pencil: int | None, scale: Scale) -> None:
        self.board, self.sheet, self.pencil, self.scale = board, sheet, pencil, scale
        self.canvas = Canvas()

    # -- what is printed -------------------------------------------------------------------------

    def ground(self) -> None:
        for x in range(self.board.columns):
            self.canvas.put((self.scale.spot((x, 0))[0], 0), chr(ord("a") + x), FAINT)
        for y in range(self.board.rows):
            self.canvas.put((0, self.scale.spot((0, y))[1]), f"{y:>2}", FAINT)
        self._borders()
        self._river()
        for cell in self.board.crossings:
            self.canvas.put(self.scale.cell(cell), "×", FAINT, solid=False)

    def _borders(self) -> None:
        grid, scale = self.board.grid, self.scale
        for y, row in enumerate(grid):
            for x, district in enumerate(row):
                if x + 1 < len(row) and row[x + 1] != district:
                    column, top = scale.spot((x + 0.5, y - 0.5))
                    for line in range(max(top, scale.top), scale.spot((0, y + 0.5))[1]):
                        self.canvas.put((column, line), "┊", FAINT, solid=False)
                if y + 1 < len(grid) and grid[y + 1][x] != district:
                    left, line = scale.spot((x - 0.5, y + 0.5))
                    width = min(scale.across, scale.spot((len(row) - 1, 0))[0] + 2 - left)
                    self.canvas.put((left, line), "┈" * width, FAINT, solid=False)

    def _river(self) -> None:
        course = self.board.scenery.get("river", {}).get("course", [])
        for start, end in pairwise(course):
            count = 4 * self.scale.across * int(abs(end[0] - start[0]) + abs(end[1] - start[1]) + 1)
            for n in range(count + 1):
                point = [a + (b - a) * n / count for a, b in zip(start, end, strict=True)]
                self.canvas.put(self.scale.spot_above(point), "~", WATER, solid=False)

    # -- ink -------------------------------------------------------------------------------------

    def tracks(self) -> None:
        for station in self.board.stations:
            for start, end in _joined(station.cells):
                for spot, kind in steps([self.scale.cell(start), self.scale.cell(end)]):
                    self.canvas.put(spot, DOUBLED[kind], LAND)
        for section in self.board.sections:
            if self.sheet.drawn >> section.id & 1:
                self._stroke(section)
        for section in self.board.sections:
            self._letter(section)

    def _stroke(self, section: Section) -> None:
        owners = self._owners(section)
        printed = self.board.printed >> section.id & 1
        strokes = PRINTED if printed else DOUBLED if len(owners) > 1 else DRAWN
        style = colour(self.board.lines, owners[0]) if owners else self._loop_colour()
        spots = self._spots(section)
        for spot, kind in steps(spots):
            stroke = _corner(spots, spot) if kind == "+" else strokes[kind]
            crossed = self.canvas.ink.get(spot, ("", ""))[0] if spot in self.canvas.taken else ""
            self.canvas.put(spot, _crossed(crossed, stroke), style)

    def _letter(self, section: Section) -> None:
        """The letters of the lines that drew a section, near its middle, where nothing else is written."""
        for pencil in self._owners(section):
            spot = next(self._letter_spots(section), None) or self._spots(section)[0]
            letter = letters(self.board.lines)[pencil]
            self.canvas.put(spot, letter, f"bold {colour(self.board.lines, pencil)}")

    def _letter_spots(self, section: Section) -> Iterator[Spot]:
        strokes = list(steps(self._spots(section)))
        middle = len(strokes) // 2
        for spot, kind in sorted(strokes, key=lambda stroke: abs(strokes.index(stroke) - middle)):
            column, row = spot
            if kind == "-" and self.canvas.ink[spot][0] in "─═━":
                yield spot
            elif kind != "-":
                yield from (s for s in ((column + 1, row), (column - 1, row)) if self.canvas.free(s))
        yield strokes[middle][0]

    def _owners(self, section: Section) -> list[int]:
        return [p for p, line in enumerate(self.sheet.lines) if line.sections >> section.id & 1]

    def _loop_colour(self) -> str:
        return colour([str(self.board.scenery.get("loop", {}).get("colour", "grey"))], 0)

    # -- stations --------------------------------------------------------------------------------

    def marks(self) -> None:
        """Stations, and beside them a departure's letter, a tourist site's star, the brackets of a circle."""
        for pencil, departure in enumerate(self.board.departures):
            column, row = self.scale.cell(self.board.stations[departure].cell)
            letter = letters(self.board.lines)[pencil]
            self.canvas.put((column - 1, row), letter, f"bold reverse {colour(self.board.lines, pencil)}")
        for station in self.board.stations:
            for cell in station.cells:
                column, row = self.scale.cell(cell)
                if "tourist" in station.tags:
                    self.canvas.put((column + 1, row), "*", SITE)
                self.canvas.put((column, row), glyph(station.symbols), self._style(station))
        for pencil, line in enumerate(self.sheet.lines):
            for circled in members(line.circled):
                column, row = self.scale.cell(self.board.stations[circled].cell)
                self.canvas.put((column - 1, row), "(", f"bold {colour(self.board.lines, pencil)}")
                self.canvas.put((column + 1, row), ")", f"bold {colour(self.board.lines, pencil)}")

    def signs(self, cells: Collection[Cell]) -> None:
        """A sign beside the stations at which something was dealt."""
        for cell in cells:
            column, row = self.scale.cell(cell)
            self.canvas.put((column + 1, row), "!", SITE)

    def _style(self, station: Station) -> str:
        serving = [p for p, line in enumerate(self.sheet.lines) if line.stations >> station.id & 1]
        if self.pencil is not None and self.sheet.lines[self.pencil].ends >> station.id & 1:
            return f"bold reverse {colour(self.board.lines, self.pencil)}"
        if len(serving) == 1:
            return f"bold {colour(self.board.lines, serving[0])}"
        return SHARED if serving else SITE if "tourist" in station.tags else LAND

    # -- choices ---------------------------------------------------------------------------------

    def offer(self, choices: Choices, pencil: int) -> None:
        style = colour(self.board.lines, pencil)
        for number, choice in choices.draws.items():
            stroke = SHARED if number == choices.chosen else style
            for spot, kind in steps(self._spots(self.board.sections[choice.section])):
                if self.canvas.free(spot):
                    self.canvas.put(spot, CHOICE[kind], stroke, solid=False)
        ordered = sorted(choices.draws.items(), key=lambda entry: entry[0] != choices.chosen)
        for number, choice in ordered:
            self._label(self._label_spot(choice, len(str(number))), number, choices)
        for number, circle in choices.circles.items():
            column, row = self.scale.cell(self.board.stations[circle.station].cell)
            self._label((column + 1, row), number, choices)

    def _label(self, spot: Spot, number: int, choices: Choices) -> None:
        self.canvas.put(spot, str(number), CHOSEN if number == choices.chosen else LABEL)

    def _label_spot(self, choice: Draw, length: int) -> Spot:
        """Where the number of a choice fits, as near to its target as can be."""
        section = self.board.sections[choice.section]
        strokes = [spot for spot, _ in steps(self._spots(section))]
        if choice.target == section.b:
            strokes.reverse()
        near = [(column + shift, row) for column, row in strokes for shift in (0, -1, 1)]
        return next((spot for spot in near if self.canvas.free(spot, length)), strokes[0])

    def _spots(self, section: Section) -> list[Spot]:
        return [self.scale.spot(point) for point in section.path]


def _joined(cells: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The pairs of neighbouring cells of one station."""
    for cell in cells:
        right, below = f"{chr(ord(cell[0]) + 1)}{cell[1:]}", f"{cell[0]}{int(cell[1:]) + 1}"
        yield from ((cell, other) for other in (right, below) if other in cells)


def _corner(spots: Sequence[Spot], here: Spot) -> str:
    index = spots.index(here)
    (ax, ay), (bx, by), (cx, cy) = spots[index - 1 : index + 2]
    turn = (_sign(bx - ax), _sign(by - ay), _sign(cx - bx), _sign(cy - by))
    back = (-turn[2], -turn[3], -turn[0], -turn[1])
    return CORNERS.get(turn) or CORNERS.get(back) or "•"


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _crossed(below: str, above: str) -> str:
    """What is seen where two strokes pass over each other."""
    if not below or below == above:
        return above
    return "┼" if {below, above} <= set("─│═║") else "╳"
