"""A sheet as somebody has drawn it on paper: could it be, whatever the cards were, and if not, where?

There are no cards to ask, so a line is judged as a set: it can be if its sections can be drawn one after the
other from its departure by the widest reach that any card or bonus of the game gives. What cannot be is a
problem with the engine's own reason, and is inked all the same: the paper is the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import product

from .actions import Circle, Draw
from .board import Board, Mask, SectionId, StationId
from .cards import Turn, is_switch
from .drawing import drawable
from .errors import Illegal, Refusal, Sentence
from .mechanics import EXCLUSIVE
from .packs import Dealt
from .play import advance, ask, circled
from .position import Position, Prompt, Reach
from .refusal import reason
from .ruleset import Ruleset
from .sheet import Sheet
from .symbols import ALL
from .table import ROUNDS, Table
from .why_not import against_section

Can = dict[int, dict[SectionId, Draw]]  # by line, what it can draw


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing on a sheet: whose pencil drew it, which of the line's marks it is, and whether somebody
    insists on it, whatever the rules say."""

    pencil: int
    number: int
    action: Draw | Circle
    insisted: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """What cannot be, and why."""

    mark: Mark
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Finished:
    """The seat with all that it drew on its sheet. Nothing is being asked of it."""

    position: Position
    problems: tuple[Problem, ...]


def finished(ruleset: Ruleset, dealt: Dealt, marks: Sequence[Mark]) -> Finished:
    """The sheet with these marks on it, and what cannot be about them."""
    reach = widest(ruleset, dealt)
    position = Position(ruleset, dealt, Sheet.empty(ruleset.board), 0)
    problems: list[Problem] = []
    position = _sections(position, reach, [m for m in marks if isinstance(m.action, Draw)], problems)
    for mark in marks:
        if isinstance(mark.action, Circle):
            position = _circle(with_pencil(position, mark.pencil, reach), mark, mark.action, problems)
    return Finished(replace(position, turn=None, prompts=(), done=True), tuple(problems))


def with_pencil(position: Position, pencil: int, reach: Reach) -> Position:
    """The seat as if it might draw one more section of this line, by the widest reach."""
    turn = Turn(ROUNDS, ALL)
    return replace(
        position, pencil=pencil, turn=turn, prompts=(Prompt("paper", reach),), closing=False, done=False
    )


def widest(ruleset: Ruleset, dealt: Dealt) -> Reach:
    """All that a card of this game could let one draw, whatever opened the round; a module's bonuses bring
    any symbol and a switch."""
    empty = Position(ruleset, dealt, Sheet.empty(ruleset.board), 0)
    turns = list(_turns(ruleset.board))
    asked = (ask(replace(empty, notes=notes), turn) for notes in _openings(ruleset) for turn in turns)
    found = reduce(_either, (prompt.reach for one in asked for prompt in one.prompts if prompt.reach))
    helped = any(module in EXCLUSIVE for module in ruleset.modules)
    return replace(found, symbols=ALL, anywhere=True) if helped else found


def _either(one: Reach, other: Reach) -> Reach:
    return Reach(
        one.symbols | other.symbols, one.anywhere or other.anywhere, one.alongside or other.alongside
    )


def _turns(board: Board) -> Iterator[Turn]:
    """Every card, late in a round and with the switch."""
    cards = board.deck.cards
    switch = [card for card in cards if is_switch(card)]
    for card in cards:
        if not is_switch(card):
            yield board.deck.turn(len(cards), [*switch, card])


def _openings(ruleset: Ruleset) -> Iterator[Mapping[str, Mapping[str, str]]]:
    """Whatever may have opened a round."""
    yield {}
    for mechanic in ruleset.opening:
        packs = mechanic.deal_round(ruleset.board)
        for things in product(*packs.values()):
            yield {mechanic.name: dict(zip(packs, things, strict=True))}


