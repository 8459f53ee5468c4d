"""How a game is to be reviewed."""

from __future__ import annotations

from dataclasses import dataclass

from ..bots.levels import BOTS
from ..rules.errors import BadSetup, Sentence

MEANING = 2  # counts on when a number of a review comes to mean something else
DEPTH, DEEPEST = 2, 3
MOST_REPLIES = 100
MOST_PLAYED_ON = 2000


@dataclass(frozen=True, slots=True)
class Settings:
    """`depth`: flips looked at; `replies`: how many of the best are listed; `level`: the player's, to tell
    what the next one up does better, found by the points lost unless told; `seed`: of bots asked for that;
    `play_on`: at each mistake so many games go on from both replies, to tell which rules it cost points."""

    depth: int = DEPTH
    replies: int = 5
    level: str | None = None
    seed: int = 1
    play_on: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.depth <= DEEPEST:
            raise BadSetup(
                Sentence("the depth must be from 1 to {most}, not {depth}", most=DEEPEST, depth=self.depth)
            )
        if not 1 <= self.replies <= MOST_REPLIES:
            raise BadSetup(
                Sentence(
                    "the number of replies must be from 1 to {most}, not {replies}",
                    most=MOST_REPLIES,
                    replies=self.replies,
                )
            )
        if self.level is not None and self.level not in BOTS:
            raise BadSetup(
                Sentence(
                    "there is no level «{level}»; there are {known}", level=self.level, known=", ".join(BOTS)
                )
            )
        if not 0 <= self.seed < 2**63:
            raise BadSetup(Sentence("the seed must be from 0 to 2^63 − 1, not {seed}", seed=self.seed))
        if not 0 <= self.play_on <= MOST_PLAYED_ON:
            raise BadSetup(
                Sentence(
                    "the number of games to play on must be from 0 to {most}, not {games}",
                    most=MOST_PLAYED_ON,
                    games=self.play_on,
                )
            )
