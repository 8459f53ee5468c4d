"""Means, standard errors and paired differences of scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from math import fsum, sqrt
from typing import Any


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its standard error; one game alone has none."""

    mean: float
    se: float | None


@dataclass(frozen=True, slots=True)
class Played:
    """What one bot scored: `scores[i]` in game i (the mean of its seats), the CPU seconds of a game, and the
    luck of each game if it was judged."""

    scores: Sequence[float]
    cpu_s_per_game: float
    lucks: Sequence[float] = ()

    @property
    def without_luck(self) -> list[float]:
        return [score - luck for score, luck in zip(self.scores, self.lucks, strict=True)]


def estimate(values: Sequence[float]) -> Estimate:
    count = len(values)
    mean = fsum(values) / count
    if count < 2:
        return Estimate(mean, None)
    variance = fsum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean, sqrt(variance / count))


def paired(a: Sequence[float], b: Sequence[float]) -> Estimate:
    """By how much a beats b, game by game: the luck of the cards, which both had, falls out."""
    return estimate([x - y for x, y in zip(a, b, strict=True)])


def report(bots: Sequence[str], played: Mapping[str, Played]) -> dict[str, Any]:
    """What `terminus arena --json` prints: every bot, and for every two of them a − b."""
    return {
        "bots": [_row(bot, played[bot]) for bot in bots],
        "paired": [_pair(a, b, played) for a, b in combinations(bots, 2)],
    }


def _row(bot: str, played: Played) -> dict[str, Any]:
    found = estimate(played.scores)
    row = {
        "bot": bot,
        "games": len(played.scores),
        "mean": found.mean,
        "se": found.se,
        "cpu_s_per_game": played.cpu_s_per_game,
    }
    if played.lucks:
        row |= {"luck": asdict(estimate(played.lucks)), "luck_off": asdict(estimate(played.without_luck))}
    return row


def _pair(a: str, b: str, played: Mapping[str, Played]) -> dict[str, Any]:
    difference = paired(played[a].scores, played[b].scores)
    row = {"a": a, "b": b, "mean": difference.mean, "se": difference.se}
    if played[a].lucks:
        row["luck_off"] = asdict(paired(played[a].without_luck, played[b].without_luck))
    return row
