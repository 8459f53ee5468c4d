"""A board that is being drawn, for the page: its faults in the reader's language, and what can be derived."""

from __future__ import annotations

from typing import Any

import msgspec

from ...boards import BOARDS, board, kit
from ...boards.document import SUB_TABLES, TOP_LEVEL
from ...boards.drawn import Drawn
from ...boards.facts import facts, printed
from ...boards.faults import Fault
from ...boards.grids import MAX_SIDE, SYMBOL_LETTERS, WILD_LETTERS
from ...locale.spoken import t, word
from ...rules.cards import DEFAULT_DECK, FACES
from ...rules.errors import Sentence
from .boards import SectionView, StationView, section_view, station_view

KINDS = {"symbol": "face", "line": "line", "rule": "rule", "tag": "tag"}  # whose words its values have
LETTERS = {".": "none", **SYMBOL_LETTERS, **WILD_LETTERS}


class FaultView(msgspec.Struct):
    """`place` is its key in the board file; the rest is where it is on the map."""

    place: str
    text: str
    cells: list[str]
    sections: list[str]
    lines: list[str]
    districts: list[str]
    figures: list[str]  # rules, or figures of theirs


class FactView(msgspec.Struct):
    name: str
    found: int
    printed: int | None  # what the rulebook says of the sheet that is being entered


class CheckView(msgspec.Struct):
    playable: bool
    faults: list[FaultView]
    more: int
    stations: list[StationView]
    sections: list[SectionView]
    crossed: list[str] | None  # what the river passes under, if one is drawn
    facts: list[FactView]
    by_district: dict[str, int]  # stations


class KitFigure(msgspec.Struct):
    name: str
    kind: str
    default: Any
    of: str


class KitPart(msgspec.Struct):
    name: str
    figures: list[KitFigure]


class PrintedSheet(msgspec.Struct):
    id: str
    name: str


class KitView(msgspec.Struct):
    """What a board can be made of."""

    keys: list[str]  # of a board file, those of its tables behind a dot; any other does nothing
    letters: dict[str, str]  # of the grid of stations -> what stands there
    most_side: int
    pairs: list[str]
    station_tags: list[str]
    section_tags: list[str]
    suits: list[str]
    faces: list[str]
    cards: list[str]
    round_ends: dict[str, int]
    mechanics: list[KitPart]
    modules: list[KitPart]
    predicates: list[KitPart]
    printed: list[PrintedSheet]  # that the rulebooks have figures of
    empty: dict[str, Any]  # where a new city begins


def check_view(found: Drawn, sheet: str | None) -> CheckView:
    """In the language that is spoken here."""
    city = found.board
    wanted = printed(sheet) if sheet in BOARDS else {}
    counted = facts(city) if city else {}
    return CheckView(
        playable=city is not None and not found.faults,
        faults=list(map(_fault, found.faults)),
        more=found.more,
        stations=[station_view(city, station) for station in city.stations] if city else [],
        sections=[section_view(city, section) for section in city.sections] if city else [],
        crossed=_crossed(found.document.get("river")),
        facts=[FactView(name, count, wanted.get(name)) for name, count in counted.items()],
        by_district={
            letter: stations.bit_count()
            for letter, stations in zip(city.districts, city.district_stations, strict=True)
        }
        if city
        else {},
    )


def _crossed(river: Any) -> list[str] | None:
    if not isinstance(river, dict) or "course" not in river or not isinstance(river.get("crossed_by"), list):
        return None
    return list(map(str, river["crossed_by"]))


def _fault(fault: Fault) -> FaultView:
    spot = fault.spot
    places = (spot.cells, spot.sections, spot.lines, spot.districts, spot.figures)
    return FaultView(fault.place, said(fault.why), *map(list, places))


def said(text: str) -> str:
    """A sentence of the engine in the reader's language, and so whatever it names."""
    if not isinstance(text, Sentence):
        return text
    values = {name: _named(name, value) for name, value in text.values.items()}
    return t(text.message, **values)


def _named(name: str, value: object) -> object:
    if isinstance(value, str) and name in KINDS and not isinstance(value, Sentence):
        return word(KINDS[name], value)
    return said(value) if isinstance(value, str) else value


def kit_view() -> KitView:
    return KitView(
        keys=[
            *sorted(TOP_LEVEL),
            *(f"{table}.{key}" for table, known in SUB_TABLES.items() for key in known),
        ],
        letters=LETTERS,
        most_side=MAX_SIDE,
        pairs=list(kit.PAIRS),
        station_tags=list(kit.STATION_TAGS),
        section_tags=list(kit.SECTION_TAGS),
        suits=list(DEFAULT_DECK.suits),
        faces=[*FACES, "switch"],
        cards=list(DEFAULT_DECK.cards),
        round_ends=dict(DEFAULT_DECK.round_ends),
        mechanics=_parts(kit.mechanics()),
        modules=_parts(kit.modules()),
        predicates=_parts(kit.predicates()),
        printed=[PrintedSheet(name, board(name).name) for name in BOARDS if printed(name)],
        empty=kit.empty(),
    )


def _parts(parts: list[kit.Part]) -> list[KitPart]:
    return [
        KitPart(part.name, [KitFigure(f.name, f.kind, f.default, f.of) for f in part.figures])
        for part in parts
    ]
