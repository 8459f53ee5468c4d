"""What the sheets of a game are worth, in the form of `terminus score --json`."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.naive.boards import Board, Station
from tests.naive.draw import Line, stations
from tests.naive.game import Game

Sheet = Mapping[str, Line]
TOURIST = (0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25)
INTERCHANGES = {
    "London": {2: 2, 3: 5, 4: 9},
    "Tokyo": {3: 5, 4: 15, 5: 30},
    "Paris": {2: 2, 3: 5, 4: 9},
}
STAMPS = {"A": 10, "D": 10, "L": 10, "M": 10, "B": 5, "C": 5, "J": 5, "K": 5}
RATINGS = {  # the highest score of each rating but the last
    "London": (90, 105, 120, 135, 150),
    "Tokyo": (70, 85, 100, 115, 130),
    "Paris": (105, 120, 135, 150, 165),
}


def score(game: Game) -> dict[str, Any]:
    """The score as far as the log goes; `total` is before a solo player's deduction."""
    seats = [_seat(game, sheet) for sheet in game.sheets]
    found: dict[str, Any] = {"seats": seats, "winners": _winners(seats) if game.over else None}
    if len(seats) == 1:
        left = seats[0]["total"] - 10 * len(game.modules)
        found["solo"] = {"score": left, "rating": 1 + sum(left > top for top in RATINGS[game.board.name])}
    return found


def _winners(seats: list[dict[str, Any]]) -> list[int]:
    merits = [(seat["total"], max(line["total"] for line in seat["lines"].values())) for seat in seats]
    return [number for number, merit in enumerate(merits) if merit == max(merits)]


def _seat(game: Game, sheet: Sheet) -> dict[str, Any]:
    lines = {colour: line_score(game.board, line) for colour, line in sheet.items()}
    extras = {"interchanges": interchanges(game.board, sheet)}
    match game.board.name:
        case "London":
            extras["tourist"] = tourist(game.board, sheet)
        case "Tokyo":
            extras["stamps"] = stamps(game.board, sheet)
            extras["loop"] = loop(game.board, sheet)
        case "Paris":
            extras["crossings"] = sum({1: 2, 2: 6}[times] for times in passed(game.board, sheet).values())
    if "objectives" in game.modules:
        extras["objectives"] = 10 * sum(fulfils(game.board, sheet, name) for name in game.objectives)
    total = sum(line["total"] for line in lines.values()) + sum(extras.values())
    return {"total": total, "lines": lines, "extras": extras}


def line_score(board: Board, line: Line) -> dict[str, int]:
    served = stations(board, line)
    if not served:
        return {"districts": 0, "stations": 0, "bonus": 0, "total": 0}
    in_district: Counter[str] = Counter()
    for station in served:
        in_district[board.district[station]] += 2 if station in line.circled else 1
    districts = len(in_district) + len(line.doubled)
    most = max(in_district.values())
    bonus = 2 * len(line.sections & board.river) + 2 * len(served & board.monuments)
    return {"districts": districts, "stations": most, "bonus": bonus, "total": districts * most + bonus}


# --- the network -------------------------------------------------------------------------------


def lines_at(board: Board, sheet: Sheet) -> Counter[Station]:
    """On how many of the player's lines each station is (the loop is not one of them)."""
    return Counter(station for line in sheet.values() for station in stations(board, line))


def with_loop(board: Board, sheet: Sheet) -> Counter[Station]:
    return lines_at(board, sheet) + Counter(loop_stations(board))


def loop_stations(board: Board) -> frozenset[Station]:
    return frozenset(station for piece in board.loop for station in board.joins(piece))


def interchanges(board: Board, sheet: Sheet) -> int:
    points = INTERCHANGES[board.name]
    return sum(points.get(number, 0) for number in with_loop(board, sheet).values())


def tourist(board: Board, sheet: Sheet) -> int:
    at = lines_at(board, sheet)
    return TOURIST[min(10, sum(at[site] for site in board.tourist_sites))]


def stamped(board: Board, sheet: Sheet) -> set[str]:
    shared = {board.district[station] for station, number in lines_at(board, sheet).items() if number >= 2}
    return shared & set(STAMPS)


def stamps(board: Board, sheet: Sheet) -> int:
    return sum(STAMPS[district] for district in stamped(board, sheet))


def loop(board: Board, sheet: Sheet) -> int:
    return -3 * len(loop_stations(board) - set(lines_at(board, sheet)))


def passed(board: Board, sheet: Sheet) -> Counter[tuple[int, int]]:
    """How often each aerial crossing is passed."""
    drawn = [section for line in sheet.values() for section in line.sections]
    return Counter(crossing for section in drawn for crossing in board.passes(section))


# --- shared objectives -------------------------------------------------------------------------


def fulfils(board: Board, sheet: Sheet, objective: str) -> bool:
    at = lines_at(board, sheet)
    served = set(at)
    match board.name, objective:
        case "London", "interchanges":
            return sum(number >= 2 for number in at.values()) >= 8
        case "London" | "Tokyo", "all-districts":
            return {board.district[station] for station in served} == set(board.district.values())
        case "London", "tourist-sites":
            return board.tourist_sites <= served
        case "London" | "Tokyo", "central-district":
            return board.stations_of(board.central_district) <= served
        case "London", "river":
            return sum(len(line.sections & board.river) for line in sheet.values()) >= 6
        case "Tokyo", "stamps":
            return len(stamped(board, sheet)) >= 4
        case "Tokyo", "great-interchange":
            return max(with_loop(board, sheet).values()) >= 4
        case "Tokyo", "whole-loop":
            return loop_stations(board) <= served
        case _:
            return _fulfils_in_paris(board, sheet, objective)


def _fulfils_in_paris(board: Board, sheet: Sheet, objective: str) -> bool:
    at = lines_at(board, sheet)
    served = set(at)
    match board.name, objective:
        case "Paris", "triple-interchanges":
            return sum(number >= 3 for number in at.values()) >= 3
        case "Paris", "long-line":
            lines = [stations(board, line) for line in sheet.values()]
            return any(len({board.district[station] for station in line}) >= 7 for line in lines)
        case "Paris", "monuments":
            return len(served & board.monuments) >= 6
        case "Paris", "double-crossings":
            return sum(times == 2 for times in passed(board, sheet).values()) >= 2
        case "Paris", "whole-district":
            return any(board.stations_of(district) <= served for district in board.main_districts)
        case _:
            raise ValueError(f"{board.name} has no objective {objective}")
