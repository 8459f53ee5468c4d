"""Which bot a name means here: a native one where the kernel is installed, else one on the reference engine.

A `Bot` sits in one seat. A `Player` plays many games from their deals: that is what the arena measures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ..rules.errors import BadSetup
from ..rules.ruleset import Ruleset
from .bot import Bot, play_game
from .deals import Deal
from .greedy import Greedy, points
from .levels import bot_of
from .lookahead import Lookahead
from .names import LEVELS, BotName, parse
from .uniform import RandomBot

Player = Callable[[Sequence[Deal], Sequence[int]], list[tuple[int, ...]]]  # deals, seeds → totals by seat


def read(name: str) -> BotName:
    """The bot of a name, levels looked up."""
    found = parse(name)
    return parse(bot_of(found.kind)) if found.kind in LEVELS else found


def known(name: str, ruleset: Ruleset) -> None:
    """Raises `BadSetup` unless the bot exists and can play these rules here."""
    player(name, ruleset)


def make_bot(name: str, rng: Random | None = None) -> Bot:
    """A bot by its own name or by its level; `rng` is all the chance it uses."""
    return _engine_bot(read(name), rng or Random())


def _engine_bot(name: BotName, rng: Random) -> Bot:
    match name.kind:
        case "random":
            return RandomBot(rng)
        case "greedy":
            return Greedy(rng)
        case "lookahead":
            return Lookahead(name.count or 1, rng)
        case kind:
            raise BadSetup(f"the bot {kind} needs the native kernel, which is not installed: run make kernel")


def player(name: str, ruleset: Ruleset) -> Player:
    """Who plays a bot's games in the arena."""
    found = read(name)
    _engine_bot(found, Random(0))
    return engine_player(lambda rng: _engine_bot(found, rng))


def engine_player(bot: Callable[[Random], Bot]) -> Player:
    """Plays on the reference engine, with a fresh bot in every seat of every game."""

    def play(deals: Sequence[Deal], seeds: Sequence[int]) -> list[tuple[int, ...]]:
        return [_totals(bot, deal, seed) for deal, seed in zip(deals, seeds, strict=True)]

    return play


def _totals(bot: Callable[[Random], Bot], deal: Deal, seed: int) -> tuple[int, ...]:
    bots = [bot(Random(f"{seed} {seat}")) for seat in range(len(deal.table.seats))]
    return tuple(map(points, play_game(deal, bots).positions))
