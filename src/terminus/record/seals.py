"""Sealed shuffles: a seal on a secret, and the order that follows from it and from everybody's contributions.

docs/fairness.md has the same byte by byte. Whatever is shuffled has a label and a stream of its own: nothing
depends on what is asked for first, and the same secret and contributions always give the same order.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator, Mapping

from ..rules.table import ROUNDS

DEAL = 0  # the deal at the start is sealed like a round, and comes before them
SEALED = range(DEAL, ROUNDS + 1)
SECRET = re.compile("[0-9a-f]{64}")
CONTRIBUTION = re.compile("(?:[0-9a-f]{2}){16,32}")
BYTES = 256


def seal_of(game: str, number: int, secret: str) -> str:
    """What is published of a round's secret before anybody contributes."""
    return hashlib.sha256(f"terminus seal\n{game}\n{number}\n{secret}".encode()).hexdigest()


class Shuffle:
    """The shuffle of a round: of its secret, and of what was contributed to it, by seat."""

    def __init__(self, game: str, number: int, secret: str, contributions: Mapping[int, str]) -> None:
        given = "".join(f"{seat} {value}\n" for seat, value in sorted(contributions.items()))
        text = f"terminus shuffle\n{game}\n{number}\n{given}"
        self._key = _hmac(bytes.fromhex(secret), text)

    @property
    def key(self) -> str:
        """What all orders follow from. Another contribution makes another, even where the same follows."""
        return self._key.hex()

    def order(self, label: str, things: Iterable[str]) -> list[str]:
        """These things in the order that follows, whatever order they are named in."""
        shuffled, stream = sorted(things), self._stream(label)
        for last in range(len(shuffled) - 1, 0, -1):
            other = below(last + 1, stream)
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return shuffled

    def _stream(self, label: str) -> Iterator[int]:
        block = 0
        while True:
            yield from _hmac(self._key, f"{label}\n{block}")
            block += 1


def below(count: int, stream: Iterator[int]) -> int:
    """The next number from 0 to count - 1, each as likely as the others: a byte that would favour some is
    passed over."""
    assert 1 <= count <= BYTES
    fair = BYTES - BYTES % count
    return next(byte for byte in stream if byte < fair) % count


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")
