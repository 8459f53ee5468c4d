"""A review as JSON: what `terminus analyse` prints and what a page is told. docs/review.md has every key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from ..bots.judge import Judge
from .analysis import Review, SeatReview
from .face_up import FaceUp
from .game import Game
from .turns import NextUp, Option, TurnReview

Json = dict[str, Any]


def as_json(review: Review) -> Json:
    return {**basis(review), "seats": [seat_json(seat) for seat in review.seats]}


def basis(review: Review) -> Json:
    """What was judged, and by what."""
    return {
        "board": review.ruleset.board.id,
        "modules": list(review.ruleset.modules),
        "over": review.over,
        "by": review.by,
        "weights": review.weights,
        "depth": review.depth,
        "seed": review.seed,
        "noise": review.noise,
        "noise_measured": review.noise_measured,
    }


def face_up_json(game: Game, judge: Judge, found: Iterable[FaceUp]) -> Json:
    """What the cards allowed some seats, and what the search went by."""
    return {
        "board": game.ruleset.board.id,
        "modules": list(game.ruleset.modules),
        "over": game.table.over,
        "by": judge.by,
        "weights": judge.weights,
        "seats": [
            {"seat": seat.seat, "best": seat.best, "turns": list(map(list, seat.turns))} for seat in found
        ],
    }


def seat_json(seat: SeatReview) -> Json:
    return {
        "seat": seat.seat,
        "name": seat.name,
        "score": seat.score,
        "par": seat.par,
        "luck": seat.luck,
        "lost": seat.lost,
        "drift": seat.drift,
        "to_come": seat.to_come,
        "decisions": seat.decisions,
        "lost_a_decision": seat.lost_a_decision,
        "level": seat.level,
        "next_level": seat.next_level,
        "mistakes": [[turn.round, turn.turn] for turn in seat.mistakes],
        "turns": [turn_json(turn) for turn in seat.turns],
    }


def turn_json(turn: TurnReview) -> Json:
    return {
        "round": turn.round,
        "turn": turn.turn,
        "pencil": turn.pencil,
        "cards": list(turn.cards),
        "opened": [dict(opened) for opened in turn.opened],
        "played": list(turn.played.do),
        "best": list(turn.best.do),
        "worth": turn.worth,
        "luck": turn.luck,
        "opening_luck": turn.opening_luck,
        "lost": turn.lost,
        "drift": turn.drift,
        "after": turn.after,
        "choice": turn.choice,
        "as_good": turn.as_good,
        "points": turn.played.points,
        "difference": turn.difference,
        "count": turn.count,
        "replies": [_option(option, option is turn.played) for option in _listed(turn)],
        "next_up": _next_up(turn.next_up),
        **({"later": asdict(turn.later)} if turn.later else {}),
    }


def _listed(turn: TurnReview) -> tuple[Option, ...]:
    """The best few, and behind them the one that was played if it is none of these."""
    known = any(option is turn.played for option in turn.options)
    return turn.options if known else (*turn.options, turn.played)


def _option(option: Option, played: bool) -> Json:
    return {
        "do": list(option.do),
        "value": option.value,
        "points": option.points,
        "rules": dict(option.rules),
        "played": played,
    }


def _next_up(found: NextUp | None) -> Mapping[str, Any] | None:
    if found is None:
        return None
    return {"level": found.level, "do": list(found.do), "better": found.better}
