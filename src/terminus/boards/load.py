"""A board's document becomes a `Board`, or every place and reason why it cannot.

Each part is read by itself and notes its own faults. What is judged from several parts is judged only where
those are sound, so that no fault is told that is but the shadow of another.
"""

from __future__ import annotations

from typing import Any

from ..rules.board import Board, Station
from ..rules.errors import Sentence
from .crossings import check_passed, read_crossings
from .deck import read_deck
from .document import parse_document, read_document, unseen
from .doubt import in_doubt
from .extent import too_many
from .fields import Fields
from .grids import Grids, read_grids
from .landmarks import (
    read_central_district,
    read_departures,
    read_lines,
    read_secondary_districts,
    read_tags,
)
from .loop import read_loop
from .mechanics import check_mechanics, read_mechanics
from .playable import check_departures, check_districts
from .river import check_river, read_crossed
from .sections import Terrain, clashes, derive, onward
from .stations import Stations, read_stations, tagged

RATINGS = 5  # of six, the last has no upper bound


def load_board(text: str, board_id: str) -> Board:
    """The board that a file describes; raises `BadBoard` with every fault found."""
    return load_document(parse_document(text), board_id)


def load_document(document: object, board_id: str, made_before: bool = False) -> Board:
    """The board of a document, wherever it came from; raises `BadBoard` with every fault found."""
    file = read_document(document)
    board = read_board(file, board_id)
    if not made_before:
        check_made(file, board)
    file.faults.stop()
    return board


def read_board(file: Fields, board_id: str) -> Board:
    """The board as far as a file describes it. Its faults are noted in the file: with any it is none."""
    lines, grids = read_lines(file), read_grids(file)
    at = read_stations(file, grids)
    departures = read_departures(file, lines, grids, at)
    stations = tagged(at, read_tags(file, departures, grids, at))
    terrain = _terrain(file, grids, at, stations)
    sections = derive(terrain) if terrain else ()
    check_river(file, grids, sections if terrain else None)
    if terrain:
        check_passed(file, terrain.crossings, sections)
        check_departures(file, departures, sections)
        if grids.districts_sure and departures.keys() == set(lines):
            check_districts(file, departures, sections, grids, at)
    board = Board(
        id=board_id,
        name=file.text("name"),
        columns=grids.stations.columns,
        rows=len(grids.stations.rows),
        lines=tuple(lines),
        grid=grids.areas,
        secondary_districts=read_secondary_districts(file, grids),
        central_district=read_central_district(file, grids),
        stations=stations,
        sections=sections,
        departures=tuple(departures[line].id for line in lines if line in departures),
        clash=clashes(sections),
        onward=onward(terrain, sections) if terrain else {},
        deck=read_deck(file),
        ratings=_ratings(file),
        scenery=_scenery(file),
        mechanics=read_mechanics(file),
        modules=dict(file.table_of("modules").table),
    )
    check_mechanics(in_doubt(board, file), file)
    return board


def check_made(file: Fields, board: Board) -> None:
    """Notes what is a fault of a board that is made now, though none of those that were made before."""
    for key, why in (*unseen(file.table), *too_many(board)):
        file.fault(key, why)


def _terrain(file: Fields, grids: Grids, at: Stations, stations: tuple[Station, ...]) -> Terrain | None:
    """What sections are derived from; None if a part of it has faults."""
    if file.text("sections", "every-ray") != "every-ray":
        file.fault("sections", Sentence('only "every-ray" is known'))
    crossings, loop = read_crossings(file, grids), read_loop(file, grids, at)
    crossed = read_crossed(file.table_of("river"))
    if crossings is None or loop is None or not grids.stations_sure:
        return None
    numbers = {point: station.id for point, station in at.items()}
    tags = {frozenset(name.split("-")): frozenset({"river"}) for name in crossed}
    return Terrain(grids.stations.columns, len(grids.stations.rows), stations, numbers, crossings, loop, tags)


def _ratings(file: Fields) -> tuple[int, ...]:
    fields = file.table_of("solo")
    ratings = fields.numbers("ratings")
    rising = len(ratings) == RATINGS and ratings == sorted(set(ratings))
    if ratings is fields.table.get("ratings") and not rising:
        fields.fault("ratings", Sentence("must be five rising totals"))
    return tuple(ratings)


def _scenery(file: Fields) -> dict[str, Any]:
    """What is drawn and decides nothing."""
    tables = ("river", "loop", "aerial_crossings")
    found: dict[str, Any] = {name: dict(file.table_of(name).table) for name in tables if name in file.table}
    return found | ({"note": file.text("note")} if "note" in file.table else {})
