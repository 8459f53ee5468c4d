"""One seat to try rules on, in notation: `seat("toy", "red").turn("circle", "b1-a0").ends`."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tests.strategies import ruleset

from terminus.record.notation import notate
from terminus.record.readings import play_turn
from terminus.rules.actions import Draw
from terminus.rules.board import Board, members
from terminus.rules.cards import Turn
from terminus.rules.drawing import drawable
from terminus.rules.errors import Illegal
from terminus.rules.play import ask, legal
from terminus.rules.position import Position, Reach
from terminus.rules.score import Item, LineScore, extras, line_score, score, total
from terminus.rules.sheet import Sheet


@dataclass(frozen=True)
class Seat:
    position: Position
    turns: int = 0  # of this round

    @property
    def board(self) -> Board:
        return self.position.ruleset.board

    # -- playing ---------------------------------------------------------------------------------

    def asked(self, cards: str) -> Position:
        return ask(self.position, Turn.parse(self.turns + 1, cards))

    def turn(self, cards: str, *do: str) -> "Seat":
        return Seat(play_turn(self.asked(cards), do), self.turns + 1)

    def passes(self, turns: int) -> "Seat":
        return replace(self, turns=self.turns + turns)

    def refused(self, cards: str, *do: str) -> str:
        """The rule that these actions break."""
        try:
            play_turn(self.asked(cards), do)
        except Illegal as error:
            return error.rule
        raise AssertionError(f"{do} was not refused")

    def sections(self, cards: str) -> set[str]:
        """The sections that are offered first."""
        return {notate(self.board, a) for a in legal(self.asked(cards)) if isinstance(a, Draw)}

    def takes(self, line: str) -> "Seat":
        """The next round, with another pencil."""
        pencil = self.board.lines.index(line)
        return Seat(replace(self.position, pencil=pencil, notes={}), 0)

    def with_special(self, symbol: str, effect: str) -> "Seat":
        return replace(self, position=self.position.noted("specials", {"symbol": symbol, "effect": effect}))

    # -- the sheet -------------------------------------------------------------------------------

    def inked(self, sections: str) -> "Seat":
        """These sections drawn by whatever card it takes, as long as chapter 3 allows them."""
        position = self.position
        for name in sections.split():
            a, b = name.split("-")
            draw = Draw(self.board.names[a, b], self.board.at[a], self.board.at[b])
            assert draw in drawable(position, Reach(anywhere=True, alongside=True)), name
            drawn = (position.pencil, draw.section, draw.start, draw.target)
            position = replace(position, sheet=position.sheet.with_section(self.board, *drawn))
        return replace(self, position=position)

    def marked(self, circled: str = "", doubled: str = "") -> "Seat":
        line = self.position.line
        for cell in circled.split():
            line = replace(line, circled=line.circled | 1 << self.board.at[cell])
        for district in doubled.split():
            line = replace(line, doubled=line.doubled | 1 << self.board.districts.index(district))
        sheet = self.position.sheet.with_line(self.position.pencil, line)
        return replace(self, position=replace(self.position, sheet=sheet))

    @property
    def ends(self) -> set[str]:
        return {self.board.stations[n].cell for n in members(self.position.line.ends)}

    @property
    def stations(self) -> set[str]:
        return {self.board.stations[n].cell for n in members(self.position.line.stations)}

    @property
    def circled(self) -> set[str]:
        return {self.board.stations[n].cell for n in members(self.position.line.circled)}

    @property
    def doubled(self) -> set[str]:
        return {self.board.districts[n] for n in members(self.position.line.doubled)}

    # -- the score -------------------------------------------------------------------------------

    @property
    def items(self) -> tuple[Item, ...]:
        return score(self.position)

    @property
    def total(self) -> int:
        return total(self.items)

    @property
    def line_score(self) -> LineScore:
        return line_score(self.items, self.board.lines[self.position.pencil])

    @property
    def extras(self) -> dict[str, int]:
        return extras(self.items)


def seat(
    board: str,
    line: str,
    *,
    power: str | None = None,
    special: tuple[str, str] | None = None,
    gates: Mapping[str, str] | None = None,
    objectives: tuple[str, ...] = (),
) -> Seat:
    """An empty sheet with one pencil in hand; what is dealt says which module is played."""
    dealt = {"objectives": objectives, "powers": power, "specials": special, "gates": gates}
    rules = ruleset(board, tuple(module for module, value in dealt.items() if value))
    given = {"objectives": objectives, "powers": {line: power} if power else {}, "gates": gates or {}}
    pencil = rules.board.lines.index(line)
    sat = Seat(Position(rules, given, Sheet.empty(rules.board), pencil))
    return sat.with_special(*special) if special else sat


def network(board: str, lines: Mapping[str, str], objectives: tuple[str, ...] = ()) -> Seat:
    """A sheet with all of these lines drawn."""
    first, *_ = lines
    drawn = seat(board, first, objectives=objectives)
    for line, sections in lines.items():
        drawn = drawn.takes(line).inked(sections)
    return drawn
