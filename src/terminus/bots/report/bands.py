"""Suggested solo ratings: five rising totals that follow from what random and greedy players score.

The first rating ends where a random player is in two games of five; each further one is half as wide as what
a greedy player has more than a random one, both in the middle of their games. So the third ends near the
middle of a greedy player's games, and only who looks ahead comes beyond the fifth. Where it makes little
difference who plays, a rating is as wide as a quarter of a random player's games. How near that comes to
printed ratings: docs/decisions/ratings.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.score import rating

COUNT = 5
FIRST = 0.4  # of a random player's games
ROUND_TO = 5  # points, where the ratings are wide enough


def quantile(ordered: Sequence[int], share: float) -> float:
    """What so much of these (in order) is not above; between two of them evenly."""
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def suggested(random: Sequence[int], greedy: Sequence[int]) -> tuple[int, ...]:
    """From the totals of both, in order."""
    better = quantile(greedy, 0.5) - quantile(random, 0.5)
    spread = quantile(random, 0.75) - quantile(random, 0.25)
    width = max(better, spread) / 2
    unit = ROUND_TO if width >= ROUND_TO else 1
    first = unit * round(quantile(random, FIRST) / unit)
    step = max(1, unit * round(width / unit))
    return tuple(first + step * number for number in range(COUNT))


def earned(totals: Sequence[int], ratings: Sequence[int]) -> tuple[float, ...]:
    """Of 1: how often each of the six ratings is earned."""
    found = [rating(ratings, total) for total in totals]
    return tuple(found.count(stop) / len(found) for stop in range(1, len(ratings) + 2))
