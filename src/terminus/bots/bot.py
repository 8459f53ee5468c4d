"""The protocol of a bot, and a turn and a game played by it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..record.dealer import SettledDealer
from ..rules.actions import Action
from ..rules.play import advance, apply
from ..rules.table import Table, commit
from .games import Game
from .view import View


class Bot(Protocol):
    """Sits in one seat for one game, and may remember what it has seen there."""

    def choose(self, view: View) -> Action:
        """One of the actions that are legal at the view's position."""


def play(bot: Bot, view: View) -> list[Action]:
    """A bot's whole answer to the turn."""
    actions: list[Action] = []
    position = view.position
    while not position.done:
        actions.append(bot.choose(view.at(position)))
        position = advance(position, actions[-1])
    return actions


def play_game(game: Game, bots: Sequence[Bot]) -> Table:
    """The table at the end of a game with a bot in every seat; the engine judges every action."""
    table, dealer = game.table, SettledDealer(game.deal)
    while not table.over:
        table = dealer.turn_up(table)
        if table.awaits_flip:
            continue
        for seat, bot in enumerate(bots):
            position, view = table.positions[seat], View.of(table, seat)
            while not position.done:
                position = apply(position, bot.choose(view.at(position)))
            table = commit(table, seat, position)
    return table
