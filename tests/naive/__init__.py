"""A second, deliberately naive reading of the rules: a witness against the engine, in tests only.

It shares no code and no tables with the engine: plain sets and dictionaries, geometry in fractions,
every answer to a turn written out in full. Slow, and meant to be.
"""

from tests.naive.boards import Board, board
from tests.naive.count import perft, sheets
from tests.naive.draw import Line, Round, Turn
from tests.naive.game import Game
from tests.naive.log import Refused, replay
from tests.naive.play import answers
from tests.naive.scoring import score

__all__ = [
    "Board",
    "Game",
    "Line",
    "Refused",
    "Round",
    "Turn",
    "answers",
    "board",
    "perft",
    "replay",
    "score",
    "sheets",
]
