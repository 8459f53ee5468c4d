"""What a report says of a review, in the language that is spoken: the page's own sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..locale import ENGLISH
from ..locale.spoken import spoken, t, word
from ..record.notation import parse
from ..review import NextUp, Review, TurnReview
from ..review.rounded import tenths
from ..review.turns import TO_COME
from ..rules.actions import Circle, Draw, Use
from ..rules.board import Board
from ..rules.cards import face_of
from ..rules.mechanics.guided_visit import joker_face
from ..terminal.words import station
from .analyse_table import basis, rule_name

__all__ = [
    "MEANINGS",
    "as_good",
    "basis",
    "cards_said",
    "gain",
    "moves_said",
    "next_up_said",
    "points",
    "reason",
    "whole",
]

Meaning = Callable[[], tuple[str, ...]]
# What each number is called, what it is, and what it is not.
MEANINGS: Mapping[str, Meaning] = {
    "par": lambda: (
        t("par"),
        t("The points that the estimate sees ahead with your pencils before the first card is turned."),
        t(
            "It is no mark that you have to reach: with middling cards and no loss a game ends near it, or "
            "well above it where nothing was learned for the board."
        ),
    ),
    "luck": lambda: (
        t("luck"),
        t(
            "How much more, or less, the cards that came were worth than cards on average, added up card by "
            "card."
        ),
        t("It says nothing about how you played: whatever you draw, the luck of a card stays the same."),
    ),
    "lost": lambda: (
        t("lost"),
        t("How much less your moves were worth than the best ones, added up move by move."),
        t("It is no verdict: nobody plays without losing points, and our bot is not always right either."),
    ),
    "drift": lambda: (
        t("drift"),
        t("How the estimate changed between your move and the next card: what the bot saw only then."),
        t("It is neither luck nor skill: it shows how far the estimate itself was off."),
    ),
    "score": lambda: (
        t("score"),
        t("What stands on your pad at the end: the four numbers before it add up to it."),
        t("One game says little: the luck of the cards alone is often worth more than ten points."),
    ),
}


def points(value: int) -> str:
    """31 tenths are «3.1», or «3,1»."""
    text = f"{value / 10:.1f}".replace("-", "−")
    return text if spoken() == ENGLISH else text.replace(".", ",")


def gain(value: int) -> str:
    return f"+{points(value)}" if value > 0 else points(value)


def whole(score: int) -> str:
    return str(score).replace("-", "−")


def as_good(review: Review) -> tuple[str, ...]:
    """What it is that two replies cannot be told apart, as `MEANINGS` has it."""
    noise = points(tenths(review.noise))
    return (
        t("as good"),
        t(
            "Two moves that differ by no more than {noise} points: the estimate cannot tell them apart.",
            noise=noise,
        )
        if review.noise_measured
        else t(
            "Two moves that differ by no more than {noise} points. Nobody has measured how well the estimate "
            "tells moves apart here: that figure is assumed.",
            noise=noise,
        ),
        t("They need not be equal: it only means that we cannot say which is better."),
    )


def cards_said(board: Board, turn: TurnReview) -> str:
    faces = [joker_face(board) if face_of(card) == "joker" else face_of(card) for card in turn.cards]
    return " + ".join(word("face", face) for face in faces)


def moves_said(board: Board, moves: Sequence[str]) -> str:
    """A reply in words, as web/src/review/said.ts says it."""
    return "; ".join(_move(board, move) for move in moves) or t("passes")


def _move(board: Board, text: str) -> str:
    match parse(board, text):
        case Draw(_, start, target):
            ends = {"from": station(board.stations[start]), "to": station(board.stations[target])}
            return t("draws from {from}, to {to}", **ends)
        case Circle(where):
            return t("circles {station}", station=station(board.stations[where]))
        case Use(power):
            return t("uses {power}", power=word("power", power))
        case _:
            return t("skips a bonus")


def next_up_said(board: Board, found: NextUp, by: int) -> str:
    return t(
        "A bot of the level «{level}» would have done this: {actions} ({points}).",
        level=word("level", found.level),
        actions=moves_said(board, found.do),
        points=gain(by),
    )


def reason(parts: Mapping[str, int]) -> str:
    """Why a reply was better, by what it has more: as web/src/review/reasons.ts says it."""
    rules = {rule: by for rule, by in parts.items() if rule != TO_COME}
    now, later = sum(rules.values()), parts.get(TO_COME, 0)
    sign = -1 if now < 0 else 1
    first = sorted((rule for rule in rules if rules[rule] * sign > 0), key=lambda rule: -rules[rule] * sign)
    said = {
        "now": abs(now) // 10,
        "later": points(abs(later)),
        "rules": ", ".join(map(rule_name, first)),
    }
    if now > 0 and later > 0:
        return t("{now} more at once ({rules}), and {later} more later.", **said)
    if now > 0 and later < 0:
        return t("{now} more at once ({rules}), for {later} less later.", **said)
    if now > 0:
        return t("{now} more at once ({rules}).", **said)
    if now < 0:
        return t("{now} less at once ({rules}), but it keeps more open: worth {later} more later.", **said)
    return t("As much at once, but it keeps more open: worth {later} more later.", **said)
