"""A word for each of the six solo ratings. English; the catalogues translate these very sentences."""

from __future__ import annotations

VERDICTS = (
    "The chalk is still in your pocket: walk the city once more and try again.",
    "A first line on the wall map. People find their train, now and then.",
    "A solid network: the city gets to work on time.",
    "Well laid! Commuters nod at you on the platform.",
    "Masterly. Other cities send engineers to copy your map.",
    "A legend: they will name a station after you.",
)


def verdict(rating: int) -> str:
    """The sentence for a rating from 1 to 6."""
    return VERDICTS[rating - 1]
