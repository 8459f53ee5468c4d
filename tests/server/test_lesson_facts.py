"""What the lessons say is so: every one is played as it suggests, and the engine is asked."""

import re
from dataclasses import dataclass

import pytest
from tools.catalogues import said_by_the_lessons

from terminus.record.draft import Draft
from terminus.record.notation import notate, parse
from terminus.rules.actions import DONE, Draw, Use
from terminus.rules.board import Section, Station
from terminus.rules.play import allowed, front
from terminus.rules.position import Position
from terminus.rules.score import extras, line_score, score, total
from terminus.rules.symbols import SYMBOLS
from terminus.server.lessons import Lesson, lessons

WORDS = 25


@dataclass(frozen=True)
class Move:
    """An action that a lesson suggests: the position it is suggested in, and the one after it."""

    before: Position
    after: Position
    draw: Draw

    @property
    def section(self) -> Section:
        return self.before.ruleset.board.sections[self.draw.section]

    @property
    def target(self) -> Station:
        return self.before.ruleset.board.stations[self.draw.target]

    @property
    def starts_at_an_end(self) -> bool:
        return bool(self.before.line.ends >> self.draw.start & 1)

    def gained(self, rule: str) -> int:
        """What the network scores by a rule after it, and did not before."""
        return extras(score(self.after))[rule] - extras(score(self.before))[rule]


def taught(name: str) -> list[list[Move]]:
    """Turn by turn, the sections that are suggested where something is said."""
    lesson = lessons()[name]
    return [_moves(lesson, number) for number in range(lesson.first, len(lesson.turns))]


def _moves(lesson: Lesson, number: int) -> list[Move]:
    draft, found = Draft.of(lesson.tables[number].positions[0]), []
    for text in lesson.turns[number].do:
        before, draft = draft.position, draft.say(text)
        action = parse(lesson.ruleset.board, text)
        if isinstance(action, Draw):
            found.append(Move(before, draft.position, action))
    return found


def start(name: str, turn: int) -> Position:
    """The position that waits for one of the taught turns, the first being 0."""
    lesson = lessons()[name]
    return lesson.tables[lesson.first + turn].positions[0]


@pytest.mark.parametrize("name", lessons())
def test_a_lesson_can_be_played_as_it_suggests_and_each_suggestion_is_one_tap(name: str) -> None:
    lesson = lessons()[name]
    assert len(lesson.tables) == len(lesson.turns) + 1, "the engine takes all of it"
    for moves in taught(name):
        for move in moves:
            ways = [a for a in allowed(move.before) if isinstance(a, Draw) and a.target == move.draw.target]
            assert ways == [move.draw], "there must be no second way to the ringed station"


@pytest.mark.parametrize("name", lessons())
def test_a_lesson_is_short_and_has_a_word_for_whoever_goes_another_way(name: str) -> None:
    lesson = lessons()[name]
    turns = lesson.turns[lesson.first :]
    assert len(turns) + 1 <= 8
    assert all(turn.says for turn in turns)
    assert all(turn.anyway for turn in turns[1:]), "by then the sheet may be another"
    assert all(len(turn.then) <= len(turn.do) for turn in turns)
    assert bool(lesson.name) == (lesson.part == "first")


def test_no_sentence_is_long() -> None:
    for _, text in said_by_the_lessons():
        assert len(str(text).split()) <= WORDS, text


@pytest.mark.parametrize("name", lessons())
def test_whatever_is_pointed_at_is_on_the_board(name: str) -> None:
    lesson = lessons()[name]
    board = lesson.ruleset.board
    known = {*board.at, *board.crossings, *board.station_tags, *board.section_tags, "line", "best"}
    sentences = [*lesson.ends, *(sentence for turn in lesson.turns for sentence in turn.says)]
    assert {thing for sentence in sentences for thing in sentence.at} <= known
    symbol = re.compile("ringed (circle|square|triangle|pentagon)")
    for turn, moves in zip(lesson.turns[lesson.first :], taught(name), strict=True):
        for face in symbol.findall(turn.says[-1].text):
            assert f"/{face}" in turn.cards[-1]
            assert moves[0].target.symbols & SYMBOLS[face]


# -- the first round -----------------------------------------------------------------------------------


