"""A game of one to four seats, as far as its log has gone."""

from dataclasses import dataclass, field

from tests.naive.boards import Board
from tests.naive.draw import Line, Turn


@dataclass
class Game:
    """All that the lines of a log have said so far."""

    board: Board
    modules: tuple[str, ...]
    pencils: list[list[str]]
    objectives: tuple[str, ...]
    powers: dict[str, str]
    gates: dict[str, str]
    sheets: list[dict[str, Line]]
    specials: list[tuple[str, str]] = field(default_factory=list)
    round: int = 1
    turn: Turn | None = None  # the last one turned in this round
    seen: list[str] = field(default_factory=list)  # the cards of this round
    waiting: set[int] = field(default_factory=set)  # the seats that still owe an answer
    counted: bool = False  # its sheets are from paper, and no card was turned
    ended: bool = False

    @property
    def round_over(self) -> bool:
        suits = [card.split("/")[0] for card in self.seen]
        enough = any(suits.count(suit) >= number for suit, number in self.board.round_ends.items())
        nothing_left = all(card.endswith("/switch") for card in self.board.cards.difference(self.seen))
        return not self.waiting and (enough or nothing_left)

    @property
    def over(self) -> bool:
        return self.counted or (self.round == 4 and self.round_over)
