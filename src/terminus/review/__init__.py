"""The review: what every card and every reply of a game was worth, for page, command line and arena alike.

    game = Game.of(log)                                  a log as far as it goes
    found = review(game, Settings(depth=2), watch)       all of it, as a `Review`
    for turn in turns(game, seat, settings): …           or a seat's turns as they are judged

`as_json` writes what was found, `face_up` finds what the very cards allowed. docs/review.md says what each
number is, and what it is not.
"""

from .analysis import Review, SeatReview, review, seat_review
from .face_up import FaceUp, face_up
from .game import Game, Step
from .settings import DEEPEST, DEPTH, Settings
from .shapes import as_json
from .turns import NextUp, Option, TurnReview, turns

__all__ = [
    "DEEPEST",
    "DEPTH",
    "FaceUp",
    "Game",
    "NextUp",
    "Option",
    "Review",
    "SeatReview",
    "Settings",
    "Step",
    "TurnReview",
    "as_json",
    "face_up",
    "review",
    "seat_review",
    "turns",
]
