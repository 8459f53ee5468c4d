"""What is wrong with a board file: each fault with its place, every one of them once."""

from __future__ import annotations

from dataclasses import dataclass, fields

from ..rules.errors import BadBoard, Sentence

MOST_SHOWN = 100  # of endless faults the first are told and the rest counted


@dataclass(frozen=True, slots=True)
class Spot:
    """Where on the map a fault is, as far as it is somewhere."""

    cells: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    districts: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()  # not on the map: a mechanic or module, or one figure of it

    def __add__(self, other: Spot) -> Spot:
        return Spot(*(tuple(dict.fromkeys(_all(self, name) + _all(other, name))) for name in SPOTS))


SPOTS = tuple(field.name for field in fields(Spot))
# What a sentence calls by one of these names is a place.
NAMED = {
    "cell": "cells",
    "one": "cells",
    "other": "cells",
    "section": "sections",
    "line": "lines",
    "district": "districts",
}
KEYS = {"departures": "lines", "aerial_crossings": "cells"}  # tables whose keys are places
NOWHERE = Spot()


def _all(spot: Spot, name: str) -> tuple[str, ...]:
    found: tuple[str, ...] = getattr(spot, name)
    return found


@dataclass(frozen=True, slots=True)
class Fault:
    place: str  # keys of the file, joined by dots
    why: Sentence
    at: Spot = NOWHERE  # beside what it names itself

    @property
    def spot(self) -> Spot:
        """Every place that it names, and where it is besides."""
        table, _, key = self.place.partition(".")
        named = [
            (kind, str(self.why.values[name])) for name, kind in NAMED.items() if name in self.why.values
        ]
        if key and table in KEYS:
            named.append((KEYS[table], key))
        return sum((Spot(**{kind: (value,)}) for kind, value in named), self.at + NOWHERE)

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

    def add(self, place: str, why: Sentence, at: Spot = NOWHERE) -> None:
        self.tables.add(place.partition(".")[0])
        fault = Fault(place, why, at)
        if len(self.found) < MOST_SHOWN:
            self.found[fault] = None
        elif fault not in self.found:
            self.more += 1

    def stop(self) -> None:
        """Raises `BadBoard` if there is any."""
        if self.found:
            raise BadBoard([fault.sentence for fault in self.found], self.more)
