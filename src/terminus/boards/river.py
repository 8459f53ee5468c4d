"""The river of a board file: the sections that it crosses, and the course that it is drawn with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..rules.board import Section
from .fields import Fields
from .geometry import cell_point, crosses, is_polyline
from .grids import Grids

MOST_POINTS = 256  # of a course: each is held against every section


def read_crossed(river: Fields) -> list[str]:
    """The names of the sections under the river, each once, in either direction."""
    river.text("name", "")
    crossed = river.texts("crossed_by", [])
    times = Counter(map(_either_way, crossed))
    for name in crossed:
        if times[_either_way(name)] > 1:
            river.fault("crossed_by", f"{name} is there twice")
    return crossed


def _either_way(name: str) -> tuple[str, ...]:
    return tuple(sorted(name.split("-")))


def check_ends(river: Fields, crossed: Sequence[str], grids: Grids) -> bool:
    """Without knowing the sections: each has two ends, and a station may be at both. False if one has not."""
    sure = True
    for name in crossed:
        ends = [cell_point(cell) for cell in name.split("-")]
        if len(ends) != 2 or ends[0] == ends[1] or not all(map(grids.may_be_station, ends)):
            river.fault("crossed_by", f"there is no section {name}")
            sure = False
    return sure


def check_crossed(river: Fields, crossed: Sequence[str], sections: Sequence[Section]) -> bool:
    """What the river crosses are sections of the board. False if one is none."""
    known = {"-".join(ends) for section in sections for ends in (section.ends, section.ends[::-1])}
    strangers = [name for name in crossed if name not in known]
    for name in strangers:
        river.fault("crossed_by", f"there is no section {name}")
    return not strangers


def check_course(river: Fields, sections: Sequence[Section], all_named: bool) -> None:
    """A river that is drawn passes under exactly the sections that it is said to."""
    course = river.table.get("course")
    if course is None:
        return
    if not is_polyline(course):
        river.fault("course", "must list points, each a column and a row")
        return
    if len(course) > MOST_POINTS:
        river.fault("course", f"has {len(course)} points; at most {MOST_POINTS} can be drawn")
        return
    for section in sections:
        said = "river" in section.tags
        if crosses(course, section.path) != said and (said or all_named):
            word = "is" if said else "is not"
            river.fault("course", f"{'-'.join(section.ends)} {word} in crossed_by, the course says otherwise")
