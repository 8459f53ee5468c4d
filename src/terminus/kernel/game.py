"""The native kernel for one ruleset, with the engine's own types at its surface.

A `State` is one seat of a game. `legal` gives numbers in the order of the engine's `legal`; `action` turns
one into the engine's action. The kernel checks what it is handed: a `ValueError` says what cannot be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from ..boards.digest import digest
from ..record.deals import Deal
from ..rules.actions import Action
from ..rules.cards import Card, Turn
from ..rules.position import Position
from ..rules.ruleset import Ruleset
from ..rules.score import Item
from ..rules.table import Opened, Table
from .actions import action_of, code_of
from .codes import PHASE_CODES
from .modules import opening_codes, opening_packs
from .native import load
from .positions import numbers_of, numbers_of_position
from .scoring import item_of
from .tables import tables_of

if TYPE_CHECKING:
    from terminus_kernel import Batch, State, Trails
    from terminus_kernel import Tables as NativeTables

POLICIES = ("random", "greedy")


class Kernel:
    """Plays one ruleset; raises `Unfit` if it cannot, `NoKernel` if there is no native module."""

    def __init__(self, ruleset: Ruleset) -> None:
        tables = tables_of(ruleset)
        self.ruleset = ruleset
        self.native: NativeTables = load().Tables(tables)

    def deal(self, seed: int) -> State:
        """A new solo game, before its first card."""
        return self.native.deal(seed)

    def state_of(self, table: Table, seat: int = 0, position: Position | None = None) -> State:
        """A seat of a table; `position` is its draft in the middle of a turn."""
        return self.native.restore(numbers_of(table, seat, position))

    def state_of_position(self, position: Position) -> State:
        """A position without a table: the first round of a game with a whole deck."""
        others = [line for line in range(len(position.sheet.lines)) if line != position.pencil]
        return self.native.restore(numbers_of_position(position, [position.pencil, *others]))

    def state_seen(
        self,
        position: Position,
        pencils: Sequence[str],
        number: int,
        remaining: Sequence[Card],
        opened: Opened,
    ) -> State:
        """A position in the round of this number, with all that its seat sees beside it."""
        lines = [self.ruleset.board.lines.index(line) for line in pencils]
        numbers = numbers_of_position(position, lines, remaining, opened)
        return self.native.restore({**numbers, "round": number - 1})

    def legal(self, state: State) -> list[int]:
        return self.native.legal(state)

    def actions(self, state: State) -> tuple[Action, ...]:
        """The legal actions as the engine writes them, in its order."""
        return tuple(self.action(state, code) for code in self.legal(state))

    def action(self, state: State, code: int) -> Action:
        return action_of(self.ruleset.board, state.pencil, state.stations(state.pencil), code)

    def actions_of(self, state: State, codes: Sequence[int]) -> tuple[Action, ...]:
        """What numbers mean that are played one after the other, from this state on."""
        after, actions = state.copy(), list[Action]()
        for code in codes:
            actions.append(self.action(after, code))
            self.native.apply(after, code)
        return tuple(actions)

    def apply(self, state: State, action: Action | int) -> None:
        """Changes the state; the last `done` of a round also begins the next one."""
        self.native.apply(state, action if isinstance(action, int) else code_of(action))

    def codes_turned(self, turned: Sequence[Card] | Mapping[str, str]) -> list[int]:
        """The cards of a turn as numbers, or what opens a round."""
        if isinstance(turned, Mapping):
            return opening_codes(turned)
        return [self.ruleset.board.deck.cards.index(card) for card in turned]

    def flip(self, state: State, cards: Sequence[Card]) -> None:
        self.native.flip(state, self.codes_turned(cards))

    def open_round(self, state: State, turned_up: Mapping[str, str]) -> None:
        """Turn up what opens a round."""
        self.native.open_round(state, self.codes_turned(turned_up))

    def phase(self, state: State) -> str:
        """What the game waits for: opening, flip, answer or (nothing more) over."""
        return PHASE_CODES.name(self.native.phase(state))

    def flips(self, state: State) -> list[tuple[tuple[Card, ...], float]]:
        """The cards that may be turned next, with their probability."""
        if self.phase(state) != "flip":
            return []
        deck = self.ruleset.board.deck.cards
        return [
            (tuple(deck[card] for card in (first, second) if card >= 0), probability)
            for first, second, probability in self.native.chances(state)
        ]

    def total(self, state: State) -> int:
        return self.native.total(state)

    def items(self, state: State) -> tuple[Item, ...]:
        """The score items, the same as the engine's."""
        return tuple(item_of(self.ruleset, *item) for item in self.native.items(state))

    def worths(self, position: Position) -> dict[int, tuple[int, int]]:
        """What the line in hand and the sheet are worth after each legal action, by its number."""
        state = self.state_of_position(position)
        return {code: (line, points) for code, line, points in self.native.worths(state)}

    def choose(self, state: State, policy: str, seed: int) -> Action:
        return self.action(state, self.native.choose(state, policy, seed))

    def play(self, policy: str, games: int, seed: int) -> list[int]:
        """The totals of whole solo games, before the solo deduction."""
        return self.native.play(policy, games, seed)

    def packs_of(self, deal: Deal) -> list[list[int]]:
        """A settled deal as numbers: the decks, then what opens the rounds."""
        return [*map(self.codes_turned, deal.decks), *opening_packs(deal.opened)]

    def play_deals(
        self,
        policy: str,
        states: list[State],
        packs: list[list[list[int]]],
        seeds: list[int],
        trails: Trails | None = None,
    ) -> list[int]:
        """The totals of solo games whose cards are settled, each by the packs of its deal."""
        return self.native.play_deals(policy, states, packs, seeds, trails)

    def batch(self, games: int, seed: int) -> Batch:
        """Many solo games, to be stepped together."""
        return load().Batch(self.native, games, seed)  # type: ignore[no-any-return]

    def ways(self, position: Position, turns: Sequence[Turn]) -> int:
        return self.native.ways(self.state_of_position(position), _plain(turns))

    def sheets(self, position: Position, turns: Sequence[Turn]) -> int:
        return self.native.sheets(self.state_of_position(position), _plain(turns))


def _plain(turns: Sequence[Turn]) -> list[tuple[int, bool, bool]]:
    return [(turn.symbols, turn.joker, turn.switch) for turn in turns]


@dataclass(frozen=True, slots=True)
class SameRules:
    """A ruleset, equal to every other with the same board and mechanics: the key of what is made once."""

    digest: str
    ruleset: Ruleset = field(compare=False)

    @classmethod
    def of(cls, ruleset: Ruleset) -> SameRules:
        return cls(digest(ruleset), ruleset)


def kernel_of(ruleset: Ruleset) -> Kernel:
    """The kernel of a ruleset, made once for all that are equal."""
    return _kernel_of(SameRules.of(ruleset))


@lru_cache(maxsize=32)
def _kernel_of(rules: SameRules) -> Kernel:
    return Kernel(rules.ruleset)
