"""What a mistake cost in the end, by scoring rule: games that go on from both replies, in pairs."""

from __future__ import annotations

from ..bots.arena.statistics import Estimate, paired
from ..bots.judge import Judge
from .game import Step
from .settings import Settings
from .turns import Later, TurnReview


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
    return Later(settings.play_on, {rule: by for rule, by in rules.items() if _differs(by)}, total)


def _differs(found: Estimate) -> bool:
    return bool(found.mean or found.se)
