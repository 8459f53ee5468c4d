"""The river of a board file: the sections that it crosses, and the course that it is drawn with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..rules.board import Section
from ..rules.errors import Sentence
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
            river.fault("crossed_by", Sentence("{name} is there twice", name=name))
    return crossed


def _either_way(name: str) -> tuple[str, ...]:
    return tuple(sorted(name.split("-")))


def check_river(file: Fields, grids: Grids, sections: Sequence[Section] | None) -> None:
    """What the river crosses are sections, as far as those are known, and it is drawn like that."""
    river = file.table_of("river")
    crossed = river.texts("crossed_by", [])
    known = _names(sections) if sections is not None else None
    strangers = [name for name in crossed if not _may_be(name, grids, known)]
    for name in strangers:
        river.fault("crossed_by", Sentence("there is no section {text}", text=name))
    readable = crossed is river.table.get("crossed_by", crossed)
    _check_course(river, sections or (), all_named=readable and not strangers)


def _names(sections: Sequence[Section]) -> set[str]:
    return {"-".join(ends) for section in sections for ends in (section.ends, section.ends[::-1])}


def _may_be(name: str, grids: Grids, known: set[str] | None) -> bool:
    """Whether there is this section; if none is known, whether a station may be at each of its two ends."""
    if known is not None:
        return name in known
    points = [cell_point(cell) for cell in name.split("-")]
    return len(points) == 2 and points[0] != points[1] and all(map(grids.may_be_station, points))


def _check_course(river: Fields, sections: Sequence[Section], all_named: bool) -> None:
    """A river that is drawn passes under exactly the sections that it is said to."""
    course = river.table.get("course")
    if course is None:
        return
    if isinstance(course, list) and len(course) == 1 and is_polyline(course * 2):
        river.fault("course", Sentence("a river needs two points at least"))
        return
    if not is_polyline(course):
        river.fault("course", Sentence("must list points, each a column and a row"))
        return
    if len(course) > MOST_POINTS:
        river.fault(
            "course",
            Sentence("has {count} points; at most {most} can be drawn", count=len(course), most=MOST_POINTS),
        )
        return
    for section in sections:
        said = "river" in section.tags
        if crosses(course, section.path) != said and (said or all_named):
            river.fault("course", _otherwise("-".join(section.ends), said))


def _otherwise(section: str, said: bool) -> Sentence:
    if said:
        return Sentence("{section} is in crossed_by, the course says otherwise", section=section)
    return Sentence("{section} is not in crossed_by, the course says otherwise", section=section)
