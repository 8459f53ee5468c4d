"""Whether a board can be played: every line can leave its departure, every district can be reached."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from ..rules.board import Section, Station, StationId
from ..rules.errors import Sentence
from .faults import Spot
from .fields import Fields
from .grids import Grids
from .stations import Stations


def check_departures(file: Fields, departures: Mapping[str, Station], sections: Sequence[Section]) -> None:
    left = {end for section in sections for end in (section.a, section.b)}
    for line, departure in departures.items():
        if departure.id not in left:
            why = Sentence("no section leaves the departure of {line}", line=line)
            file.fault("departures", why, Spot(cells=departure.cells))


def check_districts(
    file: Fields, departures: Mapping[str, Station], sections: Sequence[Section], grids: Grids, at: Stations
) -> None:
    seen = _reachable(sections, {departure.id for departure in departures.values()})
    visited = {grids.districts.letter(point) for point, station in at.items() if station.id in seen}
    for district in grids.districts.districts:
        if district not in visited:
            file.fault("districts", Sentence("no line can ever reach district {district}", district=district))


def _reachable(sections: Sequence[Section], starts: set[StationId]) -> set[StationId]:
    """The stations that some line can ever come to."""
    beside: defaultdict[StationId, set[StationId]] = defaultdict(set)
    for section in sections:
        beside[section.a].add(section.b)
        beside[section.b].add(section.a)
    seen, waiting = set(starts), list(starts)
    while waiting:
        new = beside[waiting.pop()] - seen
        seen |= new
        waiting += new
    return seen
