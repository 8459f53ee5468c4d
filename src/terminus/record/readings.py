"""A turn's list of actions, played. Replay takes every order that the rules allow.

Two things may be written in more than one way. A bonus that cannot be used may be skipped or passed over
in silence; and a section from a monument may be the guided visit's second or, if that one is declined,
the double section's. So a list has readings, and the first one that the rules allow to the end counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..rules.actions import DONE, SKIP, Action
from ..rules.errors import Illegal
from ..rules.play import allowed, apply
from ..rules.position import Position
from .notation import notate, parse


def play_turn(position: Position, texts: Sequence[str]) -> Position:
    """The finished position after these actions; raises `Illegal` naming the first that cannot be."""
    board = position.ruleset.board
    actions = [parse(board, text) for text in texts]
    if DONE in actions:
        raise Illegal("R2.5", "«done» is not written in a log: the list just ends")
    furthest: list[Illegal] = []
    for finished in _readings(position, [*actions, DONE], 0, furthest):
        return finished
    raise furthest[-1]


def _readings(
    position: Position, actions: Sequence[Action], index: int, refused: list[Illegal]
) -> Iterator[Position]:
    """Finished positions of all readings; `refused` ends with the refusal that came latest in the list."""
    if index == len(actions):
        yield position
        return
    action = actions[index]
    before = len(refused)
    for here in _ways_to_read(position, action):
        try:
            after = apply(here, action)
        except Illegal as error:
            if len(refused) == before:
                refused.append(error)
            continue
        yield from _readings(after, actions, index + 1, refused)


def _ways_to_read(position: Position, action: Action) -> Iterator[Position]:
    """The positions in which this action may be meant, the plain one first."""
    yield position
    if len(position.prompts) > 1 and position.prompts[0].kind == "guided" and action != SKIP:
        yield replace(position, prompts=position.prompts[1:])


def texts(position: Position, actions: Sequence[Action]) -> list[str]:
    """A seat's finished answer as the log writes it."""
    return [notate(position.ruleset.board, action) for action in actions if action != DONE]


__all__ = ["allowed", "play_turn", "texts"]
