"""With the deck face up: what these very cards allowed, found by a search that knows all of them.

Nobody who plays knows them, so it is no measure of anybody. What is found can be played, so the best possible
is at least that; it is not proven to be the best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from ..bots import View, make_bot, play
from ..bots.judge import Judge
from ..kernel import Kernel, kernel_of
from ..record.log import Event, step
from ..rules.actions import Action
from ..rules.mechanics import OPENINGS
from ..rules.position import Position
from ..rules.table import Table, commit
from .game import Game
from .turns import by_rule, option_of

WIDTH = 300  # sheets that are gone on with of each turn, in each order of the rounds
Watch = Callable[[int, int], None]  # games played, games to play; what it raises ends the search
RIVALS = ("greedy", "points:1", "lookahead:1", "mcts:300", "learned")  # some tenths of a second together


@dataclass(frozen=True, slots=True)
class FaceUp:
    """The best found for a seat: its points, and the reply to each turn in the words of a log."""

    seat: int
    best: int
    turns: tuple[tuple[str, ...], ...]


def face_up(
    game: Game,
    seat: int,
    width: int = WIDTH,
    watch: Watch = lambda done, total: None,
    judge: Judge | None = None,
) -> FaceUp:
    """What the cards of a log allowed this seat, as far as they were turned; raises `NoKernel` or `Unfit`.

    It is never less than what the seat scored itself, nor than what `RIVALS` score blindly on these cards:
    where the search finds less, it is their game that is told.
    """
    judge = judge or Judge(game.ruleset)
    steps = list(game.steps(seat))
    ends = steps[-1].answer if steps else game.beginning(seat).positions[0]
    own = FaceUp(seat, _points(ends), tuple(step.do for step in steps))
    rivals = _rivals(judge)
    watch(0, 1 + len(rivals))
    found = [_searched(game, seat, len(steps), width, judge), own]
    for done, name in enumerate(rivals, 1):
        watch(done, 1 + len(rivals))
        found.append(_by_bot(game, seat, len(steps), name))
    return max(found, key=lambda one: one.best)


def _searched(game: Game, seat: int, turns: int, width: int, judge: Judge) -> FaceUp:
    kernel = kernel_of(game.ruleset)
    turned = [_codes(kernel, event) for event in _turned(game, turns)]
    replies = iter(judge.face_up(game.beginning(seat), turned, width))
    return _played(game, seat, turns, lambda table: kernel.actions_of(kernel.state_of(table), next(replies)))


def _rivals(judge: Judge) -> tuple[str, ...]:
    """Without weights there is none that is called learned."""
    return RIVALS if judge.by == "learned" else RIVALS[:-1]


def _by_bot(game: Game, seat: int, turns: int, name: str) -> FaceUp:
    bot = make_bot(name, Random(name))
    return _played(game, seat, turns, lambda table: play(bot, View.of(table, 0)))


def _played(game: Game, seat: int, turns: int, reply: Callable[[Table], Sequence[Action]]) -> FaceUp:
    """The seat's game on its cards with these replies."""
    table, said = game.beginning(seat), list[tuple[str, ...]]()
    for event in _turned(game, turns):
        table = step(table, event)
        if event["event"] == "flip":
            option = option_of(table.positions[0], reply(table), 0.0)
            said.append(option.do)
            table = commit(table, 0, option.position)
    return FaceUp(seat, _points(table.positions[0]), tuple(said))


def _points(position: Position) -> int:
    return sum(by_rule(position).values())


def _turned(game: Game, turns: int) -> Iterator[Event]:
    """All that was turned up for so many turns."""
    for event in game.events:
        if event["event"] == "flip" or event["event"] in OPENINGS:
            if not turns:
                return
            turns -= event["event"] == "flip"
            yield event


def _codes(kernel: Kernel, event: Event) -> list[int]:
    if event["event"] == "flip":
        return kernel.codes_turned(event["cards"])
    packs = OPENINGS[event["event"]]().deal_round(kernel.ruleset.board)
    return kernel.codes_turned({key: event[key] for key in packs})
