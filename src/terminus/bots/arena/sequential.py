"""A test that may be looked at after every game, and stops when its question is answered.

The question is which of every two bots scores more. If both are alike, whichever of them did better in a game
might as well have done worse: a difference is as likely as its negative. Then for every rate r

    exp(r · sum − r² / 2 · sum of squares)

grows on the mean no more than a fair bet (de la Peña 1999), and so does its mean over rates from a normal
distribution. A fair bet ever reaches 1 / α with a probability of at most α (Ville), however often one looks.
How wide the rates are spread follows from the size, not from the signs, of the first differences.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, inf, log
from statistics import NormalDist

ALPHA = 0.05
FIRST = 10  # games before the first look
SPREAD = 2.0  # of what those differ by: as if the answer were looked for after some hundred games
POWER = 0.9  # of the test of fixed size that it is compared with


@dataclass(slots=True)
class Sums:
    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    def beside(self, mean: float) -> tuple[float, float]:
        """The sum of the values less this each, and the sum of their squares."""
        squares = self.squares - 2 * mean * self.total + self.count * mean * mean
        return self.total - self.count * mean, max(squares, 0.0)


@dataclass(slots=True)
class Evidence:
    """What the differences of two bots, game by game, say about their mean."""

    first: Sums = field(default_factory=Sums)
    all: Sums = field(default_factory=Sums)

    def add(self, value: float) -> None:
        self.all.add(value)
        if self.all.count <= FIRST or not self.first.squares:
            self.first.add(value)

    def against(self, mean: float = 0.0) -> float:
        """How much speaks against this mean: the logarithm of a fair bet's worth, if it is the mean."""
        total, squares = self.all.beside(mean)
        spread = SPREAD * self.first.beside(mean)[1]
        if self.all.count < FIRST or not spread:
            return -inf
        return total**2 / (2 * (squares + spread)) - log(1 + squares / spread) / 2

    def interval(self, alpha: float) -> tuple[float | None, float | None]:
        """The means that are not refuted, whenever one stops; None where there is no end to them."""
        if not self.all.count:
            return None, None
        middle = self.all.total / self.all.count
        return self._end(middle, -1.0, alpha), self._end(middle, 1.0, alpha)

    def _end(self, middle: float, way: float, alpha: float) -> float | None:
        inside, outside = 0.0, 1e-6
        while not self.refutes(middle + way * outside, alpha):
            inside, outside = outside, 2 * outside
            if outside > 1e9:
                return None
        for _ in range(60):
            at = (inside + outside) / 2
            if self.refutes(middle + way * at, alpha):
                outside = at
            else:
                inside = at
        return middle + way * outside

    def refutes(self, mean: float, alpha: float) -> bool:
        return self.against(mean) >= -log(alpha)


def fixed_size(difference: float, spread: float, alpha: float) -> int | None:
    """How many games a test takes that looks only once, and that somebody planned who knew beforehand by how
    much the bots differ and how widely; None if they do not."""
    if not difference:
        return None
    normal = NormalDist()
    width = normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(POWER)
    return max(1, ceil((width * spread / difference) ** 2))
