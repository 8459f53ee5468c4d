"""The log: JSON lines, append-only. `replay` folds it into a table and checks every step."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..boards import board as shipped_board
from ..boards.own import named_board
from ..rules.board import Board
from ..rules.edition import FIRST, check_edition
from ..rules.errors import BadBoard, BadLog, Sentence, TerminusError
from ..rules.mechanics import MODULES, OPENINGS
from ..rules.packs import Dealt
from ..rules.ruleset import Ruleset
from ..rules.table import Table, commit, flip, open_round, start
from .readings import play_turn
from .scores import score_file
from .sheets import EVENT as SHEETS
from .sheets import take_sheets

FORMAT = "terminus/1"
LONGEST_LINE = 1 << 20  # bytes; a turn has some hundred
Event = Mapping[str, Any]
FindBoard = Callable[[str], Board]
EVENTS = ("start", SHEETS, *OPENINGS, "flip", "turn", "end")


class Wrong(TerminusError):
    """An event that is not as the format wants it."""


def read(data: bytes | str | Iterable[bytes]) -> Iterator[tuple[int, Event]]:
    """The events of a log with their line numbers, one at a time; raises `BadLog` where it cannot be read."""
    for number, line in enumerate(_lines(data), 1):
        text = _text_of(number, line)
        if not text.strip():
            continue
        try:
            event = json.loads(text)
        except (ValueError, RecursionError):
            raise BadLog(number, Sentence("this is no JSON; a line is cut off or was damaged")) from None
        yield number, _event(number, event)


def _lines(data: bytes | str | Iterable[bytes]) -> Iterable[bytes | str]:
    match data:
        case bytes():
            return data.split(b"\n")
        case str():
            return data.split("\n")
        case _:
            return data


def _text_of(number: int, line: bytes | str) -> str:
    if len(line) > LONGEST_LINE:
        raise BadLog(
            number, Sentence("this line is longer than {most} bytes, so it is no event", most=LONGEST_LINE)
        )
    try:
        return line if isinstance(line, str) else line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError:
        raise BadLog(1, Sentence("this file is not text, so it is no log")) from None


def _event(number: int, value: object) -> Event:
    if not isinstance(value, Mapping) or not isinstance(value.get("event"), str):
        raise BadLog(number, Sentence('this is no event; an event is an object with the key "event"'))
    return value


def write_line(event: Event) -> str:
    return json.dumps(event, ensure_ascii=False, separators=(",", ":")) + "\n"


def replay(data: bytes | str | Iterable[Event], find_board: FindBoard = shipped_board) -> Table:
    """The table that a log leads to; raises `BadLog` with the line and the rule that it breaks."""
    if isinstance(data, bytes | str):
        return fold(read(data), find_board)
    return fold(((number, _event(number, event)) for number, event in enumerate(data, 1)), find_board)


def fold(events: Iterable[tuple[int, Event]], find_board: FindBoard = shipped_board) -> Table:
    """The table that events with their line numbers lead to; what the table does not keep is not kept."""
    table: Table | None = None
    ended = False
    for number, event in events:
        if event["event"] not in EVENTS:
            continue
        try:
            if ended:
                raise Wrong(Sentence("the game has ended, nothing can follow"))
            table = step(table, event, find_board)
            ended = event["event"] == "end"
        except TerminusError as error:
            raise BadLog(number, error.sentence) from None
    if table is None:
        raise BadLog(1, Sentence("there is no start event, so this is no log"))
    return table


def step(table: Table | None, event: Event, find_board: FindBoard = shipped_board) -> Table:
    """The table after one more event of the game."""
    kind = _text(event, "event")
    if kind == "start":
        if table is not None:
            raise Wrong(Sentence("a second start event"))
        return _start(event, find_board)
    if table is None:
        raise Wrong(Sentence("the log begins with {kind}, not with a start event", kind=kind))
    match kind:
        case "flip":
            _same(event, "round", table.round)
            _same(event, "turn", table.turn + 1)
            return flip(table, _texts(event, "cards"))
        case "turn":
            return _turn(table, event)
        case "end":
            return _end(table, event)
        case "sheets":
            return take_sheets(table, event)
        case _ if kind in OPENINGS:
            return _opening(table, event)
        case _:
            return table


def _opening(table: Table, event: Event) -> Table:
    _same(event, "round", table.round)
    packs = OPENINGS[event["event"]]().deal_round(table.ruleset.board)
    return open_round(table, event["event"], {key: _text(event, key) for key in packs})


def _turn(table: Table, event: Event) -> Table:
    seat = _number(event, "seat")
    if not 0 <= seat < len(table.seats):
        raise Wrong(
            Sentence(
                "there is no seat {seat}; the seats are 0 to {last}", seat=seat, last=len(table.seats) - 1
            )
        )
    _same(event, "round", table.round)
    _same(event, "turn", table.turn)
    texts = _texts(event, "do")
    if table.answered[seat]:
        raise Wrong(Sentence("seat {seat} has nothing to answer now (R2.5)", seat=seat))
    try:
        position = play_turn(table.positions[seat], texts)
    except TerminusError as error:
        raise Wrong(
            Sentence(
                "seat {seat} cannot do {actions}: {error}",
                seat=seat,
                actions=json.dumps(texts, ensure_ascii=False),
                error=error.sentence,
            )
        ) from None
    return commit(table, seat, position)


def _end(table: Table, event: Event) -> Table:
    if not table.over:
        raise Wrong(Sentence("the end event stands before the last round is over (R2.1)"))
    claimed, true = event.get("scores"), score_file(table)["seats"]
    if claimed != true:
        raise Wrong(Sentence("the scores of the end event are not the ones that the game gives"))
    return table


def is_counted(events: Iterable[Event]) -> bool:
    """Whether these sheets came from paper: there were no cards here, and nothing to turn back to."""
    return any(event["event"] == SHEETS for event in events)


def turn_event(table: Table, seat: int, do: Sequence[str]) -> dict[str, Any]:
    """A seat's answer to the cards on the table."""
    return {"event": "turn", "round": table.round, "turn": table.turn, "seat": seat, "do": list(do)}


