"""What is wrong with a board file: each fault with its place, every one of them once."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules.errors import BadBoard, Sentence

MOST_SHOWN = 100  # of endless faults the first are told and the rest counted


@dataclass(frozen=True, slots=True)
class Fault:
    place: str  # keys of the file, joined by dots
    why: Sentence

    def __str__(self) -> str:
        return self.sentence

    @property
    def sentence(self) -> Sentence:
        return Sentence("{place}: {why}", place=self.place, why=self.why)


class Faults:
    """The faults found so far, in the order in which they were found."""

    def __init__(self) -> None:
        self.found: dict[Fault, None] = {}
        self.more = 0
        self.tables: set[str] = set()  # the top keys that have one

    def add(self, place: str, why: Sentence) -> None:
        self.tables.add(place.partition(".")[0])
        fault = Fault(place, why)
        if len(self.found) < MOST_SHOWN:
            self.found[fault] = None
        elif fault not in self.found:
            self.more += 1

    def stop(self) -> None:
        """Raises `BadBoard` if there is any."""
        if self.found:
            raise BadBoard([fault.sentence for fault in self.found], self.more)
