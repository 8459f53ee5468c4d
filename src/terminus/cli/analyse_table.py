"""A review as tables for a terminal: for each seat the sum, then its turns, then the largest mistakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..locale.spoken import t, tn, word
from ..locale.vocabulary import vocabulary
from ..review import FaceUp, Game, Review, SeatReview, TurnReview
from ..review.turns import TO_COME, Later
from ..rules.board import Board
from ..terminal.look import card_glyph, visible
from ..terminal.words import labelled

FEW = 5  # mistakes that are told in words
KINDS = ("extra", "line-bonus")


def report(review: Review) -> RenderableType:
    parts: list[RenderableType] = []
    for seat in review.seats:
        parts += [_sum(seat), _turns(review.ruleset.board, seat), *_mistakes(seat), Text("")]
    return Group(*parts, Text(basis(review)))


def face_up_report(game: Game, found: Sequence[FaceUp]) -> RenderableType:
    parts: list[RenderableType] = []
    for seat in found:
        best = t("with all cards known beforehand at least {points} points were to be had", points=seat.best)
        parts.append(Text(labelled(visible(game.table.seats[seat.seat]), best), "bold"))
        places = [step.place for step in game.steps(seat.seat)]
        for (number, turn), do in zip(places, seat.turns, strict=True):
            parts.append(Text(f"{number}.{turn} {_do(do)}"))
    return Group(*parts)


def _sum(seat: SeatReview) -> Text:
    figures = {
        "par": f"{seat.par:.1f}",
        "luck": f"{seat.luck:+.1f}",
        "lost": f"{-seat.lost:+.1f}",
        "drift": f"{seat.drift:+.1f}",
        "score": str(seat.score),
    }
    text = t("{par} par {luck} luck {lost} lost {drift} drift = {score} points", **figures)
    if abs(seat.to_come) >= 0.05:
        text += " " + t("and {points} expected still to come", points=f"{seat.to_come:.1f}")
    return Text(labelled(visible(seat.name), text), "bold")


def _turns(board: Board, seat: SeatReview) -> Table:
    found = Table()
    for heading in ("", t("cards"), t("played"), t("better")):
        found.add_column(heading)
    for heading in (t("luck"), t("lost"), t("drift")):
        found.add_column(heading, justify="right")
    for turn in seat.turns:
        found.add_row(
            f"{turn.round}.{turn.turn}",
            " ".join(map(card_glyph, turn.cards)),
            _do(turn.played.do),
            "" if turn.as_good else _do(turn.best.do),
            f"{turn.luck:+.1f}",
            "" if turn.as_good else f"{turn.lost:.1f}",
            f"{turn.drift:+.1f}",
        )
    return found


def _do(words: tuple[str, ...]) -> str:
    return ", ".join(words) or t("pass")


def _mistakes(seat: SeatReview) -> list[Text]:
    told = [Text(line) for turn in seat.mistakes[:FEW] for line in (_why(turn), *_next_up(turn))]
    count = tn(
        "{lost} points lost a decision, {count} decision.",
        "{lost} points lost a decision, {count} decisions.",
        seat.decisions,
        lost=f"{seat.lost_a_decision:.2f}",
    )
    return [Text(count), *told]


def _why(turn: TurnReview) -> str:
    parts = [f"{rule_name(rule)} {by:+.1f}" for rule, by in turn.difference.items()]
    why = t(
        "{place}: {better} instead of {played} is worth {lost} more ({parts})",
        place=f"{turn.round}.{turn.turn}",
        better=_do(turn.best.do),
        played=_do(turn.played.do),
        lost=f"{turn.lost:.1f}",
        parts=", ".join(parts),
    )
    return f"{why}; {_later(turn.later)}" if turn.later else why


def _next_up(turn: TurnReview) -> list[str]:
    if (found := turn.next_up) is None:
        return []
    told = t(
        "A bot of the level «{level}» would have done this: {actions} ({points}).",
        level=word("level", found.level),
        actions=_do(found.do),
        points=f"{found.better:+.1f}",
    )
    return [f"     {told}"]


def _later(later: Later) -> str:
    rules = [f"{rule_name(rule)} {by.mean:+.1f}" for rule, by in later.rules.items()]
    return tn(
        "in {count} game played on {more} ± {error} in the end ({parts})",
        "in {count} games played on {more} ± {error} in the end ({parts})",
        later.games,
        more=f"{later.total.mean:+.1f}",
        error=f"{later.total.se or 0:.1f}",
        parts=", ".join(rules),
    )


def rule_name(rule: str) -> str:
    """What a scoring rule is called in a list of differences."""
    named: Mapping[str, str] = {"route": t("districts × stations"), TO_COME: t("still to come")}
    kind = next((kind for kind in KINDS if rule in vocabulary()[kind]), None)
    return named.get(rule) or (word(kind, rule) if kind else rule)


def basis(review: Review) -> str:
    if review.by == "score":
        return t(
            "Nothing was learned for this board: judged by the score alone, {depth} flips ahead. What lies "
            "further on is all in the drift.",
            depth=review.depth,
        )
    judged = t(
        "Judged {depth} flips ahead, weights {weights}; differences of up to {noise} points count as none.",
        depth=review.depth,
        weights=review.weights,
        noise=f"{review.noise:g}",
    )
    if review.noise_measured:
        return judged
    return " ".join([judged, t("That figure is assumed: nobody has measured it here.")])
