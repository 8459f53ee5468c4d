"""Bots that think in the native kernel: `points:k`, `learned`, `lookahead:k` and `mcts`.

All but the first judge a sheet by the board's learned evaluation if one ships for it. Without one `lookahead`
goes by the score as `points` does, `mcts` plays its simulations greedily to the end of the game, and there is
no `learned`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from ..kernel import kernel_of
from ..kernel.game import SameRules
from ..kernel.native import load
from ..rules.actions import Action
from ..rules.errors import BadSetup, Sentence
from ..rules.play import advance
from ..rules.position import Position
from ..rules.ruleset import Ruleset
from .evaluation import net_of
from .games import Game
from .players import Player, Ready, SoloGames
from .view import View

if TYPE_CHECKING:
    from terminus_kernel import Mind, Net, State, Trails

SIMULATIONS = 1000  # of `mcts` without a budget


@dataclass(frozen=True, slots=True)
class Method:
    """How to think: `lookahead` so many flips, `mcts` so many simulations or seconds a decision."""

    kind: str
    flips: int = 0
    simulations: int = 0
    seconds: float = 0.0
    by_points: bool = False  # and not by what was learned


def learned() -> Method:
    """The reply after which the learned evaluation is highest."""
    return Method("learned")


def lookahead(flips: int) -> Method:
    """The exact expectation over the next flips, judged by the evaluation."""
    if flips < 1:
        raise BadSetup(Sentence("a lookahead is of 1 flip at least, not {flips}", flips=flips))
    return Method("lookahead", flips=flips)


def by_points(flips: int) -> Method:
    """The same, judged by the score alone."""
    return replace(lookahead(flips), by_points=True)


def mcts(simulations: int | None = None, seconds: float | None = None) -> Method:
    """Search with a budget for each decision; in seconds it is not reproducible."""
    if simulations is not None and simulations < 1:
        raise BadSetup(
            Sentence(
                "the budget of mcts must be 1 simulation at least, not {simulations}", simulations=simulations
            )
        )
    if seconds is not None and not seconds > 0:
        raise BadSetup(
            Sentence("the budget of mcts must be more than 0 seconds, not {seconds}", seconds=f"{seconds:g}")
        )
    if seconds is not None:
        return Method("mcts", seconds=seconds)
    return Method("mcts", simulations=simulations or SIMULATIONS)


def mind_of(ruleset: Ruleset, method: Method) -> Mind:
    """Who thinks, for any number of threads; raises `NoKernel`, `Unfit`, or `BadSetup` if there is nothing
    learned to play by."""
    return mind_by(ruleset, method, None if method.by_points else net_of(ruleset.board))


def mind_by(ruleset: Ruleset, method: Method, net: Net | None) -> Mind:
    """The same by an evaluation that was looked up before."""
    if method.kind == "learned" and net is None:
        raise BadSetup(
            Sentence(
                "the bot learned has no weights for the board {board}; terminus train makes them",
                board=ruleset.board.id,
            )
        )
    return _mind_of(SameRules.of(ruleset), method, net)


@lru_cache(maxsize=16)  # each keeps its net, of 32 MB
def _mind_of(rules: SameRules, method: Method, net: Net | None) -> Mind:
    budget = method.flips, method.simulations, method.seconds
    mind: Mind = load().Mind(kernel_of(rules.ruleset).native, net, method.kind, *budget)
    return mind


def state_of(view: View) -> State:
    """What a bot sees, as the kernel's state: the cards left, and not their order."""
    kernel = kernel_of(view.position.ruleset)
    return kernel.state_seen(view.position, view.pencils, view.round, view.remaining, view.opened)


class NativeBot:
    """Thinks once a turn and then plays what it has in mind, as long as nobody else moves its pencil."""

    def __init__(self, method: Method, rng: Random) -> None:
        self._method = method
        self._rng = rng
        self._plan: list[Action] = []
        self._expected: Position | None = None

    def choose(self, view: View) -> Action:
        if not self._plan or view.position != self._expected:
            self._plan = self._think(view)
        action = self._plan.pop(0)
        self._expected = advance(view.position, action) if self._plan else None
        return action

    def _think(self, view: View) -> list[Action]:
        state, kernel = state_of(view), kernel_of(view.position.ruleset)
        codes = kernel.legal(state)
        if len(codes) > 1:
            mind = mind_of(view.position.ruleset, self._method)
            codes = mind.reply(state, self._rng.getrandbits(63))
        return list(kernel.actions_of(state, codes))


def native_player(method: Method, ruleset: Ruleset) -> Player:
    """Plays many games without Python between their turns."""
    mind, kernel = mind_of(ruleset, method), kernel_of(ruleset)

    def ready(games: Sequence[Game], seeds: Sequence[int], trails: Trails | None = None) -> Ready:
        solo = SoloGames(kernel, games, seeds)
        return lambda: solo.by_game(mind.play_deals(solo.states, solo.packs, solo.seeds, trails))

    return ready
