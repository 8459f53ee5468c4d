"""What a mistake cost in the end, by scoring rule: games that go on from both replies, in pairs."""

from __future__ import annotations

from collections.abc import Mapping

from ..bots.arena.statistics import Estimate, paired
from ..bots.judge import Judge
from .game import Step
from .settings import Settings
from .turns import TO_COME, Later, Most, TurnReview

SURE = 3.0  # errors; of all rules the largest is told, so two would be too few


def later(judge: Judge, step: Step, turn: TurnReview, settings: Settings) -> Later | None:
    """None if no games are to be played on. The cards to come are any, not those that came."""
    if not settings.play_on:
        return None
    best, played = (
        judge.play_on(step.turned, 0, option.position, settings.play_on, settings.seed)
        for option in (turn.best, turn.played)
    )
    rules = {rule: paired([row[rule] for row in best], [row[rule] for row in played]) for rule in best[0]}
    total = paired([sum(row.values()) for row in best], [sum(row.values()) for row in played])
    rules = {rule: by for rule, by in rules.items() if _differs(by)}
    return Later(settings.play_on, rules, total, _most(rules, turn.difference))


def _most(rules: Mapping[str, Estimate], now: Mapping[str, float]) -> Most | None:
    """The rule that the review's «still to come» comes from: of those that went the same way, the largest."""
    way = now.get(TO_COME, 0.0)
    after = [
        Most(rule, by.mean - now.get(rule, 0.0), by.se) for rule, by in rules.items() if by.se is not None
    ]
    sure = [one for one in after if one.mean * way > 0 and abs(one.mean) > SURE * one.se]
    return max(sure, key=lambda one: abs(one.mean), default=None)


def _differs(found: Estimate) -> bool:
    return bool(found.mean or found.se)
