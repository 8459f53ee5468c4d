"""Which bot a name means here: native where the kernel is installed, else on the reference engine."""

from __future__ import annotations

from random import Random

from ..kernel import Unfit, installed_or_say
from ..rules.actions import Action
from ..rules.errors import BadSetup, Sentence
from ..rules.ruleset import Ruleset
from .bot import Bot
from .greedy import Greedy
from .levels import bot_of
from .lookahead import Lookahead
from .names import LEVELS, BotName, parse
from .native import Method, NativeBot, by_points, learned, lookahead, mcts, native_player
from .players import Player, engine_player, kernel_player
from .uniform import RandomBot
from .view import View

THINKING = ("points", "lookahead", "mcts", "learned")  # the kernel thinks for these
COUNTING = ("points", "lookahead")  # and the engine can, by the score


def read(name: str) -> BotName:
    """The bot of a name, levels looked up."""
    found = parse(name)
    return parse(bot_of(found.kind, installed_or_say())) if found.kind in LEVELS else found


def make_bot(name: str, rng: Random | None = None) -> Bot:
    """A bot by its own name or by its level; `rng` is all the chance it uses."""
    found, rng = read(name), rng or Random()
    if found.kind not in THINKING or not installed_or_say():
        return _engine_bot(found, rng)
    native = NativeBot(_method(found), rng)
    if found.kind in COUNTING or name in LEVELS:
        return WhereItFits(native, _engine_lookahead(found, rng))
    return native


class WhereItFits:
    """A native bot, but for boards beyond the kernel one on the engine."""

    def __init__(self, native: Bot, engine: Bot) -> None:
        self._native = native
        self._engine = engine

    def choose(self, view: View) -> Action:
        try:
            return self._native.choose(view)
        except Unfit:
            return self._engine.choose(view)


def _engine_lookahead(name: BotName, rng: Random) -> Lookahead:
    return Lookahead(name.count or 1 if name.kind in COUNTING else 1, rng)


def _method(name: BotName) -> Method:
    match name.kind:
        case "points":
            return by_points(name.count or 1)
        case "lookahead":
            return lookahead(name.count or 1)
        case "mcts":
            return mcts(name.count, name.seconds)
        case _:
            return learned()


def _engine_bot(name: BotName, rng: Random) -> Bot:
    match name.kind:
        case "random":
            return RandomBot(rng)
        case "greedy":
            return Greedy(rng)
        case "points" | "lookahead":
            return _engine_lookahead(name, rng)
        case kind:
            raise BadSetup(
                Sentence(
                    "the bot {bot} needs the native kernel, which is not installed: run make kernel", bot=kind
                )
            )


def player(name: str, ruleset: Ruleset) -> Player:
    """Who plays a bot's games in the arena; raises `BadSetup` or `Unfit` if nobody can."""
    found = read(name)
    if installed_or_say():
        try:
            if found.kind in THINKING:
                return native_player(_method(found), ruleset)
            return kernel_player(found.kind, ruleset)
        except Unfit:
            if found.kind in ("mcts", "learned"):
                raise
    _engine_bot(found, Random(0))
    return engine_player(lambda rng: _engine_bot(found, rng))