def test_the_first_round_has_each_rule_in_the_turn_it_matters() -> None:
    one, two, three, none, joker, switch = taught("first")
    departure = one[0].before.ruleset.board.departures[one[0].before.pencil]
    assert one[0].draw.start == departure == two[0].draw.start
    starts = {action.start for action in allowed(two[0].before) if isinstance(action, Draw)}
    assert starts == {departure, one[0].draw.target}, "both ends can grow"
    assert three[0].starts_at_an_end
    assert none == []
    assert allowed(start("first", 3)) == (DONE,), "nothing can be done but pass"
    assert joker[0].before.turn is not None
    assert joker[0].before.turn.joker
    assert "river" in joker[0].section.tags
    assert not switch[0].starts_at_an_end
    assert line_score(score(joker[0].before), "purple").districts == 3
    assert line_score(score(joker[0].after), "purple").districts == 4


def test_the_fifth_underground_card_ends_the_first_round_and_its_line_is_counted() -> None:
    lesson = lessons()["first"]
    board, before, after = lesson.ruleset.board, lesson.tables[-2], lesson.tables[-1]
    assert [card.startswith("underground") for card in before.turned].count(True) == 5
    assert lesson.turns[-1].cards[-1].startswith("underground")
    assert (before.round, after.round) == (1, 2)
    counted = line_score(score(after.positions[0]), "purple")
    assert (counted.districts, counted.stations, counted.bonus, counted.total) == (4, 3, 6, 18)
    crossing = after.positions[0].sheet.lines[0].sections & board.sections_tagged("river")
    assert counted.bonus == 2 * crossing.bit_count()


# -- the cities ----------------------------------------------------------------------------------------


def test_interchange_tourist_site_and_river() -> None:
    (square,), (site,), (river,) = taught("london")
    first = square.before.sheet.lines[square.before.ruleset.board.lines.index("purple")]
    assert first.stations >> square.draw.start & 1
    assert square.gained("interchanges") == 2
    assert "tourist" in site.target.tags
    assert site.target.symbols.bit_count() == 4
    assert site.gained("tourist") == 1
    assert "river" in river.section.tags


def test_loop_double_track_and_stamp() -> None:
    (loop,), (beside,), (stamp,) = taught("tokyo")
    assert loop.gained("loop") == 3
    assert beside.before.sheet.drawn >> beside.draw.section & 1
    assert "loop" in beside.section.tags
    assert beside.gained("loop") == 3
    assert stamp.gained("stamps") == 5


def test_platform_crossing_and_guided_visit() -> None:
    (platform,), (crossing,), (monument, onward) = taught("paris")
    assert "platform" in platform.target.tags
    assert platform.target.symbols.bit_count() == 4
    assert crossing.section.passes == ("h6",)
    assert crossing.gained("crossings") == 2
    assert "monument" in monument.target.tags
    prompt = front(onward.before)
    assert prompt is not None
    assert prompt.kind == "guided"


# -- the modules ---------------------------------------------------------------------------------------


def test_the_sixth_section_under_the_river_fulfils_the_objective() -> None:
    ((sixth,),) = taught("objectives")
    tagged = sixth.before.ruleset.board.sections_tagged("river")
    assert sum((line.sections & tagged).bit_count() for line in sixth.before.sheet.lines) == 5
    assert sixth.gained("objectives") == 10


def test_without_the_power_nothing_could_be_drawn() -> None:
    position = start("powers", 0)
    assert allowed(position) == (Use("joker"), DONE)
    ((reached,),) = taught("powers")
    assert line_score(score(reached.before), "purple").districts == 3
    assert line_score(score(reached.after), "purple").districts == 4


def test_the_special_triangle_extends() -> None:
    ((_, further),) = taught("specials")
    prompt = front(further.before)
    assert prompt is not None
    assert prompt.kind == "extension"


def test_the_gate_gives_two_sections_and_the_second_starts_at_the_other_end() -> None:
    ((corner, one, two),) = taught("gates")
    assert corner.draw.target in corner.before.ruleset.board.corners
    for move in (one, two):
        prompt = front(move.before)
        assert prompt is not None
        assert prompt.kind == "visit"
    assert two.draw.start == corner.draw.target
    assert one.draw.start != corner.draw.target
    assert total(score(two.after)) > total(score(corner.before))
    assert notate(corner.before.ruleset.board, corner.draw) == "b0-a0"
