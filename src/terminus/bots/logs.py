"""Games of bots as logs, for whoever looks at them afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from ..record.dealer import SettledDealer
from ..record.log import Event, end_event, step, turn_event
from ..record.readings import texts
from .bot import Bot, play
from .games import Game
from .view import View


def log_of(game: Game, bots: Sequence[Bot]) -> list[Event]:
    """The whole log of a settled game with a bot in every seat."""
    dealer = SettledDealer(game.deal)
    ruleset = game.table.ruleset
    log: list[Event] = [dealer.start(ruleset, game.table.seats)]
    table = step(None, log[0], lambda _: ruleset.board)
    while (event := dealer.next_event(table)) is not None:
        log.append(event)
        table = step(table, event)
        for seat in range(len(bots) if event["event"] == "flip" else 0):
            view = View.of(table, seat)
            log.append(turn_event(table, seat, texts(view.position, play(bots[seat], view))))
            table = step(table, log[-1])
    return [*log, end_event(table)]
