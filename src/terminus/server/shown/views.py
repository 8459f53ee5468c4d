"""A table as somebody may see it. No card is in a view that is not turned yet.

Each view is somebody's: everybody sees the sheets as committed, a seat also its own draft.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence, Set
from dataclasses import asdict

import msgspec

from ...record.log import is_counted
from ...record.scores import solo
from ...rules.cards import Card, is_switch
from ...rules.table import ROUNDS, Table
from ..table.helping import is_helped
from ..table.sealing import asked_of
from ..table.state import Event, State
from ..table.what_if import origin
from .answers import answer
from .coach import coach
from .kept import Kept
from .shapes import (
    ChatView,
    ClockView,
    Notice,
    Public,
    Result,
    SeatView,
    Solo,
    TokenView,
    View,
    Watching,
)
from .sheets import kept_score, kept_sheet

NOTICES_SHOWN = 12
WATCHERS_NAMED = 8
OWN = [name for name in View.__struct_fields__ if name not in Public.__struct_fields__]


def public(
    state: State, connected: Set[str] = frozenset(), there: Set[str] = frozenset(), kept: Kept | None = None
) -> Public:
    """What everybody sees alike. `there` is who is connected, or just was."""
    game, table, host = state.game, state.table, state.host(there)
    kept = kept or Kept()
    return Public(
        game=game.id,
        code=game.code,
        number=state.number,
        phase=game.phase,
        board=game.board,
        modules=list(game.modules),
        stand_in=game.stand_in,
        round=min(table.round, ROUNDS) if table else None,
        turn=table.turn if table else None,
        controller=table.controller if table else None,
        turned=turns(table.turned) if table else [],
        remaining=list(table.remaining) if table and not table.over else [],
        to_go=to_go(table) if table and not table.over else {},
        last_turn=table is not None and is_last_turn(table),
        seats=[_seat(state, number, connected, number == host, kept) for number in range(len(state.seats))],
        notices=kept.of("notices", (state.events,), lambda: notices(state.events)),
        chat=kept.of("chat", (state.chat,), lambda: _chat(state)),
        result=_result(state),
        rematch=game.rematch,
        seals=list(game.seals),
        settled=game.deal is not None,
        helped=kept.of("helped", (state.events,), lambda: is_helped(state)),
        what_if=origin(state),
        paper=game.phase == "over" and is_counted(state.events),
        entered=game.uncounted == "paper" and not is_counted(state.events),
    )


def own(
    state: State, me: int | None, shared: Public, watchers: Sequence[str] = (), kept: Kept | None = None
) -> View:
    """The table as this seat may see it, or somebody who watches; `watchers` are the names of those who do.
    How long the clock still runs is not in it: see `at_this_moment`."""
    kept = kept or Kept()
    seen = View(
        **{name: getattr(shared, name) for name in Public.__struct_fields__},
        version="",
        clock=ClockView(state.game.clock, None) if state.game.clock else None,
        draft=draft_version(state, me),
        tokens=_tokens(state.table, me),
        watching=_watching(watchers if me is not None else ()),
        me=me,
        host=me is not None and shared.seats[me].host,
        answer=answer(state, me, kept) if me is not None and state.asks(me) else None,
        can_take_back=me is not None and state.confirmed(me) is not None,
        contribute=asked_of(state, me) if me is not None else [],
        lesson=coach(state, me),
    )
    seen.version = _version(seen, kept.of("digest", (shared,), lambda: _digest(shared)))
    return seen


def _digest(shown: object) -> bytes:
    return hashlib.sha256(msgspec.json.encode(shown)).digest()


def _version(seen: View, shared: bytes) -> str:
    """It stands for all that is seen; `shared` for what is public of it."""
    mine = {name: getattr(seen, name) for name in OWN}
    return _digest([shared.hex(), mine]).hex()[:20]


def view(
    state: State,
    person: str,
    connected: Set[str] = frozenset(),
    there: Set[str] = frozenset(),
) -> View:
    """The table as this person may see it; a stranger watches."""
    return own(state, state.seat_of(person), public(state, connected, there))


def at_this_moment(seen: View, ends_in: float | None) -> View:
    """The same with what is left of the turn's time."""
    if seen.clock is None or ends_in is None:
        return seen
    return msgspec.structs.replace(seen, clock=ClockView(seen.clock.seconds, ends_in))


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


def _tokens(table: Table | None, me: int | None) -> list[TokenView]:
    if table is None:
        return []
    position = table.positions[me or 0]
    return [TokenView(**asdict(token)) for token in table.ruleset.tokens(position)]


def _chat(state: State) -> list[ChatView]:
    return [ChatView(c.seat, c.name, c.text, c.reaction, c.at) for c in state.chat]


def _seat(state: State, number: int, connected: Set[str], host: bool, kept: Kept) -> SeatView:
    seat, table = state.seats[number], state.table
    here = seat.kind == "bot" or (seat.person is not None and seat.person in connected)
    known = SeatView(seat.name, seat.kind, seat.level, here, seat.left, host, False, None, [], None, None)
    if table is None:
        return known
    position, board = table.positions[number], table.ruleset.board
    known.answered = table.answered[number]
    known.pencil = board.lines[position.pencil]
    known.pencils = list(table.pencils[number])
    known.sheet = kept_sheet(kept, position)
    known.score = kept_score(kept, position)
    return known


def _watching(watchers: Sequence[str]) -> Watching:
    named = [name for name in watchers if name]
    return Watching(len(watchers), named[:WATCHERS_NAMED])


def _result(state: State) -> Result | None:
    if state.game.phase != "over" or state.table is None:
        return None
    if len(state.seats) > 1:
        return Result(list(state.game.winners), None)
    alone = solo(state.table, state.game.totals[0])
    return Result(list(state.game.winners), Solo(alone.score, alone.rating, alone.penalty))
