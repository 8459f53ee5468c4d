"""A log folded into sheets, each of its lines checked on the way."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from tests.naive.boards import Board
from tests.naive.draw import Line, Round, Turn, stations
from tests.naive.game import Game
from tests.naive.geometry import Section, cell_named
from tests.naive.play import answers
from tests.naive.scoring import score

SYMBOLS = ("circle", "square", "triangle", "pentagon")
PLACES = {1: (0,), 2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
POWERS = ("double-section", "joker", "switch", "double-station")
EFFECTS = ("switch", "joker", "extension", "double-station")
BONUSES = ("switch", "double-visit", "double-district", "double-station")
OBJECTIVES = {
    "London": {"interchanges", "all-districts", "tourist-sites", "central-district", "river"},
    "Tokyo": {"stamps", "great-interchange", "whole-loop", "all-districts", "central-district"},
    "Paris": {"triple-interchanges", "long-line", "monuments", "double-crossings", "whole-district"},
}
Event = Mapping[str, Any]


class Refused(ValueError):
    """A line of a log that the rules do not allow."""


def ensure(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Refused(otherwise)


def replay(lines: Iterable[str], boards: Mapping[str, Board]) -> Game:
    """The game that a log tells; Refused, with the number of the line, where it breaks a rule."""
    game: Game | None = None
    for number, text in enumerate(lines, start=1):
        try:
            event = json.loads(text)
            game = _start(event, boards) if game is None else _fold(game, event)
        except (ValueError, LookupError, TypeError, AttributeError) as problem:
            raise Refused(f"line {number}: {problem!r}") from problem
    ensure(game is not None, "an empty log")
    assert game is not None
    return game


def _fold(game: Game, event: Event) -> Game:
    known: dict[str, Callable[[Game, Event], None]] = {
        "start": _start_again,
        "special": _special,
        "flip": _flip,
        "turn": _turn,
        "sheets": _sheets,
        "end": _end,
    }
    if event["event"] in known:
        ensure(not game.ended, "the game has ended")
        known[event["event"]](game, event)
    return game


def _start(event: Event, boards: Mapping[str, Board]) -> Game:
    ensure(event["event"] == "start" and event["format"] == "terminus/1", "a log begins with its start")
    board, modules, pencils = boards[event["board"]], tuple(event["modules"]), event["pencils"]
    ensure(1 <= len(event["seats"]) <= 4 and len(pencils) == len(event["seats"]), "one to four seats")
    ensure(set(modules) <= {"objectives", "powers", "specials", "gates"}, "no such module")
    ensure(len(set(modules)) == len(modules), "a module twice")
    ensure(len(set(modules) - {"objectives"}) <= 1, "at most one of powers, specials and gates")
    _check_pencils(board, pencils)
    powers = event["powers"] if "powers" in modules else {}
    ensure(not powers or set(powers) == set(board.lines), "a power for each pencil")
    ensure("powers" not in modules or sorted(powers.values()) == sorted(POWERS), "each power once")
    gates = event["gates"] if "gates" in modules else {}
    ensure(not gates or set(gates) == board.corners, "a gate in each corner")
    ensure("gates" not in modules or sorted(gates.values()) == sorted(BONUSES), "each gate once")
    objectives = tuple(event["objectives"]) if "objectives" in modules else ()
    ensure("objectives" not in modules or len(objectives) == len(set(objectives)) == 2, "two objectives")
    ensure(set(objectives) <= OBJECTIVES[board.name], "an objective of this city")
    sheets = [{colour: Line() for colour in board.lines} for _ in pencils]
    return Game(board, modules, pencils, objectives, dict(powers), dict(gates), sheets)


def _check_pencils(board: Board, pencils: list[list[str]]) -> None:
    began: dict[int, str] = {}
    for place, row in zip(PLACES[len(pencils)], pencils, strict=True):
        ensure(sorted(row) == sorted(board.lines), "every seat draws every line once")
        for turned, colour in enumerate(row):
            ensure(began.setdefault((place - turned) % 4, colour) == colour, "the pencils go round")


def _start_again(game: Game, event: Event) -> None:
    raise Refused("a second start")


def _next_round(game: Game) -> int:
    return game.round + 1 if game.round_over else game.round


def _special(game: Game, event: Event) -> None:
    symbol, effect = event["symbol"], event["effect"]
    ensure("specials" in game.modules and not game.over, "no special station now")
    ensure(event["round"] == _next_round(game) == len(game.specials) + 1, "one special station a round")
    ensure(game.round_over or not game.seen, "a special station opens its round")
    ensure(symbol in SYMBOLS and all(symbol != other for other, _ in game.specials), "each symbol once")
    ensure(effect in EFFECTS and all(effect != other for _, other in game.specials), "each effect once")
    game.specials.append((symbol, effect))


def _flip(game: Game, event: Event) -> None:
    cards = list(event["cards"])
    ensure(not game.waiting, "a seat has not answered")
    ensure(not game.over, "the game is over")
    if game.round_over:
        game.round, game.turn, game.seen = game.round + 1, None, []
    number = game.turn.number + 1 if game.turn else 1
    ensure((event["round"], event["turn"]) == (game.round, number), "not this turn")
    ensure("specials" not in game.modules or len(game.specials) == game.round, "no special station yet")
    switch = cards[0].endswith("/switch")
    ensure(len(cards) == 1 + switch and not cards[-1].endswith("/switch"), "one card, two with a switch")
    ensure(game.board.cards.difference(game.seen).issuperset(cards), "not in the deck")
    game.seen += cards
    game.turn = Turn(number, cards[-1].split("/")[1], switch)
    game.waiting = set(range(len(game.sheets)))


def _turn(game: Game, event: Event) -> None:
    seat, turn = event["seat"], game.turn
    ensure(turn is not None and seat in game.waiting, "this seat has nothing to answer")
    assert turn is not None
    ensure((event["round"], event["turn"]) == (game.round, turn.number), "not this turn")
    colour, sheet = game.pencils[seat][game.round - 1], game.sheets[seat]
    words = tuple(_one_name(game.board, word) for word in event["do"])
    allowed = answers(seat_round(game, seat), sheet[colour], turn)
    ensure(words in allowed, f"seat {seat} may not do {words}")
    sheet[colour] = allowed[words]
    game.waiting.remove(seat)


def seat_round(game: Game, seat: int) -> Round:
    """What stands still for this seat in the round that is being played."""
    colour, sheet = game.pencils[seat][game.round - 1], game.sheets[seat]
    others = [section for other in game.board.lines if other != colour for section in sheet[other].sections]
    return Round(
        game.board,
        colour,
        (*game.board.loop, *others),
        game.powers.get(colour),
        game.specials[-1] if game.specials else None,
        game.gates,
        any_order=True,
    )


def _one_name(board: Board, word: str) -> str:
    """`circle` with any cell of a platform means the same."""
    if not word.startswith("circle "):
        return word
    return f"circle {board.station_at[cell_named(word.removeprefix('circle '))]}"


def _sheets(game: Game, event: Event) -> None:
    """Sheets from paper are counted as they are: whether they could be drawn is not asked here."""
    ensure(not (game.turn or game.specials or game.counted), "sheets come before any card")
    ensure(len(event["sheets"]) == len(game.sheets), "a sheet for each seat")
    for sheet, drawn in zip(game.sheets, event["sheets"], strict=True):
        ensure(set(drawn) <= set(sheet), "no such line")
        for colour, marks in drawn.items():
            sheet[colour] = _drawn(game, colour, [mark.removesuffix("!") for mark in marks])
    game.counted = True


def _drawn(game: Game, colour: str, marks: list[str]) -> Line:
    circled = [_one_name(game.board, mark) for mark in marks if mark.startswith("circle ")]
    ends = [tuple(map(cell_named, mark.split("-"))) for mark in marks if not mark.startswith("circle ")]
    sections: dict[object, Section] = {
        way: one for one in game.board.sections for way in (one.ends, one.ends[::-1])
    }
    line = Line(
        frozenset(sections[end] for end in ends), frozenset(one.removeprefix("circle ") for one in circled)
    )
    reached = stations(game.board, line) - {game.board.departures[colour]}
    doubling = [station for station in reached if game.gates.get(station) == "double-district"]
    return replace(line, doubled=frozenset(game.board.district[station] for station in doubling))


def _end(game: Game, event: Event) -> None:
    ensure(game.over, "the game is not over")
    ensure(event["scores"] == score(game)["seats"], "the scores differ")
    game.ended = True
