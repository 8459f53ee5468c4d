"""With the deck face up: what these very cards allowed, found by a search that knows all of them.

Nobody who plays knows them, so it is no measure of anybody. What is found can be played, so the best possible
is at least that; it is not proven to be the best.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..bots.native import lookahead, mind_of
from ..kernel import Kernel, kernel_of
from ..record.log import Event, step
from ..record.readings import texts
from ..rules.mechanics import OPENINGS
from ..rules.table import commit
from .game import Game
from .turns import by_rule, option_of

WIDTH = 300  # sheets that are gone on with of each turn, in each order of the rounds


@dataclass(frozen=True, slots=True)
class FaceUp:
    """The best found for a seat: its points, and the reply to each turn in the words of a log."""

    seat: int
    best: int
    turns: tuple[tuple[str, ...], ...]


def face_up(game: Game, seat: int, width: int = WIDTH) -> FaceUp:
    """What the cards of a log allowed this seat, as far as they were turned; raises `NoKernel` or `Unfit`.

    It is never less than what the seat scored itself.
    """
    kernel, mind = kernel_of(game.ruleset), mind_of(game.ruleset, lookahead(1))
    steps = list(game.steps(seat))
    start = kernel.state_of(game.beginning(seat))
    total, replies = mind.face_up(
        start, [_codes(kernel, event) for event in _turned(game, len(steps))], width
    )
    scored = sum(by_rule(steps[-1].answer).values()) if steps else 0
    if total < scored:
        return FaceUp(seat, scored, tuple(step.do for step in steps))
    return FaceUp(seat, total, _words(game, seat, replies))


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


def _words(game: Game, seat: int, replies: list[list[int]]) -> tuple[tuple[str, ...], ...]:
    """The replies as a log would have them, by playing them."""
    kernel, table, said = kernel_of(game.ruleset), game.beginning(seat), list[tuple[str, ...]]()
    for event in _turned(game, len(replies)):
        table = step(table, event)
        if event["event"] == "flip":
            asked = table.positions[0]
            actions = kernel.actions_of(kernel.state_of(table), replies[len(said)])
            said.append(tuple(texts(asked, actions)))
            table = commit(table, 0, option_of(asked, actions, 0.0).position)
    return tuple(said)
