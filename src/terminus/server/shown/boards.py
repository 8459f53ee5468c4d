"""A city for the page: all that is needed to draw and explain it, and nothing that decides."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from ...boards import BOARDS, board
from ...boards.geometry import cell_point
from ...record.sealed import packs
from ...rules.board import Board, Section, Station, members
from ...rules.mechanics import EXCLUSIVE, MODULES
from ...rules.mechanics.guided_visit import joker_face
from ...rules.packs import Pack
from ...rules.ruleset import Ruleset, build
from ...rules.score import SOLO_PENALTY
from ...rules.symbols import symbol_names

Point = tuple[float, float]


class StationView(msgspec.Struct):
    cell: str
    cells: list[str]
    symbols: list[str]
    district: str
    tags: list[str]


class SectionView(msgspec.Struct):
    name: str
    a: str
    b: str
    path: list[Point]
    tags: list[str]
    passes: list[str]


class River(msgspec.Struct):
    name: str
    course: list[Point]


class Loop(msgspec.Struct):
    colour: str
    path: list[Point]


class Rule(msgspec.Struct):
    rule: str
    figures: dict[str, Any]


class PackView(msgspec.Struct):
    """What a module deals for the whole game: so many of its things, or one for each place."""

    things: list[str]
    drawn: int
    places: list[str]  # lines, or cells


class Module(msgspec.Struct):
    id: str
    exclusive: bool
    solo_penalty: int
    figures: dict[str, Any]
    pack: PackView | None


class Best(msgspec.Struct):
    total: int
    game: str


class BoardView(msgspec.Struct):
    id: str
    name: str
    note: str | None
    columns: int
    rows: int
    lines: list[str]
    deck: list[str]
    grid: list[str]
    stations: list[StationView]
    sections: list[SectionView]
    departures: dict[str, str]
    corners: list[str]
    crossings: dict[str, str]
    river: River | None
    loop: Loop | None
    central_district: str | None
    secondary_districts: list[str]
    ratings: list[int]
    joker: str
    scoring: list[Rule]
    rules: list[Rule]
    modules: list[Module]
    packs: dict[str, list[str]]  # whatever is shuffled here, by its label, in no order: docs/fairness.md
    bests: dict[str, Best]


@cache
def board_view(name: str) -> BoardView:
    """A city that ships."""
    return view_of(board(name))


def view_of(city: Board) -> BoardView:
    central = city.central_district
    scoring, rules = _rules(city)
    return BoardView(
        id=city.id,
        name=city.name,
        note=city.scenery.get("note"),
        columns=city.columns,
        rows=city.rows,
        lines=list(city.lines),
        deck=list(city.deck.cards),
        grid=list(city.grid),
        stations=[station_view(city, station) for station in city.stations],
        sections=[section_view(city, section) for section in city.sections],
        departures={line: city.stations[s].cell for line, s in zip(city.lines, city.departures, strict=True)},
        corners=[city.stations[station].cell for station in city.corners],
        crossings=dict(city.scenery.get("aerial_crossings", {})),
        river=_river(city),
        loop=_loop(city),
        central_district=None if central is None else city.districts[central],
        secondary_districts=[city.districts[d] for d in members(city.secondary_districts)],
        ratings=list(city.ratings),
        joker=joker_face(city),
        scoring=scoring,
        rules=rules,
        modules=modules_of(city),
        packs=packs(city),
        bests={},
    )


def board_views() -> list[BoardView]:
    return [board_view(name) for name in BOARDS]


def section_name(section: Section) -> str:
    """A section as the board names it, whichever way it was drawn."""
    return "-".join(section.ends)


def station_view(city: Board, station: Station) -> StationView:
    return StationView(
        station.cell,
        list(station.cells),
        list(symbol_names(station.symbols)),
        city.districts[station.district],
        sorted(station.tags),
    )


def section_view(city: Board, section: Section) -> SectionView:
    a, b = city.stations[section.a].cell, city.stations[section.b].cell
    path = [(float(x), float(y)) for x, y in section.path]
    return SectionView(section_name(section), a, b, path, sorted(section.tags), list(section.passes))


def _rules(city: Board) -> tuple[list[Rule], list[Rule]]:
    """The board's own mechanics: those that score, and the rest."""
    ruleset = Ruleset.of(city)
    scoring: list[Rule] = []
    rest: list[Rule] = []
    for (name, figures), mechanic in zip(city.mechanics, ruleset.mechanics, strict=True):
        (scoring if mechanic in ruleset.scoring else rest).append(Rule(name, dict(figures)))
    return scoring, rest


def _river(city: Board) -> River | None:
    river = city.scenery.get("river")
    return River(river.get("name", ""), [(x, y) for x, y in river.get("course", [])]) if river else None


def _loop(city: Board) -> Loop | None:
    loop = city.scenery.get("loop")
    if not loop:
        return None
    points = [point for cell in loop["path"] if (point := cell_point(cell)) is not None]
    return Loop(loop.get("colour", ""), [(float(x), float(y)) for x, y in points])


def modules_of(city: Board) -> list[Module]:
    """What the city can be played with, in the order of the rules, and the figures of each."""
    built = [(name, build(name, city.modules[name])) for name in MODULES if name in city.modules]
    return [
        Module(name, name in EXCLUSIVE, SOLO_PENALTY, dict(vars(module)), _pack(module.deal(city)))
        for name, module in built
    ]


def _pack(pack: Pack | None) -> PackView | None:
    return None if pack is None else PackView(list(pack.things), pack.drawn, list(pack.places))
