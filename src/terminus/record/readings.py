"""A turn's list of actions, played. Replay takes every order that the rules allow.

Some things may be written in more than one way. A bonus that cannot be used may be skipped or passed over
in silence; bonuses declined together at the end may be skipped or not; and a section from a monument may be
the guided visit's second or, if that one is declined, the double section's. So a list has readings, and the
first one that the rules allow to the end counts. All of them put the same ink on the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..rules.actions import DONE, SKIP, Action
from ..rules.errors import Illegal, Sentence
from ..rules.play import advance, allowed, answerable, apply, front
from ..rules.position import Position
from .notation import notate, parse


def play_turn(position: Position, texts: Sequence[str]) -> Position:
    """The finished position after these actions; raises `Illegal` naming the first that cannot be."""
    board = position.ruleset.board
    actions = [parse(board, text) for text in texts]
    if DONE in actions:
        raise Illegal("R2.5", Sentence("«done» is not written in a log: the list just ends"))
    refused: list[tuple[int, Illegal]] = []
    for finished in _readings(position, [*actions, DONE], 0, refused):
        return finished
    raise max(refused, key=lambda entry: entry[0])[1]


def _readings(
    position: Position, actions: Sequence[Action], index: int, refused: list[tuple[int, Illegal]]
) -> Iterator[Position]:
    """Finished positions of all readings; `refused` gathers what was refused, with its place in the list."""
    if index == len(actions):
        yield position
        return
    action = actions[index]
    try:
        after = apply(position, action)
    except Illegal as error:
        refused.append((index, error))
    else:
        yield from _readings(after, actions, index + 1, refused)
    if (silent := _passed_over(position, action)) is not None:
        yield from _readings(silent, actions, index + (action == SKIP), refused)


def _passed_over(position: Position, action: Action) -> Position | None:
    """Without its first question: a guided visit declined in silence, or a useless bonus skipped."""
    if len(position.prompts) < 2:
        return None
    first, behind = position.prompts[0], position.prompts[1:]
    meant = not answerable(position, first) if action == SKIP else first.kind == "guided"
    return position.asked(behind) if meant else None


def texts(position: Position, actions: Sequence[Action]) -> list[str]:
    """A seat's finished answer as the log writes it: a guided visit is declined in silence, and of bonuses
    declined together each but the last is skipped."""
    words = []
    for action in actions:
        while action == DONE and SKIP in allowed(position):
            words += _skip(position)
            position = advance(position, SKIP)
        if action == SKIP:
            words += _skip(position)
        elif action != DONE:
            words.append(notate(position.ruleset.board, action))
        position = advance(position, action)
    return words


def _skip(position: Position) -> list[str]:
    skipped = front(position)
    return [] if skipped is not None and skipped.kind == "guided" else ["skip"]
