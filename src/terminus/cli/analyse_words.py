"""What a report says of a review, in the language that is spoken: the page's own sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..locale import ENGLISH
from ..locale.spoken import spoken, t, word
from ..review import TurnReview
from ..review.turns import TO_COME
from ..rules.board import Board
from ..rules.cards import face_of
from ..rules.mechanics.guided_visit import joker_face
from .analyse_table import basis, rule_name

__all__ = ["MEANINGS", "basis", "cards_said", "gain", "points", "reason", "whole"]

Meaning = Callable[[], tuple[str, ...]]
# What each number is called, what it is, and what it is not.
MEANINGS: Mapping[str, Meaning] = {
    "par": lambda: (
        t("par"),
        t("What our strongest bot expects to score with your pencils before the first card is turned."),
        t("It is no mark that you have to reach: with middling cards and no loss a game ends near it."),
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


def points(tenths: int) -> str:
    """31 is «3.1», or «3,1»."""
    text = f"{tenths / 10:.1f}".replace("-", "−")
    return text if spoken() == ENGLISH else text.replace(".", ",")


def gain(tenths: int) -> str:
    return f"+{points(tenths)}" if tenths > 0 else points(tenths)


def whole(tenths: int) -> str:
    """A score; one that is not over may be expected to end between two."""
    return points(tenths) if tenths % 10 else str(tenths // 10).replace("-", "−")


def cards_said(board: Board, turn: TurnReview) -> str:
    faces = [joker_face(board) if face_of(card) == "joker" else face_of(card) for card in turn.cards]
    return " + ".join(word("face", face) for face in faces)


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
