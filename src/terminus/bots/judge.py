"""What a game's replies and cards are worth, in points, for whoever looks at it afterwards.

    score = par + luck - lost + drift

`par` is the worth of the table before its first card; `luck` adds up over all that was turned; `lost` is what
the value of each reply is short of the best one's; `drift` is the worth of the table after each reply less
that value: where it is far from 0 the evaluation saw something coming too late.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ..kernel import kernel_of
from ..kernel.scoring import rule_name
from ..rules.actions import Action
from ..rules.cards import Card
from ..rules.position import Position
from ..rules.ruleset import Ruleset
from ..rules.table import Table
from .evaluation import named_net_of
from .native import learned, lookahead, mind_by

if TYPE_CHECKING:
    from terminus_kernel import Trails


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole answer to a turn, `DONE` included, and what the evaluation says of the sheet after it."""

    actions: tuple[Action, ...]
    value: float


class Judge:
    """Judges the games of a ruleset, from what everybody at the table knows; raises `NoKernel` or `Unfit`.

    It goes by what was learned for the board when the judge was made; `weights` is what that is called.
    Where nothing was, a value is the score so far: then luck and losses are in points scored at once. At
    depth 1 a reply is judged by the sheet after it; each flip deeper looks at the best replies to all that
    may be turned next. The same question has the same answer, in any thread. What cannot be asked (the worth
    of a table in the middle of a turn, say) is a `ValueError`.
    """

    def __init__(self, ruleset: Ruleset, depth: int = 1) -> None:
        self._kernel = kernel_of(ruleset)
        found = named_net_of(ruleset.board)
        net = None if found is None else found[0]
        self.weights = None if found is None else found[1]
        self._mind = mind_by(ruleset, lookahead(1), net)
        self._depth = depth
        self._rules = [rule_name(mechanic) for mechanic in ruleset.scoring]
        self._goes_on = mind_by(ruleset, learned() if net else lookahead(1), net)

    @property
    def by(self) -> Literal["learned", "score"]:
        """What it judges by."""
        return "score" if self.weights is None else "learned"

    def worth(self, table: Table, seat: int = 0) -> float:
        """What a table between two turns is worth to a seat: its best replies, on the mean of all flips."""
        return self._mind.worth(self._kernel.state_of(table, seat), self._depth)

    def luck(self, table: Table, turned: Sequence[Card] | Mapping[str, str], seat: int = 0) -> float:
        """How much better what is turned next is than the mean of all that might be."""
        state = self._kernel.state_of(table, seat)
        return self._mind.luck(state, self._kernel.codes_turned(turned), self._depth)

    def lucks(self, trails: Trails) -> list[float]:
        """The luck of whole games that left these trails; it is 0 on the mean, whoever played."""
        return self._mind.lucks(trails, self._depth)

    def replies(self, table: Table, seat: int = 0, draft: Position | None = None) -> list[Reply]:
        """Every way to answer the turn, or to go on from a draft of the answer; the best first."""
        return self.best_replies(table, seat, draft)[0]

    def best_replies(
        self, table: Table, seat: int = 0, draft: Position | None = None, few: int | None = None
    ) -> tuple[list[Reply], int]:
        """The best few of these, and how many there are. Of equals a pass is not the first."""
        state = self._kernel.state_of(table, seat, draft)
        found = self._mind.replies(state, self._depth)
        found.sort(key=lambda reply: (-reply[1], len(reply[0]) == 1))
        best = [Reply(self._kernel.actions_of(state, codes), value) for codes, value in found[:few]]
        return best, len(found)

    def value(self, table: Table, seat: int, answer: Position) -> float:
        """What an answer is worth that a seat has given, or might give, to the turn on the table."""
        return self._mind.value(self._kernel.state_of(table, seat, answer), self._depth)

    def play_on(
        self, table: Table, seat: int, answer: Position, games: int, seed: int
    ) -> list[dict[str, int]]:
        """What each scoring rule gives at the end of so many games, which the evaluation plays on from an
        answer. Answers to the same turn meet the same cards, so that their games can be compared in pairs."""
        state = self._kernel.state_of(table, seat, answer)
        return [self._by_rule(row) for row in self._goes_on.play_on(state, games, seed)]

    def face_up(self, table: Table, turned: list[list[int]], width: int) -> list[list[int]]:
        """A seat's replies to all that is going to be turned, in the kernel's numbers, the best game that a
        search finds which keeps so many sheets."""
        _, found = self._mind.face_up(self._kernel.state_of(table), turned, width)
        return found

    def _by_rule(self, row: Sequence[int]) -> dict[str, int]:
        found = dict.fromkeys(self._rules, 0)
        for rule, points in zip(self._rules, row, strict=True):
            found[rule] += points
        return found
