"""What the players of golden logs like: corners, second tracks, powers, and the game's objectives."""

import random
from collections.abc import Callable, Mapping, Sequence

from terminus.rules.actions import Action, Circle, Done, Draw, Use
from terminus.rules.board import Board, Mask
from terminus.rules.mechanics.crossings import passes_by_crossing
from terminus.rules.mechanics.interchanges import by_lines
from terminus.rules.mechanics.route import stations_by_district
from terminus.rules.mechanics.stamps import stamped_districts
from terminus.rules.play import advance, allowed
from terminus.rules.position import Position
from terminus.rules.sheet import Sheet

Progress = Callable[[Board, Sheet], float]


class Taste:
    """Chooses among all that is allowed, in whatever order, each by how much it is liked."""

    def choose(self, rng: random.Random, position: Position, actions: Sequence[Action]) -> Action:
        every = allowed(position)
        weights = [self.weight(position, action) for action in every]
        return rng.choices(every, weights)[0]

    def weight(self, position: Position, action: Action) -> float:
        match action:
            case Draw():
                return self.draw(position, action)
            case Use():
                return 8
            case Circle(station):
                return 12 if "platform" in position.ruleset.board.stations[station].tags else 1.5
            case Done():
                return 0.2
            case _:
                return 2

    def draw(self, position: Position, draw: Draw) -> float:
        board, line = position.ruleset.board, position.line
        weight = 4.0
        if board.stations[draw.target].cell in position.dealt.get("gates", {}):
            weight += 40
        if position.sheet.drawn >> draw.section & 1:
            weight += 20
        for crossing in board.sections[draw.section].passes:
            weight += 20 if line.sections & board.crossings[crossing] else 4
        if (
            position.turn is not None
            and position.turn.joker
            and "monument" in board.stations[draw.target].tags
        ):
            weight += 15
        return weight + 30 * self.gain(position, draw) ** 2

    def gain(self, position: Position, draw: Draw) -> float:
        board, after = position.ruleset.board, advance(position, draw).sheet
        gained = 0.0
        for name in position.dealt.get("objectives", ()):
            progress = PROGRESS[board.modules["objectives"]["objectives"][name]["predicate"]]
            gained += max(0.0, progress(board, after) - progress(board, position.sheet))
        return gained


def _served(sheet: Sheet) -> Mask:
    served = 0
    for line in sheet.lines:
        served |= line.stations
    return served


def _tagged(board: Board, sheet: Sheet) -> float:
    wanted = board.tagged("tourist") | board.tagged("loop") | board.tagged("monument")
    return 2 * (_served(sheet) & wanted).bit_count()


def _under(board: Board, sheet: Sheet) -> float:
    return sum((line.sections & board.sections_tagged("river")).bit_count() for line in sheet.lines)


def _central(board: Board, sheet: Sheet) -> float:
    assert board.central_district is not None
    return (_served(sheet) & board.stations_in(board.central_district)).bit_count()


def _whole_district(board: Board, sheet: Sheet) -> float:
    served = _served(sheet)
    main = [d for d in range(len(board.districts)) if not board.secondary_districts >> d & 1]
    shares = [board.stations_in(d) for d in main]
    return 4 * max((served & all_of).bit_count() / all_of.bit_count() for all_of in shares)


def _districts(board: Board, sheet: Sheet) -> float:
    return sum(bool(_served(sheet) & stations) for stations in board.district_stations)


def _long(board: Board, sheet: Sheet) -> float:
    return max(len(stations_by_district(board, line)) for line in sheet.lines)


def _shared(board: Board, sheet: Sheet) -> float:
    return sum(stations.bit_count() for stations in by_lines(board, sheet)[2:])


PROGRESS: Mapping[str, Progress] = {
    "stations-on-lines": _shared,
    "every-district": _districts,
    "tagged-stations": _tagged,
    "tagged-sections": _under,
    "central-district": _central,
    "whole-main-district": _whole_district,
    "stamps": lambda board, sheet: 2 * len(stamped_districts(board, sheet)),
    "long-line": _long,
    "double-crossings": lambda board, sheet: 2 * passes_by_crossing(board, sheet).count(2),
}
