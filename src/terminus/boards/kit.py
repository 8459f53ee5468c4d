"""What a board can be made of: every mechanic and module with its figures, as the rules have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass
from dataclasses import fields as dataclass_fields
from itertools import combinations
from typing import Any

from ..rules.mechanics import KNOWN, MODULES
from ..rules.mechanics.base import Mechanic
from ..rules.mechanics.objectives import PREDICATES
from .geometry import HEADINGS

KINDS = {  # the type of a mechanic's field -> what kind of thing is entered
    "int": "number",
    "bool": "truth",
    "str": "text",
    "tuple[int, ...]": "numbers",
    "tuple[str, ...]": "texts",
    "Mapping[str, int]": "values",
    "Mapping[str, Mapping[str, Any]]": "predicates",
}
STATION_TAGS = ("departure", "tourist", "loop", "wild", "monument", "platform")
SECTION_TAGS = ("river", "loop")
PAIRS = tuple("".join(pair) for pair in combinations(HEADINGS, 2))  # what an aerial crossing can let pass


@dataclass(frozen=True, slots=True)
class Figure:
    """`of` says what it chooses among: tags of stations or sections, districts, numbers of lines."""

    name: str
    kind: str
    default: Any
    of: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A mechanic, a module or a predicate, by its name in a board file."""

    name: str
    figures: tuple[Figure, ...]


def empty() -> dict[str, Any]:
    """A city that nobody has drawn anything of yet."""
    rows, columns = 10, 10
    return {
        "name": "",
        "lines": ["purple", "blue", "pink", "green"],
        "stations": "".join(" ".join("." * columns) + "\n" for _ in range(rows)),
        "districts": "".join(" ".join("A" * columns) + "\n" for _ in range(rows)),
        "departures": {},
        "solo": {"ratings": [80, 95, 110, 125, 140]},
        "mechanics": [
            {"rule": "switch"},  # its deck is the usual one, which has one
            {"rule": "route"},
            {"rule": "interchanges", "values": {"2": 2, "3": 5, "4": 9}},
        ],
        "modules": {"powers": {}, "specials": {}},
    }


def mechanics() -> list[Part]:
    return [_part(name, kind) for name, kind in KNOWN.items() if name not in MODULES]


def modules() -> list[Part]:
    return [_part(name, KNOWN[name]) for name in MODULES]


def predicates() -> list[Part]:
    return [Part(name, tuple(_asked(figures))) for name, (_, figures) in PREDICATES.items()]


def _part(name: str, kind: type[Mechanic]) -> Part:
    return Part(name, tuple(map(_figure, dataclass_fields(kind))))  # type: ignore[arg-type]


def _figure(field: Field[Any]) -> Figure:
    made = field.default_factory
    default = field.default if made is MISSING else made()
    return Figure(field.name, KINDS[str(field.type)], _plain(default), field.metadata.get("of", ""))


def _plain(value: Any) -> Any:
    """As a board file writes it."""
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def _asked(figures: tuple[str, ...]) -> Iterator[Figure]:
    """Of a predicate. Its tag is one of what it counts."""
    for name in figures:
        match name:
            case "tag":
                of = "section-tags" if "sections" in figures else "station-tags"
                yield Figure(name, "text", SECTION_TAGS[0] if of == "section-tags" else STATION_TAGS[1], of)
            case "of":
                yield Figure(name, "texts", [], "districts")
            case _:
                yield Figure(name, "number", 1)
