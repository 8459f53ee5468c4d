"""A review as it is shown: docs/review.md has what each number is. `terminus analyse` prints the same."""

from __future__ import annotations

from typing import Literal

import msgspec

from .shapes import ScoreView, SheetView

Stage = Literal["none", "waiting", "running", "failed", "done"]


class ReplyView(msgspec.Struct):
    """A reply that there was, in the words of a log; `rules` is what the sheet after it scores by rule."""

    do: list[str]
    value: float
    points: int
    rules: dict[str, int]
    played: bool


class NextUpView(msgspec.Struct):
    """What a bot one level above the player did here, where that is surely better."""

    level: str
    do: list[str]
    better: float


class MostView(msgspec.Struct):
    """The scoring rule that above all gave more, or less, after the turn, in games that were played on."""

    rule: str
    mean: float
    se: float


class LaterView(msgspec.Struct):
    games: int
    most: MostView | None


class TurnReviewView(msgspec.Struct):
    round: int
    turn: int
    pencil: str
    cards: list[str]
    opened: list[dict[str, str]]
    played: list[str]
    best: list[str]
    worth: float
    luck: float
    opening_luck: float
    lost: float
    drift: float
    after: float
    choice: bool
    as_good: bool
    points: int
    difference: dict[str, float]
    count: int
    replies: list[ReplyView]
    next_up: NextUpView | None
    later: LaterView | None = None  # at mistakes


class SeatReviewView(msgspec.Struct):
    seat: int
    score: int
    par: float
    luck: float
    lost: float
    drift: float
    decisions: int
    lost_a_decision: float
    level: str | None
    next_level: str | None
    mistakes: list[tuple[int, int]]  # rounds and turns, the most lost first
    turns: list[TurnReviewView]


class ReviewView(msgspec.Struct):
    """`by` is what it was judged by: what was learned for the board, or the score alone."""

    by: str
    weights: str | None
    depth: int
    noise: float
    seats: list[SeatReviewView]
    noise_measured: bool = False  # reviews that were kept before do not say


class FaceUpView(msgspec.Struct):
    """What these very cards allowed a seat, as far as a search found it: a sheet and how it comes about."""

    best: int
    scored: int
    turns: list[list[str]]  # in the words of a log
    sheet: SheetView
    score: ScoreView


class FaceUpStage(msgspec.Struct):
    """How far that has come."""

    state: Stage
    face_up: FaceUpView | None


class ReviewStage(msgspec.Struct):
    """How far a review has come, `done` of 1; it is shown whole or not at all."""

    state: Stage
    done: float
    review: ReviewView | None
