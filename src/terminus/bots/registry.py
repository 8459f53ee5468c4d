"""Which bot a name means here: native where the kernel is installed, else on the reference engine."""

from __future__ import annotations

from random import Random

from ..kernel import Unfit, installed, installed_or_say
from ..rules.errors import BadSetup
from ..rules.ruleset import Ruleset
from .bot import Bot
from .greedy import Greedy
from .levels import bot_of
from .lookahead import Lookahead
from .names import LEVELS, BotName, parse
from .players import Player, engine_player, kernel_player
from .uniform import RandomBot

POLICIES = ("random", "greedy")  # the kernel plays these by itself


def read(name: str) -> BotName:
    """The bot of a name, levels looked up."""
    found = parse(name)
    return parse(bot_of(found.kind)) if found.kind in LEVELS else found


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
            if installed():
                raise BadSetup(f"the bot {kind} is not part of this build")
            raise BadSetup(f"the bot {kind} needs the native kernel, which is not installed: run make kernel")


def player(name: str, ruleset: Ruleset) -> Player:
    """Who plays a bot's games in the arena; raises `BadSetup` if nobody can."""
    found = read(name)
    if found.kind in POLICIES and installed_or_say():
        try:
            return kernel_player(found.kind, ruleset)
        except Unfit:
            pass  # a board beyond the kernel: the engine plays it
    _engine_bot(found, Random(0))
    return engine_player(lambda rng: _engine_bot(found, rng))
