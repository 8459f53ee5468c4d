"""Counting what was played on paper, over HTTP: nothing is kept until it is wanted as a game, and the same
sheets of one person are one game, however often they are sent: an answer may be lost on its way."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import msgspec
from litestar import post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from ...record.draft import Draft
from ...rules.errors import Illegal
from ..disk.together import Conflict
from ..errors import unreadable
from ..shown.counting import Asked, CountView, TurnEntered, count_view, turn_view
from ..table.codes import id_of
from ..table.lobby import City
from ..table.paper import (
    EnteredGame,
    PaperGame,
    counted_game,
    entered_game,
    entered_so_far,
    entered_wholly,
    read_paper,
    seated,
)
from ..table.state import State
from .request import Request
from .routes import GameId

MOST_STEPS = 40  # of a turn; one has some five
A_TABLE = 200  # marks; four whole sheets have some 150. Each time as many more count as one more tap
T = TypeVar("T")


class Counting(msgspec.Struct, forbid_unknown_fields=True):
    game: PaperGame
    ask: Asked | None = None


class Entering(msgspec.Struct, forbid_unknown_fields=True):
    game: EnteredGame
    seat: int
    draft: list[str] = []
    ask: str | None = None


@post("/api/count", status_code=200, limit="counting")
async def count_sheets(request: Request, data: JSONBody[Counting]) -> CountView:
    """What these sheets come to, what is wrong with them, and what could be drawn next."""
    marks = sum(len(line) for seat in data.game.seats for line in seat.lines.values())
    if more := marks // A_TABLE:
        request.services.limits.spend("counting", request.auth, times=more)
    return await _alone(request, partial(_counted, data, await _city(request, data.game)))


@post("/api/count/games", limit="games")
async def keep_counted(request: Request, data: JSONBody[PaperGame]) -> GameId:
    """The sheets as a finished game of mine."""
    state = await _mine(request, data)
    counted = await _alone(request, lambda: counted_game(state, read_paper(state, data)))
    return await _kept(request, counted)


@post("/api/count/turn", status_code=200, limit="counting")
async def enter_turn(request: Request, data: JSONBody[Entering]) -> TurnEntered:
    """What a seat could do with the first card that it has not answered yet."""
    return await _alone(request, partial(_entered, data, await _city(request, data.game)))


@post("/api/count/turns", limit="games")
async def keep_entered(request: Request, data: JSONBody[EnteredGame]) -> GameId:
    """A game that was entered turn by turn as a finished game of mine."""
    state = await _mine(request, data)
    return await _kept(request, await _alone(request, partial(entered_game, state, data)))


async def _alone(request: Request, count: Callable[[], T]) -> T:
    """One count at a time, beside the tables."""
    async with request.services.counting:
        return await asyncio.to_thread(count)


def _counted(data: Counting, city: City) -> CountView:
    return count_view(read_paper(_seated(data.game, city), data.game), data.ask)


def _entered(data: Entering, city: City) -> TurnEntered:
    state = _seated(data.game, city)
    table = entered_so_far(state, data.game, data.seat)
    draft = Draft.of(table.positions[0])
    try:
        for text in data.draft[:MOST_STEPS]:
            draft = draft.say(text)
    except Illegal:
        raise unreadable() from None
    ended = entered_wholly(state, data.game) if table.over else None
    return turn_view(table, draft, data.ask, ended)


async def _city(request: Request, data: PaperGame | EnteredGame) -> City:
    return await request.services.store.boards.to_play(data.board)


def _seated(data: PaperGame | EnteredGame, city: City, me: str | None = None) -> State:
    return seated(city, data.modules, (seat.name for seat in data.seats), me)


async def _mine(request: Request, data: PaperGame | EnteredGame) -> State:
    state = _seated(data, await _city(request, data), request.user)
    return state.with_game(id=id_of(request.user, msgspec.json.encode(data, order="deterministic")))


async def _kept(request: Request, state: State) -> GameId:
    with contextlib.suppress(Conflict):  # it is kept already
        async with request.services.rooms.created(state):
            pass
    return GameId(state.game.id)


COUNT: list[HTTPRouteHandler] = [count_sheets, keep_counted, enter_turn, keep_entered]
