"""Whole games of bots, each alone, with all that a report wants to know of each.

In the native kernel where it plays the board; else on the reference engine, where only those bots play
whose answer never takes long.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from ...kernel import Kernel, Unfit, installed, kernel_of
from ...record.dealer import SettledDealer
from ...rules.board import members
from ...rules.cards import is_switch
from ...rules.play import advance
from ...rules.ruleset import Ruleset
from ...rules.score import Item, score, total
from ...rules.table import ROUNDS, commit
from ..bot import Bot
from ..games import Game, game_of, seed_of
from ..greedy import Greedy
from ..levels import BOTS
from ..native import by_points, mcts, mind_of
from ..uniform import RandomBot
from ..view import View

if TYPE_CHECKING:
    from terminus_kernel import State

ENGINE: Mapping[str, Callable[[Random], Bot]] = {"easy": RandomBot, "medium": Greedy}
IsUp = Callable[[], bool]
Reply = Callable[["State", int], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A game that is over."""

    total: int
    lines: Mapping[str, int]
    rules: Mapping[str, int]
    sections: Counter[int]  # how often each was drawn
    turns: tuple[int, ...]  # by round


class Table:
    """Where the games of one board are played; game so-and-so of a seed has the same cards for all levels."""

    def __init__(self, ruleset: Ruleset, seed: int) -> None:
        self._ruleset, self._seed = ruleset, seed
        self._kernel = _kernel(ruleset)

    @property
    def native(self) -> bool:
        return self._kernel is not None

    @property
    def levels(self) -> tuple[str, ...]:
        """Who plays here."""
        return tuple(BOTS if self.native else ENGINE)

    def outcomes(self, level: str, games: int, is_up: IsUp) -> Iterator[Outcome]:
        """Game after game until the time is up; what is cut off then is no outcome."""
        reply = _reply(self._kernel, level) if self._kernel else None
        for number in range(games):
            game = game_of(self._ruleset, 1, self._seed, number)
            rng = Random(seed_of(self._seed, number, level))
            if self._kernel and reply:
                outcome = _in_kernel(self._kernel, game, reply, rng, is_up)
            else:
                outcome = _on_engine(game, ENGINE[level](rng), is_up)
            if outcome is None:
                return
            yield outcome


def _kernel(ruleset: Ruleset) -> Kernel | None:
    try:
        return kernel_of(ruleset) if installed() else None
    except Unfit:
        return None


def _reply(kernel: Kernel, level: str) -> Reply:
    """How a level answers, in the kernel's numbers: with one action, or with all of the turn."""
    native, bot = kernel.native, BOTS[level]
    if level in ENGINE:
        return lambda state, seed: [native.choose(state, bot, seed)]
    count = int(bot.partition(":")[2])
    return mind_of(kernel.ruleset, by_points(count) if level == "hard" else mcts(count)).reply


def _in_kernel(kernel: Kernel, game: Game, reply: Reply, rng: Random, is_up: IsUp) -> Outcome | None:
    native, state = kernel.native, kernel.state_of(game.table)
    decks = [list(deck) for deck in kernel.packs_of(game.deal)]
    turns = [0] * ROUNDS
    while not state.over:
        if is_up():
            return None
        if kernel.phase(state) == "opening":
            for rounds in game.deal.opened.values():
                kernel.open_round(state, rounds[state.round])
        turns[state.round] += 1
        native.flip(state, _next_cards(kernel, decks[state.round]))
        while not state.done:
            legal = native.legal(state)
            for code in legal if len(legal) == 1 else reply(state, rng.getrandbits(63)):
                native.apply(state, code)
    sections = Counter(section for line in range(len(state.pencils)) for section in state.sections(line))
    return _outcome(kernel.items(state), sections, turns)


def _next_cards(kernel: Kernel, deck: list[int]) -> list[int]:
    """Taken off the deck: a card, or the switch and the one after it."""
    first = deck.pop(0)
    return [first, deck.pop(0)] if is_switch(kernel.ruleset.board.deck.cards[first]) else [first]


def _on_engine(game: Game, bot: Bot, is_up: IsUp) -> Outcome | None:
    table, dealer = game.table, SettledDealer(game.deal)
    turns = [0] * ROUNDS
    while not table.over:
        table = dealer.turn_up(table)
        if all(table.answered):  # it opened the round
            continue
        turns[table.round - 1] += 1
        position, view = table.positions[0], View.of(table, 0)
        while not position.done:
            if is_up():
                return None
            position = advance(position, bot.choose(view.at(position)))
        table = commit(table, 0, position)
    end = table.positions[0]
    sections = Counter(section for line in end.sheet.lines for section in members(line.sections))
    return _outcome(score(end), sections, turns)


def _outcome(items: Sequence[Item], sections: Counter[int], turns: Sequence[int]) -> Outcome:
    lines, rules = Counter[str](), Counter[str]()
    for item in items:
        rules[item.rule] += item.value
        if item.line is not None:
            lines[item.line] += item.value
    return Outcome(total(items), lines, rules, sections, tuple(turns))
