"""Queries and answers in the manner of KataGo's analysis engine: one JSON object a line, matched by `id`.

A query may have several answers: warnings, a turn at a time as they are judged, and exactly one that is
`final`, which holds the whole review or an `error`. docs/review.md shows them all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..bots.judge import Judge
from ..record.log import FindBoard
from ..rules.errors import Sentence, TerminusError
from .analysis import made, marking, seat_review
from .figures import level_above
from .game import Game
from .settings import Settings
from .shapes import Json, basis, seat_json, turn_json
from .turns import Places, TurnReview, judge_of, turns

LONGEST_QUERY = 8 << 20  # bytes; a log of four has some 50,000
LOGS = ("log", "events", "file")
NUMBERS = ("depth", "replies", "seed", "play_on")
FIELDS = ("id", *LOGS, "turns", "seats", "level", *NUMBERS)
OpenFile = Callable[[str], Game]


class BadQuery(TerminusError):
    """A query that cannot be answered."""


@dataclass(frozen=True, slots=True)
class Query:
    id: str | int | None
    fields: Mapping[str, Any] = field(default_factory=dict)
    fault: str | None = None  # where it is no query at all


def read_query(line: bytes) -> Query:
    """What a line asks; a fault in it is part of the answer, so this never raises."""
    if len(line) > LONGEST_QUERY:
        return Query(None, fault=Sentence("this query is longer than {most} bytes", most=LONGEST_QUERY))
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError):
        return Query(None, fault=Sentence("this is no JSON: a query is one object a line"))
    if not isinstance(asked, dict):
        return Query(None, fault=Sentence("this is no query: a query is an object with an id"))
    name = asked.get("id")
    if not isinstance(name, str | int) or isinstance(name, bool):
        return Query(None, fault=Sentence("the id of a query must be a text or a whole number"))
    return Query(name, asked)


def answers(
    query: Query, open_file: OpenFile, find_board: FindBoard, unless_told: Mapping[str, Any] | None = None
) -> Iterator[Json]:
    """All that is to be said to a query; the last one is final, whatever happens. Of fields that it does not
    have it is asked what they are `unless_told`."""
    for name in query.fields:
        if name not in FIELDS:
            yield {
                "id": query.id,
                "warning": Sentence("there is no field «{name}»", name=name),
                "field": name,
            }
    try:
        if query.fault is not None:
            raise BadQuery(query.fault)
        yield from _reviewed(query.id, {**(unless_told or {}), **query.fields}, open_file, find_board)
    except TerminusError as error:
        yield {"id": query.id, "final": True, "error": error.sentence}
    except Exception as error:  # one bad query must not end the others
        why = Sentence("this cannot be reviewed: {why}", why=f"{type(error).__name__}: {error}")
        yield {"id": query.id, "final": True, "error": why}


def _reviewed(
    name: str | int | None, fields: Mapping[str, Any], open_file: OpenFile, find_board: FindBoard
) -> Iterator[Json]:
    settings, places = _settings(fields), _places(fields)
    game = _game(fields, open_file, find_board)
    chosen = game.chosen(_seats(fields))
    _check_places(game, chosen, places or ())
    judge, seats = judge_of(game, settings), []
    for seat in chosen:
        judged = []
        marked = _marking(game, seat, judge, settings, places)
        for turn in turns(game, seat, settings, places, judge):
            judged.append(turn)
            yield {"id": name, "seat": seat, "turn": turn_json(marked(turn))}
        if places is None:
            seats.append(seat_review(game, seat, judged, settings, judge))
    yield {
        "id": name,
        "final": True,
        **basis(made(game, settings, judge, seats)),
        "seats": [seat_json(seat) for seat in seats],
    }


def _marking(
    game: Game, seat: int, judge: Judge, settings: Settings, places: Places | None
) -> Callable[[TurnReview], TurnReview]:
    """What comes with each turn: of some turns all that is known without the others; of a whole seat nothing
    yet, as its level is found by all of them."""
    if places is None:
        return lambda turn: turn
    return marking(game, seat, judge, settings, level_above(settings.level))


def _settings(fields: Mapping[str, Any]) -> Settings:
    given: dict[str, Any] = {}
    for name in NUMBERS:
        if name in fields:
            given[name] = fields[name]
            if type(given[name]) is not int:
                raise BadQuery(Sentence("{key} must be a whole number", key=name))
    if (level := fields.get("level")) is not None:
        if not isinstance(level, str):
            raise BadQuery(Sentence("{key} must be text", key="level"))
        given["level"] = level
    return Settings(**given)


def _game(fields: Mapping[str, Any], open_file: OpenFile, find_board: FindBoard) -> Game:
    given = [name for name in LOGS if name in fields]
    if len(given) != 1:
        raise BadQuery(
            Sentence(
                "a query has one of {fields}: the log as text, its events, or a file", fields=", ".join(LOGS)
            )
        )
    value = fields[given[0]]
    if given[0] == "events":
        if not isinstance(value, list):
            raise BadQuery(Sentence("events must be a list of a log's events"))
        return Game.of(value, find_board)
    if not isinstance(value, str):
        raise BadQuery(Sentence("{key} must be text", key=given[0]))
    return Game.of(value, find_board) if given[0] == "log" else open_file(value)


def _seats(fields: Mapping[str, Any]) -> list[int] | None:
    seats = fields.get("seats")
    if seats is not None and not (isinstance(seats, list) and all(type(seat) is int for seat in seats)):
        raise BadQuery(Sentence("seats must be a list of numbers, the first seat being 0"))
    return seats


def _places(fields: Mapping[str, Any]) -> set[tuple[int, int]] | None:
    places = fields.get("turns")
    if places is None:
        return None
    if not isinstance(places, list) or not all(_is_place(place) for place in places):
        raise BadQuery(
            Sentence("turns must be a list of pairs, the round and the turn in it: [[1, 1], [1, 2]]")
        )
    return {(place[0], place[1]) for place in places}


def _is_place(place: object) -> bool:
    return isinstance(place, list) and len(place) == 2 and all(type(number) is int for number in place)


def _check_places(game: Game, seats: Collection[int], places: Collection[tuple[int, int]]) -> None:
    answered = {
        (event["round"], event["turn"])
        for event in game.events
        if event["event"] == "turn" and event["seat"] in seats
    }
    for number, turn in sorted(set(places) - answered):
        raise BadQuery(
            Sentence(
                "there is no answer to turn {turn} of round {round} in this log", round=number, turn=turn
            )
        )
