"""Bots: whatever can answer a card. `choose(view)` names one legal action; `play` asks until it is done."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Protocol

from ..rules.actions import Action
from ..rules.errors import BadSetup
from ..rules.play import advance
from .greedy import Greedy
from .lookahead import Lookahead
from .random_bot import RandomBot
from .view import View


class Bot(Protocol):
    def choose(self, view: View) -> Action:
        """One of the actions that are legal at the view's position."""


BOTS: Mapping[str, Callable[[random.Random], Bot]] = {
    "random": RandomBot,
    "greedy": Greedy,
    "lookahead": Lookahead,
}
LEVELS: Mapping[str, str] = {"easy": "random", "medium": "greedy", "hard": "lookahead"}


def make_bot(name: str, rng: random.Random | None = None) -> Bot:
    """A bot by its own name or by its level; `rng` is all the chance it uses."""
    known = LEVELS.get(name, name)
    if known not in BOTS:
        raise BadSetup(f"there is no bot «{name}»; there are {', '.join((*LEVELS, *BOTS))}")
    return BOTS[known](rng or random.Random())


def play(bot: Bot, view: View) -> list[Action]:
    """A bot's whole answer to the turn."""
    actions: list[Action] = []
    position = view.position
    while not position.done:
        actions.append(bot.choose(view.at(position)))
        position = advance(position, actions[-1])
    return actions


__all__ = ["BOTS", "LEVELS", "Bot", "View", "make_bot", "play"]