def end_event(table: Table) -> dict[str, Any]:
    return {"event": "end", "scores": score_file(table)["seats"]}


def _start(event: Event, find_board: FindBoard) -> Table:
    if event.get("format") != FORMAT:
        raise Wrong(
            Sentence(
                "the format is {given}, not {format}", given=repr(event.get("format")), format=repr(FORMAT)
            )
        )
    check_edition(event.get("edition", FIRST))
    ruleset = Ruleset.of(board_of(event, find_board), _texts(event, "modules", []))
    return start(ruleset, _dealt(event), _texts(event, "seats"), _pencils(event))


def board_of(start: Event, find_board: FindBoard = shipped_board) -> Board:
    """The board of a start event: the one that it carries, or else the one that it names."""
    name = _text(start, "board")
    if "city" not in start:
        return find_board(name)
    try:
        return named_board(name, start["city"])
    except BadBoard as error:
        raise Wrong(Sentence("its city is no playable board: {fault}", fault=error.faults[0])) from None


def _dealt(event: Event) -> Dealt:
    """What was dealt, by module; whether it can have been, the table knows."""
    return {module: event[module] for module in MODULES if event.get(module)}


def _pencils(event: Event) -> list[list[str]]:
    rows: Any = event.get("pencils")
    lists = isinstance(rows, list) and all(isinstance(row, list) for row in rows)
    if lists and all(isinstance(name, str) for row in rows for name in row):
        return list(rows)
    raise Wrong(Sentence("pencils must list the lines of each seat, round by round"))


def _same(event: Event, key: str, wanted: int) -> None:
    if _number(event, key) != wanted:
        raise Wrong(
            Sentence(
                "this is {key} {given}, but the game is at {key} {wanted} (R2.5)",
                key=key,
                given=event[key],
                wanted=wanted,
            )
        )


def _number(event: Event, key: str) -> int:
    value = event.get(key)
    if type(value) is not int:
        raise Wrong(Sentence("{key} must be a whole number", key=key))
    return value


def _text(event: Event, key: str) -> str:
    value = event.get(key)
    if not isinstance(value, str):
        raise Wrong(Sentence("{key} must be text", key=key))
    return value


def _texts(event: Event, key: str, default: list[str] | None = None) -> list[str]:
    value = event.get(key, default)
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise Wrong(Sentence("{key} must be a list of texts", key=key))
    return value