def _sections(position: Position, reach: Reach, marks: Sequence[Mark], problems: list[Problem]) -> Position:
    """All of them on the sheet, each as soon as it can be drawn. Where none can, one is inked anyway: first
    what somebody insists on, for it may be what the others hang on."""
    left, can = list(marks), Can()
    while left:
        index, draw = _next(position, reach, left, can)
        mark = left.pop(index)
        before, position = position.sheet, with_pencil(position, mark.pencil, reach)
        if draw is not None:
            position = advance(position, draw)
        else:
            assert isinstance(mark.action, Draw)
            refusal = against_section(position, mark.action.section, position.prompts[0], reach)
            problems.append(Problem(mark, refusal))
            position = _anyway(position, mark.action)
        if position.sheet is not before:  # what other lines can draw is as it was, but for what this blocks
            del can[mark.pencil]
            if reach.alongside:
                can.clear()
    return position


def _next(position: Position, reach: Reach, left: Sequence[Mark], can: Can) -> tuple[int, Draw | None]:
    """The first that can be drawn, and how; if none can, the first that is insisted on, or the very first."""
    blocked = 0 if reach.alongside else position.sheet.blocked
    for index, mark in enumerate(left):
        if mark.pencil not in can:
            draws = drawable(with_pencil(position, mark.pencil, reach), reach)
            can[mark.pencil] = {draw.section: draw for draw in draws}
        assert isinstance(mark.action, Draw)
        section = mark.action.section
        if section in can[mark.pencil] and not blocked >> section & 1:
            return index, can[mark.pencil][section]
    return next((index for index, mark in enumerate(left) if mark.insisted), 0), None


def _anyway(position: Position, draw: Draw) -> Position:
    """The section inked against the rules; from where the line is, if it is at one of its ends."""
    board, line = position.ruleset.board, position.line
    if line.sections >> draw.section & 1:
        return position
    backwards = line.stations >> draw.target & 1 and not line.stations >> draw.start & 1
    drawn = advance(position, Draw(draw.section, draw.target, draw.start) if backwards else draw)
    inked = replace(drawn.line, ends=_ends(board, drawn.line.sections))
    return replace(drawn, sheet=drawn.sheet.with_line(drawn.pencil, inked))


def _ends(board: Board, sections: Mask) -> Mask:
    """The stations that exactly one of these sections has (R3.2)."""
    once = twice = 0
    for section in board.sections:
        if sections >> section.id & 1:
            both = 1 << section.a | 1 << section.b
            once, twice = once | both, twice | once & both
    return once & ~twice


def _circle(position: Position, mark: Mark, circle: Circle, problems: list[Problem]) -> Position:
    can, most, rule = circling(position)
    line = position.line
    if not (can & line.stations & ~line.circled) >> circle.station & 1:
        asked = (Prompt("circle", None, circles=can, rule=rule),) if most else ()
        problems.append(Problem(mark, reason(position.asked(asked), circle)))
    elif line.circled.bit_count() >= most:
        problems.append(Problem(mark, _too_many(position, circle.station, most)))
    return circled(position, circle.station)


def circling(position: Position) -> tuple[Mask, int, str]:
    """Which stations of this line may be circled, how many, and by which rule."""
    can, most, rule = 0, 0, ""
    for mechanic in position.ruleset.mechanics:
        mask, count = mechanic.circles(position)
        if count:
            can, most, rule = can | mask, most + count, mechanic.rule
    return can, most, rule


def _too_many(position: Position, station: StationId, most: int) -> Refusal:
    cell = position.ruleset.board.stations[station].cell
    text = Sentence("circle {cell}: this line can have {most} circled at most", cell=cell, most=most)
    return Refusal("R7.7", "too-many-circles", text, {"most": most}, stations=1 << station)


def counted(table: Table, sheets: Sequence[Finished]) -> Table:
    """The game at its end with these sheets, drawn on paper; it must not have begun."""
    if (table.round, table.turn) != (1, 0) or table.shown or table.opened:
        raise Illegal("R2.1", Sentence("sheets from paper stand right after the start: there are no cards"))
    positions = tuple(
        replace(sheet.position, pencil=old.pencil) for sheet, old in zip(sheets, table.positions, strict=True)
    )
    return replace(table, positions=positions, round=ROUNDS + 1)
