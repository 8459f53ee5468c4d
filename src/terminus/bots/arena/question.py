"""Which of every two bots is better: asked after each game, in the order of the games, until it is answered.

What is heard in another order waits. So the answer, and after how many games it was there, are the same
however the work was cut and whoever did it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from math import sqrt
from typing import Any

from .sequential import ALPHA, Evidence, fixed_size
from .units import Outcome

Pair = tuple[str, str]


class Question:
    """All pairs taken together, the probability that bots which are alike are told apart is α at most."""

    def __init__(self, bots: Sequence[str], at_most: int, alpha: float = ALPHA) -> None:
        self.at_most = at_most  # games are looked at, answered or not
        self.alpha = alpha
        self._waiting: dict[str, dict[int, float]] = {bot: {} for bot in bots}
        self._evidence = {pair: Evidence() for pair in combinations(self._waiting, 2)}
        self._after: dict[Pair, int] = {}
        self.games = 0  # so many were looked at

    @property
    def pairs(self) -> Collection[Pair]:
        return self._evidence.keys()

    @property
    def share(self) -> float:
        """The part of α that a pair has."""
        return self.alpha / len(self._evidence)

    @property
    def answered(self) -> bool:
        return len(self._after) == len(self._evidence)

    @property
    def _open(self) -> bool:
        return not self.answered and self.games < self.at_most

    def hear(self, outcome: Outcome) -> None:
        """Games that a bot has played; those after the answer, or beyond the most, are not looked at."""
        self._waiting[outcome.bot].update(enumerate(outcome.values(), outcome.first))
        while self._open and all(self.games in values for values in self._waiting.values()):
            self._look({bot: values.pop(self.games) for bot, values in self._waiting.items()})

    def _look(self, values: dict[str, float]) -> None:
        self.games += 1
        for pair, evidence in self._evidence.items():
            evidence.add(values[pair[0]] - values[pair[1]])
            if pair not in self._after and evidence.refutes(0.0, self.share):
                self._after[pair] = self.games

    def facts(self) -> dict[str, Any]:
        """For a report: how many games it took, and how many fewer than the most that is."""
        saved = self.at_most - self.games
        return {"alpha": self.alpha, "answered": self.answered, "games": self.games, "saved": saved}

    def answer(self, pair: Pair) -> dict[str, Any]:
        """Of one pair, for a report: after how many games it was sure, who is better, and from where to where
        the mean of a − b may lie."""
        evidence = self._evidence[pair]
        low, high = evidence.interval(self.share)
        better = pair[evidence.all.total < 0] if pair in self._after else None
        return {"after": self._after.get(pair), "better": better, "low": low, "high": high}


def with_answers(report: dict[str, Any], question: Question) -> dict[str, Any]:
    """The report, and what the question has come to: for all, and for every two bots."""
    pairs = [{**pair, **_sure(pair, question)} for pair in report["paired"]]
    return {**report, "paired": pairs, "sure": question.facts()}


def _sure(row: dict[str, Any], question: Question) -> dict[str, Any]:
    """A bot beside itself is not asked about. The size of a fixed test is for the plain scores."""
    pair = row["a"], row["b"]
    if pair not in question.pairs:
        return {}
    mean, spread = row.get("luck_off", row)["mean"], (row["se"] or 0.0) * sqrt(question.games)
    answer = question.answer(pair)
    return {"sure": {**answer, "fixed_size": fixed_size(mean, spread, question.share)}}
