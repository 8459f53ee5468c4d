"""A table as somebody may see it. No card is in a view that is not turned yet.

Each view is somebody's: everybody sees the sheets as committed, a seat also its own draft.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict

import msgspec

from ...record.draft import Draft
from ...record.draft import Option as Choice
from ...record.notation import notate
from ...record.scores import seat_score, solo
from ...rules.actions import Circle, Draw, Use
from ...rules.board import Board, members
from ...rules.cards import Card, is_switch
from ...rules.mechanics.stamps import Stamps
from ...rules.play import front
from ...rules.position import Position
from ...rules.score import Item, Where, explained
from ...rules.symbols import ALL
from ...rules.table import ROUNDS, Table
from ..table.drafts import draft_of
from ..table.state import Event, State
from .boards import section_name
from .coach import coach
from .shapes import (
    AnswerView,
    ChatView,
    ClockView,
    ItemView,
    LineScore,
    LineView,
    Notice,
    Option,
    Result,
    ScoreView,
    SeatView,
    SheetView,
    Solo,
    TokenView,
    View,
    Watching,
    WhereView,
)

CHAT_SHOWN = 60
NOTICES_SHOWN = 12
WATCHERS_NAMED = 8


def view(
    state: State,
    person: str,
    connected: frozenset[str] = frozenset(),
    there: frozenset[str] = frozenset(),
    ends_in: float | None = None,
    watchers: Sequence[str] = (),
) -> View:
    """The table as this person may see it; a stranger watches. `there` is who is connected, or just was;
    `watchers` are the names of those who look on."""
    game, table, me, host = state.game, state.table, state.seat_of(person), state.host(there)
    asked = me is not None and state.asks(me)
    seen = View(
        game=game.id,
        code=game.code,
        version="",
        number=state.number,
        draft=draft_version(state, me),
        phase=game.phase,
        board=game.board,
        modules=list(game.modules),
        clock=ClockView(game.clock, None) if game.clock else None,
        stand_in=game.stand_in,
        tokens=_tokens(table, me),
        round=min(table.round, ROUNDS) if table else None,
        turn=table.turn if table else None,
        controller=table.controller if table else None,
        turned=turns(table.turned) if table else [],
        remaining=list(table.remaining) if table and not table.over else [],
        to_go=to_go(table) if table and not table.over else {},
        last_turn=table is not None and is_last_turn(table),
        seats=[_seat(state, number, connected, number == host) for number in range(len(state.seats))],
        watching=_watching(watchers if me is not None else ()),
        me=me,
        host=me is not None and me == host,
        answer=_answer(state, me) if me is not None and asked else None,
        can_take_back=me is not None and state.confirmed(me) is not None,
        notices=notices(state.events),
        chat=[ChatView(c.seat, c.name, c.text, c.reaction, c.at) for c in state.chat[-CHAT_SHOWN:]],
        result=_result(state),
        rematch=game.rematch,
        lesson=coach(state, me),
    )
    seen.version = hashlib.sha256(msgspec.json.encode(seen)).hexdigest()[:20]
    if seen.clock is not None and ends_in is not None:
        seen.clock.ends_in = round(ends_in, 1)
    return seen


def draft_version(state: State, seat: int | None) -> int:
    kept = state.drafts.get(seat) if seat is not None else None
    return kept.version if kept else 0


def turns(cards: Sequence[Card]) -> list[list[str]]:
    """A round's cards by turn: the switch goes with the card after it."""
    found: list[list[str]] = []
    for card in cards:
        if found and len(found[-1]) == 1 and is_switch(found[-1][0]):
            found[-1].append(card)
        else:
            found.append([card])
    return found


def to_go(table: Table) -> dict[str, int]:
    """By suit that can end the round: how many more of its cards do."""
    return table.ruleset.board.deck.to_go(table.turned)


def is_last_turn(table: Table) -> bool:
    """Whether the cards on the table are the round's last."""
    return table.ruleset.board.deck.is_over(table.turned)


def notices(events: Sequence[Event]) -> list[Notice]:
    """The latest turns that were not played by the seat itself; that a bot plays its own is no news."""
    found: list[Notice] = []
    cards: list[str] = []
    for number, event in enumerate(events, 1):
        if event["event"] == "flip":
            cards = list(event["cards"])
        elif event.get("auto", "bot") != "bot":
            where = (event["seat"], event["round"], event["turn"])
            found.append(Notice(number, *where, cards, event["auto"]))
    return found[-NOTICES_SHOWN:]


