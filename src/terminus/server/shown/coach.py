"""What a lesson says at this moment of its game, and what it points at: nothing of a card to come."""

from __future__ import annotations

from collections.abc import Sequence

from ...locale import msg
from ...record.notation import parse
from ...rules.actions import Circle, Draw
from ...rules.board import Board, members
from ...rules.position import Position
from ...rules.score import line_score, score
from ..lessons import Lesson, Sentence
from ..table.drafts import draft_of
from ..table.progress import playing
from ..table.state import State
from .boards import section_name
from .shapes import LessonView, SaidView

CONFIRM = msg("Just so. Now confirm.")
ALSO = msg("That is allowed too. Confirm it, or take the ringed station instead.")
OWN_WAY = msg("You go your own way: that is fine. Draw to a lit station, or pass.")


def coach(state: State, me: int | None) -> LessonView | None:
    """The lesson as its learner sees it; None once they play on without it."""
    lesson = state.lesson
    if lesson is None or me is None or state.table is None:
        return None
    if not state.taught:
        return _ending(state, me, lesson)
    place = lesson.place(state.table)
    if place is None:  # the lesson was another one when this game began
        return None
    says, do = _turn(state, me, lesson, place)
    return LessonView(str(state.game.lesson), place - lesson.first, _steps(lesson), says, do, False)


def _steps(lesson: Lesson) -> int:
    """The turns that are taught, and the end."""
    return len(lesson.turns) - lesson.first + 1


def _turn(state: State, me: int, lesson: Lesson, place: int) -> tuple[list[SaidView], str | None]:
    """What is said of a turn, and what is suggested next in it."""
    turn, draft = lesson.turns[place], draft_of(state, me).draft
    board = lesson.ruleset.board
    if not _as_suggested(draft.positions[0], lesson.tables[place].positions[0]):
        return [_said(CONFIRM if draft.actions else turn.anyway or OWN_WAY)], None
    done = len(draft.actions)
    following = turn.do[done] if done < len(turn.do) else None
    cells, sections = _ringed(board, turn.do[done : done + 1])
    if tuple(draft.said) != turn.do[:done]:
        return [_said(ALSO, *_ringed(board, turn.do[:1]))], None
    if done:
        return [_said(turn.then[done - 1] if done <= len(turn.then) else CONFIRM, cells, sections)], following
    says = [_sentence(draft.position, sentence) for sentence in turn.says]
    says[-1].cells, says[-1].sections = [*says[-1].cells, *cells], [*says[-1].sections, *sections]
    return says, following


def _as_suggested(position: Position, wanted: Position) -> bool:
    return (position.sheet, position.notes) == (wanted.sheet, wanted.notes)


def _ringed(board: Board, do: Sequence[str]) -> tuple[list[str], list[str]]:
    """The station and the section of a suggested action."""
    match [parse(board, text) for text in do]:
        case [Draw(section, _, target)]:
            return [board.stations[target].cell], [section_name(board.sections[section])]
        case [Circle(station)]:
            return [board.stations[station].cell], []
        case _:
            return [], []


def _ending(state: State, me: int, lesson: Lesson) -> LessonView | None:
    """The last words, until the learner has played on."""
    later = state.events[lesson.length :]
    if state.game.phase != "playing" or any(e["event"] == "turn" and "auto" not in e for e in later):
        return None
    position = playing(state).positions[me]
    pencil = lesson.tables[-2].positions[0].pencil  # of the last turn
    says = [_sentence(position, sentence, pencil) for sentence in lesson.ends]
    return LessonView(str(state.game.lesson), _steps(lesson) - 1, _steps(lesson), says, None, True)


def _sentence(position: Position, sentence: Sentence, pencil: int | None = None) -> SaidView:
    """A sentence with what it points at; its places are filled with the figures of a line."""
    said = _said(sentence.text)
    number = position.pencil if pencil is None else pencil
    for thing in sentence.at:
        cells, sections = _pointed(position, number, thing)
        said.cells += cells
        said.sections += sections
    if "{" in sentence.text:
        row = line_score(score(position), position.ruleset.board.lines[number])
        said.values = {
            "districts": row.districts,
            "stations": row.stations,
            "points": row.total - row.bonus,
            "bonus": row.bonus,
            "total": row.total,
        }
    return said


def _pointed(position: Position, pencil: int, thing: str) -> tuple[list[str], list[str]]:
    """The cells of a cell, of `line`, of its `best` district or of a tag; or the line's sections with one."""
    board, line = position.ruleset.board, position.sheet.lines[pencil]
    if thing == "best":
        best = next(i for i in score(position) if (i.rule, i.line) == ("route", board.lines[pencil])).how[
            "best"
        ]
        here = board.stations_in(board.districts.index(str(best))) if best else 0
        return _cells(board, line.stations & here), []
    if thing == "line":
        return _cells(board, line.stations), []
    if thing in board.section_tags and thing not in board.station_tags:
        tagged = members(line.sections & board.sections_tagged(thing))
        return [], [section_name(board.sections[section]) for section in tagged]
    known = thing in board.at or thing in board.crossings
    return ([thing] if known else _cells(board, board.tagged(thing))), []


def _cells(board: Board, stations: int) -> list[str]:
    return [board.stations[station].cell for station in members(stations)]


def _said(text: str, cells: Sequence[str] = (), sections: Sequence[str] = ()) -> SaidView:
    return SaidView(text, {}, list(cells), list(sections))
