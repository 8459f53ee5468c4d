"""Lookahead: the answer whose total, after the next k flips of the round, is expected to be highest.

The expectation is exact: every flip that the cards left allow, each answered in the best way. Ties fall at
random, but never to a pass. What lies beyond the round is not looked at.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from random import Random

from ..rules.actions import DONE, Action
from ..rules.cards import Card, face_of, is_switch
from ..rules.play import advance, ask, legal
from ..rules.position import Position
from ..rules.sheet import Sheet
from .greedy import points
from .view import View

Cards = tuple[Card, ...]


class Lookahead:
    def __init__(self, flips: int, rng: Random) -> None:
        self._flips = flips
        self._rng = rng

    def choose(self, view: View) -> Action:
        actions = legal(view.position)
        if len(actions) == 1:
            return actions[0]
        worth = {action: self._worth(advance(view.position, action), view) for action in actions}
        most = max(worth.values())
        best = [action for action in actions if worth[action] > most - 1e-9]
        return self._rng.choice([action for action in best if action != DONE] or best)

    def _worth(self, position: Position, view: View) -> float:
        return _best(position, view.turned, view.remaining, self._flips)


def _best(position: Position, turned: Cards, remaining: Cards, flips: int) -> float:
    """What the best way to finish this turn is expected to lead to."""
    return max(_expected(end, turned, remaining, flips) for end in endings(position))


def _expected(position: Position, turned: Cards, remaining: Cards, flips: int) -> float:
    deck = position.ruleset.board.deck
    if not flips or deck.is_over(turned):
        return points(position)
    assert position.turn is not None
    number = position.turn.number + 1
    value = 0.0
    for cards, chance in possible_flips(remaining, flips):
        asked = ask(position, deck.turn(number, cards))
        left = tuple(card for card in remaining if card not in cards)
        value += chance * _best(asked, (*turned, *cards), left, flips - 1)
    return value


def endings(position: Position) -> Iterable[Position]:
    """The finished turns that can follow, each sheet once."""
    found: dict[tuple[Sheet, frozenset[str]], Position] = {}
    waiting = [position]
    while waiting:
        here = waiting.pop()
        if here.done:
            found[here.sheet, frozenset(here.notes)] = here
        else:
            waiting += (advance(here, action) for action in legal(here))
    return found.values()


def possible_flips(remaining: Cards, flips: int) -> list[tuple[Cards, float]]:
    """What may be turned next, and how likely. Of the last flip only the faces matter, not their ground."""
    count = len(remaining)
    cards = [card for card in remaining if not is_switch(card)]
    chances: list[tuple[Cards, float]] = [((card,), 1 / count) for card in cards]
    for switch in filter(is_switch, remaining):
        chances += [((switch, card), 1 / count / (count - 1)) for card in cards]
    if flips > 1:
        return chances
    shown: defaultdict[tuple[str, ...], float] = defaultdict(float)
    first: dict[tuple[str, ...], Cards] = {}
    for turn, chance in chances:
        faces = tuple(map(face_of, turn))
        shown[faces] += chance
        first.setdefault(faces, turn)
    return [(first[faces], chance) for faces, chance in shown.items()]
