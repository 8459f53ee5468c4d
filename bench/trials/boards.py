"""python -m bench.trials.boards: twenty thousand broken boards, as files and as documents.

Each is a shipped board changed in its text or in its structure, or one that somebody made to be expensive:
a million cells, nested without end, all stations wild, the largest sheet there is, sixteen jokers. In this
process, for speed, each is read and checked as the editor asks for it; whatever is accepted is shown,
conducted, drawn, counted from paper and played for some turns with all that it has, and some of it reported
on, reviewed, searched face up and printed (boards_used.py). Nothing but a refusal may be raised, no step and
no answer may take more than a second of the processor, and memory stays bounded.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache, partial
from time import monotonic
from typing import Any

from tests.boards.toml import dump

from terminus.boards import LARGEST_BOARD, load_board, parse_document
from terminus.boards.own import made_before, own_board

from .boards_used import ONE_IN, Watched, checked, used
from .hostile import WAYS, boards
from .report import ended, progress

MEGABYTES = 1500.0
STRUCTURE = 0.6  # of all are changed in their structure
MADE = 0.02  # of all are made to be expensive
ODD: tuple[Any, ...] = (
    -1, 0, 1, 2, 26, 27, 100_000, 100_001, -100_000, 10**400, 16**4000, 1.5, float("nan"), float("inf"), True,
    "", "a", "z25", "a0-b1",
    "é", "\u202e", "\x00", "\ud800", "<script>", "{x}", "constructor", "__proto__",
    [], {}, [[]], [0] * 50, "a" * 5000,
)  # fmt: skip
Document = dict[str, Any]


@cache
def documents() -> list[Document]:
    return [tomllib.loads(text) for text in boards()]


def places(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        for key, child in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*here, key)
            yield from places(child, (*here, key))


def changed(document: Document, rng: random.Random) -> Document:
    """With some values gone, moved, of another type or at the bounds; grids in single cells."""
    document = deepcopy(document)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        *path, last = rng.choice(list(places(document)) or [("x",)])
        parent: Any = document
        for key in path:
            parent = parent[key]
        match rng.randrange(6):
            case 0 if isinstance(parent, dict):
                parent.pop(last, None)
            case 1:
                parent[last] = deepcopy(rng.choice(ODD))
            case 2 if isinstance(parent, dict):
                parent[rng.choice(("x", "note", "deck", *parent))] = deepcopy(rng.choice(ODD))
            case 3 if isinstance(parent.get(last) if isinstance(parent, dict) else None, int):
                parent[last] = rng.choice((0, 1, 7, 999, 100_000, -100_000))
            case _:
                _cell(document, rng)
    return document


def _cell(document: Document, rng: random.Random) -> None:
    """One sign of a grid."""
    grid = rng.choice(("stations", "stations", "districts"))
    if isinstance(text := document.get(grid), str) and text:
        at = rng.randrange(len(text))
        document[grid] = text[:at] + rng.choice("CSTP?M#.ABZ \n") + text[at + 1 :]


def _sheet(size: int, sign: str, cards: list[str]) -> Document:
    """A sheet full of one kind of station, but for one of each symbol, which every board needs."""
    found = deepcopy(documents()[-1])
    signs = (sign + "CSTP" + sign * size)[:size] + sign * size * (size - 1)
    found["stations"] = "\n".join(" ".join(signs[y * size : (y + 1) * size]) for y in range(size))
    found["districts"] = "\n".join(" ".join("ABCDE"[y * 5 // size] * size) for y in range(size))
    for key in ("river", "tourist_sites", "central_district", "modules"):
        found.pop(key, None)
    found["mechanics"] = [{"rule": "route"}, {"rule": "switch"}, {"rule": "interchanges", "values": {"2": 2}}]
    cells = ("a0", f"{chr(96 + size)}0", f"a{size - 1}", f"{chr(96 + size)}{size - 1}")
    found["departures"] = dict(zip(found["lines"], cells, strict=True))
    found["deck"] = {"cards": cards, "round_ends": "empty"}
    return found


def expensive(rng: random.Random) -> Document:
    jokers = [
        f"{suit}/{face}" for suit in "abc" for face in ("joker", "circle", "square", "triangle", "pentagon")
    ]
    cards = rng.choice((["a/joker", "b/joker", "c/joker", "d/joker"], [*jokers, "a/switch"]))
    match rng.randrange(6):
        case 0:
            return _sheet(26, "?", cards)
        case 1:
            return _sheet(rng.randint(2, 26), rng.choice("?MCSTP"), cards)
        case 2:
            return documents()[0] | {"stations": "C " * 500_000}
        case 3:
            return documents()[0] | {"note": "x" * 2_000_000}
        case 4:
            deep: Any = 1
            for _ in range(rng.choice((9, 900, 90_000))):
                deep = [deep]
            return documents()[0] | {"deck": deep}
        case _:
            return _sheet(7, "?", cards)  # nearly as many as the kernel holds


def one(number: int, seed: int) -> tuple[bool, Watched]:
    """Whether it was accepted, and what happened to it."""
    rng, seen = random.Random(f"board {seed} {number}"), Watched()
    kind = rng.random()
    document: Document | None
    if kind < MADE + STRUCTURE:
        document = expensive(rng) if kind < MADE else changed(rng.choice(documents()), rng)
        if rng.randrange(ONE_IN["written"]) == 0 and (written := _toml(document)) is not None:
            seen.done("file", lambda: load_board(written, "hostile"))
    else:
        made = rng.choice(WAYS)(rng.choice(boards()), rng)
        text = made if isinstance(made, str) else made.decode("utf-8", "replace")
        if len(text) > LARGEST_BOARD:  # what is longer is not read
            return False, seen
        document = seen.done("read", lambda: parse_document(text))
    if document is None:
        return False, seen
    checked(document, rng, seen)
    seen.done("made", lambda: own_board(document))
    board = seen.done("document", lambda: made_before(document))  # as logs carry it, however large
    if board is not None:
        used(board, rng, seen)
    return board is not None, seen


def _toml(document: Document) -> str | None:
    try:
        text = dump(document)
    except (TypeError, ValueError, RecursionError):
        return None
    return text if len(text) <= LARGEST_BOARD else None


@dataclass
class Found:
    boards: int = 0
    accepted: int = 0
    slowest: tuple[float, str] = (0.0, "")
    memory: float = 0.0
    faults: list[str] = field(default_factory=list)

    def __add__(self, other: Found) -> Found:
        return Found(
            self.boards + other.boards,
            self.accepted + other.accepted,
            max(self.slowest, other.slowest),
            max(self.memory, other.memory),
            self.faults + other.faults,
        )


def share(numbers: range, seed: int) -> Found:
    """Boards, one after the other."""
    found = Found()
    for number in numbers:
        good, seen = one(number, seed)
        slowest = seen.slowest[0], f"{seen.slowest[1]} of {number}"
        found += Found(1, int(good), slowest, faults=[f"{number}: {fault}" for fault in seen.faults])
        for fault in seen.faults:
            progress(f"{number}: {fault}")
        if number % 500 == 0:
            progress(f"{number} boards, {found.accepted} accepted, {len(found.faults)} faults")
    found.memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    if found.memory > MEGABYTES:
        found.faults.append(f"{found.memory:.0f} MB were used")
    return found


def run(count: int, seed: int, processes: int) -> tuple[str, list[str]]:
    """What the trial showed, and what was wrong."""
    begun = monotonic()
    shares = [range(number, count, processes) for number in range(processes)]
    with ProcessPoolExecutor(processes) as pool:
        found = sum(pool.map(partial(share, seed=seed), shares), Found())
    seconds, step_of = found.slowest
    figures = (
        f"{found.boards} boards in {(monotonic() - begun) / 60:.1f} minutes, {found.accepted} of them "
        f"accepted and used; the slowest step took {seconds:.2f} s of "
        f"the processor ({step_of}), the largest process {found.memory:.0f} MB"
    )
    return figures, found.faults


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.trials.boards", description=__doc__)
    parser.add_argument("--boards", type=int, default=20_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", action="store_true", help="keep it in bench/RESULTS.md")
    given = parser.parse_args()
    command = f"python -m bench.trials.boards --boards {given.boards} --seed {given.seed}"
    return ended("Hostile boards", command, *run(given.boards, given.seed, given.processes), given.results)


if __name__ == "__main__":
    sys.exit(main())
