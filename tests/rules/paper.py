"""What must hold of any sheet, checked by geometry and by hand, not by the board's tables."""

from collections import Counter
from functools import cache
from itertools import combinations

from tests.naive.geometry import Section, cell_named, shared_parts

from terminus.rules.board import Board, members
from terminus.rules.position import Position
from terminus.rules.score import extras, line_score, score, total
from terminus.rules.sheet import Line


def check_sheet(position: Position) -> None:
    board, sheet = position.ruleset.board, position.sheet
    for number, line in enumerate(sheet.lines):
        check_line(board, number, line)
    tracks = Counter(n for line in sheet.lines for n in members(line.sections))
    tracks.update(members(board.printed))
    assert all(count <= 2 for count in tracks.values())
    assert sum(1 << n for n in tracks) == sheet.drawn
    assert sum(1 << n for n, count in tracks.items() if count == 2) == sheet.doubled
    check_crossings(board, frozenset(tracks))
    check_joined_once(board, frozenset(tracks))


def check_line(board: Board, number: int, line: Line) -> None:
    """Connected, without a cycle, with its departure; its ends are the stations with one section."""
    sections = [board.sections[n] for n in members(line.sections)]
    degrees = Counter(station for section in sections for station in (section.a, section.b))
    assert set(degrees) == set(members(line.stations))
    assert {station for station, degree in degrees.items() if degree == 1} == set(members(line.ends))
    assert not line.circled & ~line.stations
    if not sections:
        assert line == Line()
        return
    assert board.departures[number] in degrees
    assert len(degrees) == len(sections) + 1  # with the next line: a tree
    assert reached(board, line) == set(degrees)


def reached(board: Board, line: Line) -> set[int]:
    start = next(members(line.stations))
    found, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for n in members(line.sections):
            section = board.sections[n]
            if here in (section.a, section.b) and (other := section.other(here)) not in found:
                found.add(other)
                waiting.append(other)
    return found


def check_crossings(board: Board, drawn: frozenset[int]) -> None:
    for one, other in combinations(sorted(drawn), 2):
        assert not cross(board.id, board, one, other), (board.sections[one].ends, board.sections[other].ends)


def check_joined_once(board: Board, drawn: frozenset[int]) -> None:
    """Between two stations one printed section is drawn, however many tracks it has."""
    joined = Counter(frozenset((board.sections[n].a, board.sections[n].b)) for n in drawn)
    assert all(count == 1 for count in joined.values())


@cache
def cross(name: str, board: Board, one: int, other: int) -> bool:
    """Whether two sections meet anywhere but at a station of both or an aerial crossing that lets both by."""
    first, second = board.sections[one], board.sections[other]
    allowed: set[object] = {cell_named(cell) for cell in (*first.ends, *second.ends)}
    allowed &= {cell_named(cell) for station in board.stations for cell in station.cells}
    allowed |= {cell_named(cell) for cell in set(first.passes) & set(second.passes)}
    return any(
        start != end or start not in allowed
        for start, end in shared_parts(Section.along(*first.path), Section.along(*second.path))
    )


def check_score(position: Position) -> None:
    """The rows of the pad and the extras add up to the total, and nothing else is in it."""
    items, lines = score(position), position.ruleset.board.lines
    rows = [line_score(items, line) for line in lines]
    assert sum(row.total for row in rows) + sum(extras(items).values()) == total(items)
    for row in rows:
        assert row.total == row.districts * row.stations + row.bonus
        assert row.bonus >= 0
    assert len({(item.rule, item.line, str(item.how.get("objective"))) for item in items}) == len(items)
