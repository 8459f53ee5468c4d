"""A review as tables for a terminal: for each seat the sum, then its turns, then the largest mistakes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..locale.spoken import t, tn, word
from ..locale.vocabulary import vocabulary
from ..record.scores import solo
from ..review import FaceUp, Game, Review, SeatReview, TurnReview
from ..review.rounded import better, of_seat, of_turns, parts, tenths
from ..review.turns import TO_COME, Later
from ..rules.score import total
from ..rules.table import scores
from ..terminal.look import card_glyph, visible
from ..terminal.tokens import dealt
from ..terminal.words import labelled

FEW = 5  # mistakes that are told in words
KINDS = ("extra", "line-bonus")
AS_GOOD, NO_CHOICE = "≈", "–"


def report(game: Game, review: Review) -> RenderableType:
    told: list[RenderableType] = [*map(Text, dealt(game.table))]
    for seat in review.seats:
        told += [_sum(seat), *map(Text, deducted(game)), _turns(seat), *_openings(seat), Text(signs())]
        told += [*_mistakes(seat), Text("")]
    return Group(*told, Text(basis(review)))


def deducted(game: Game) -> list[str]:
    """What a game alone with modules has less in the end than its sheet shows."""
    if len(game.table.seats) > 1 or not game.table.over:
        return []
    alone = solo(game.table, total(scores(game.table)[0]))
    if not alone.penalty:
        return []
    said = tn(
        "Before the deduction: alone, {count} module costs {penalty} points, so the result is {score}.",
        "Before the deduction: alone, {count} modules cost {penalty} points, so the result is {score}.",
        len(game.ruleset.modules),
        penalty=alone.penalty,
        score=alone.score,
    )
    return [said]


def signs() -> str:
    """What stands in the column of losses beside figures."""
    return t("≈ as good as the best move; – there was nothing to choose")


def face_up_report(game: Game, found: Sequence[FaceUp]) -> RenderableType:
    parts: list[RenderableType] = []
    for seat in found:
        best = t("with all cards known beforehand at least {points} points were to be had", points=seat.best)
        parts.append(Text(labelled(visible(game.table.seats[seat.seat]), best), "bold"))
        parts += map(Text, deducted(game))
        places = [step.place for step in game.steps(seat.seat)]
        for (number, turn), do in zip(places, seat.turns, strict=True):
            parts.append(Text(f"{number}.{turn} {_do(do)}"))
    return Group(*parts)


def _sum(seat: SeatReview) -> Text:
    shown = of_seat(seat)
    figures = {
        "par": _points(shown.before),
        "luck": _gain(shown.luck),
        "lost": _gain(-shown.lost),
        "drift": _gain(shown.drift),
        "score": str(seat.score),
    }
    text = t("{par} par {luck} luck {lost} lost {drift} drift = {score} points", **figures)
    if to_come := shown.after - seat.score * 10:
        text += " " + t("and {points} expected still to come", points=_points(to_come))
    return Text(labelled(visible(seat.name), text), "bold")


def _turns(seat: SeatReview) -> Table:
    found = Table()
    for heading in ("", t("cards"), t("played"), t("better")):
        found.add_column(heading)
    for heading in (t("luck"), t("lost"), t("drift")):
        found.add_column(heading, justify="right")
    for turn, shown in zip(seat.turns, of_turns(seat), strict=True):
        found.add_row(
            f"{turn.round}.{turn.turn}",
            " ".join(map(card_glyph, turn.cards)),
            _do(turn.played.do),
            "" if turn.as_good else _do(turn.best.do),
            _gain(shown.luck),
            _lost(turn, shown.lost),
            _gain(shown.drift),
        )
    return found


def _openings(seat: SeatReview) -> list[Text]:
    """What opened the rounds, and its part in the luck of their first turns."""
    return [
        Text(labelled(f"{turn.round}.{turn.turn}", said))
        for turn in seat.turns
        for said in opened_said(turn, _gain)
    ]


def opened_said(turn: TurnReview, gain: Callable[[int], str]) -> list[str]:
    """What was turned up before the turn's cards, with figures as `gain` writes tenths of a point."""
    return [
        t(
            "Of this luck {points}: the special station {face}, {effect}.",
            points=gain(tenths(turn.opening_luck)),
            face=word("face", opened["symbol"]),
            effect=word("effect", opened["effect"]),
        )
        for opened in turn.opened
    ]


def _lost(turn: TurnReview, lost: int) -> str:
    """What is no more than noise is told too, or the column would not add up."""
    if not turn.choice:
        return NO_CHOICE
    return f"{AS_GOOD} {_points(lost)}" if turn.as_good else _points(lost)


def _points(value: int) -> str:
    return f"{value / 10:.1f}"


def _gain(value: int) -> str:
    return f"{value / 10:+.1f}"


def _do(words: tuple[str, ...]) -> str:
    return ", ".join(words) or t("pass")


def _mistakes(seat: SeatReview) -> list[Text]:
    shown = {id(turn): one.lost for turn, one in zip(seat.turns, of_turns(seat), strict=True)}
    told = [
        Text(line)
        for turn in seat.mistakes[:FEW]
        for line in (_why(turn, shown[id(turn)]), *_next_up(turn, shown[id(turn)]))
    ]
    count = tn(
        "{lost} points lost a decision, {count} decision.",
        "{lost} points lost a decision, {count} decisions.",
        seat.decisions,
        lost=f"{seat.lost_a_decision:.2f}",
    )
    return [Text(count), *told]


def _why(turn: TurnReview, lost: int) -> str:
    """`lost` is what is shown as lost, here and below."""
    rules = [f"{rule_name(rule)} {_gain(by)}" for rule, by in parts(turn, lost).items()]
    why = t(
        "{place}: {better} instead of {played} is worth {lost} more ({parts})",
        place=f"{turn.round}.{turn.turn}",
        better=_do(turn.best.do),
        played=_do(turn.played.do),
        lost=_points(lost),
        parts=", ".join(rules),
    )
    return f"{why}; {later_said(turn.later, _gain)}" if turn.later else why


def _next_up(turn: TurnReview, lost: int) -> list[str]:
    if (found := turn.next_up) is None:
        return []
    told = t(
        "A bot of the level «{level}» would have done this: {actions} ({points}).",
        level=word("level", found.level),
        actions=_do(found.do),
        points=_gain(better(turn, found.better, lost)),
    )
    return [f"     {told}"]


def later_said(later: Later, gain: Callable[[int], str]) -> str:
    """What games played on came to, with figures as `gain` writes tenths of a point."""
    rules = [f"{rule_name(rule)} {gain(tenths(by.mean))}" for rule, by in later.rules.items()]
    return tn(
        "in {count} game played on {more} ± {error} in the end ({parts})",
        "in {count} games played on {more} ± {error} in the end ({parts})",
        later.games,
        more=gain(tenths(later.total.mean)),
        error=gain(tenths(later.total.se or 0)).removeprefix("+"),
        parts=", ".join(rules),
    )


def rule_name(rule: str) -> str:
    """What a scoring rule is called in a list of differences."""
    named: Mapping[str, str] = {"route": t("districts × stations"), TO_COME: t("still to come")}
    kind = next((kind for kind in KINDS if rule in vocabulary()[kind]), None)
    return named.get(rule) or (word(kind, rule) if kind else rule)


def basis(review: Review, points: Callable[[int], str] = _points) -> str:
    """What it was judged by, with figures as `points` writes tenths of a point."""
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
        noise=points(tenths(review.noise)),
    )
    if review.noise_measured:
        return judged
    return " ".join([judged, t("That figure is assumed: nobody has measured it here.")])
