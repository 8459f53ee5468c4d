"""Bots: whatever can answer a card. `make_bot` finds one by name; `play` asks it until its turn is done."""

from .bot import Bot, play
from .levels import BOTS as LEVELS
from .registry import make_bot
from .view import View

__all__ = ["LEVELS", "Bot", "View", "make_bot", "play"]
