"""Two steps ahead: weighs each promising answer by what the next card, whichever it is, could make of it."""

from __future__ import annotations

import random

from ..rules.actions import Action
from ..rules.cards import SWITCH, Turn, round_is_over
from ..rules.play import advance, ask, legal
from ..rules.position import Position
from .greedy import best, finish, worth
from .view import View

WIDTH = 7  # how many answers are weighed


class Lookahead:
    def __init__(self, rng: random.Random) -> None:
        pass  # it throws no dice

    def choose(self, view: View) -> Action:
        actions = legal(view.position)
        if len(actions) == 1:
            return actions[0]
        ends = [(finish(advance(view.position, action)), action) for action in actions]
        ends.sort(key=lambda end: worth(end[0]), reverse=True)
        return max(ends[:WIDTH], key=lambda end: outlook(view, end[0]))[1]


def outlook(view: View, position: Position) -> float:
    """What the seat can expect to have after one more card."""
    assert position.turn is not None
    cards = view.remaining
    if round_is_over(view.turned):
        return worth(position)
    number = position.turn.number + 1
    faces = [card.split("/")[1] for card in cards if card != SWITCH]
    values = {face: best(ask(position, Turn.parse(number, face)))[0] for face in set(faces)}
    return sum(values[face] for face in faces) / len(faces)