def sheet_view(position: Position) -> SheetView:
    board, stamps = position.ruleset.board, position.ruleset.find(Stamps)

    def cells(stations: int) -> list[str]:
        return [board.stations[station].cell for station in members(stations)]

    lines = {
        name: LineView(
            [section_name(board.sections[section]) for section in members(line.sections)],
            cells(line.stations),
            cells(line.ends),
            cells(line.circled),
            [board.districts[district] for district in members(line.doubled)],
        )
        for name, line in zip(board.lines, position.sheet.lines, strict=True)
    }
    return SheetView(lines, stamps.stamped(board, position.sheet) if stamps else [])


def score_view(position: Position) -> ScoreView:
    board, told = position.ruleset.board, explained(position)
    found = seat_score([item for item, _ in told], board.lines)
    lines = {line: LineScore(**figures) for line, figures in found["lines"].items()}
    return ScoreView(found["total"], lines, found["extras"], [_item(board, *one) for one in told])


def _item(board: Board, item: Item, where: Mapping[str, Where]) -> ItemView:
    places = {name: _where(board, place) for name, place in where.items()}
    return ItemView(item.rule, item.line, item.value, dict(item.how), places)


def _where(board: Board, where: Where) -> WhereView:
    sections = [section_name(board.sections[section]) for section in where.sections]
    return WhereView(where.count, where.needed, list(where.cells), sections, list(where.districts))


def _tokens(table: Table | None, me: int | None) -> list[TokenView]:
    if table is None:
        return []
    position = table.positions[me or 0]
    return [TokenView(**asdict(token)) for token in table.ruleset.tokens(position)]


def _seat(state: State, number: int, connected: frozenset[str], host: bool) -> SeatView:
    seat, table = state.seats[number], state.table
    here = seat.kind == "bot" or (seat.person is not None and seat.person in connected)
    known = SeatView(seat.name, seat.kind, seat.level, here, seat.left, host, False, None, [], None, None)
    if table is None:
        return known
    position, board = table.positions[number], table.ruleset.board
    known.answered = table.answered[number]
    known.pencil = board.lines[position.pencil]
    known.pencils = list(table.pencils[number])
    known.sheet = sheet_view(position)
    known.score = score_view(position)
    return known


def _watching(watchers: Sequence[str]) -> Watching:
    named = [name for name in watchers if name]
    return Watching(len(watchers), named[:WATCHERS_NAMED])


def _answer(state: State, seat: int) -> AnswerView:
    draft = draft_of(state, seat).draft
    position, board = draft.position, draft.position.ruleset.board
    prompt = front(position)
    reach = prompt.reach if prompt else None
    return AnswerView(
        draft.said,
        sheet_view(position),
        score_view(position),
        prompt.kind if prompt else None,
        prompt.rule if prompt else None,
        reach is not None and reach.symbols == ALL,
        reach is not None and reach.anywhere,
        reach is not None and reach.alongside,
        prompt.left if prompt else 0,
        [_option(board, option) for option in draft.options],
        _instead(board, draft),
    )


def _instead(board: Board, draft: Draft) -> list[Option]:
    """What could be drawn in place of the section drawn last. It was offered before, so it is known."""
    earlier = draft.without_section
    others = earlier.options if earlier else ()
    draws = [o for o in others if isinstance(o.action, Draw) and o.action != draft.actions[-1]]
    return [_option(board, option) for option in draws]


def _option(board: Board, option: Choice) -> Option:
    """What may be done; what a line is worth with a power is not known before it is used."""
    action = option.action
    shown = Option(notate(board, action), None, None, None, None, None)
    if isinstance(action, Draw):
        shown.section = section_name(board.sections[action.section])
        shown.start, shown.target = board.stations[action.start].cell, board.stations[action.target].cell
    elif isinstance(action, Circle):
        shown.target = board.stations[action.station].cell
    if not isinstance(action, Use):
        shown.line, shown.total = option.line, option.total
    return shown


def _result(state: State) -> Result | None:
    if state.game.phase != "over" or state.table is None:
        return None
    if len(state.seats) > 1:
        return Result(list(state.game.winners), None)
    alone = solo(state.table, state.game.totals[0])
    return Result(list(state.game.winners), Solo(alone.score, alone.rating, alone.penalty))
