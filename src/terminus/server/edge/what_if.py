"""What if, over HTTP: a table that plays on from a turn of a finished game."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Literal

import msgspec
from litestar import post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from ...record.deals import Deal
from ..table.progress import playing
from ..table.rooms import Rooms
from ..table.state import Seat, State
from ..table.what_if import deal_from, play_on, whence
from .request import Request
from .routes import GameId, name_at_table


class PlayOn(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    round: int
    turn: int
    cards: Literal["same", "others"]
    against: bool = False


@post("/api/games/{game:str}/what-if", limit="games")
async def ask_what_if(request: Request, game: FromPath[str], data: JSONBody[PlayOn]) -> GameId:
    """A table of my own that goes on from this turn of a game that is over."""
    rooms = request.services.rooms
    seat = Seat("person", name_at_table(await request.about_me()), person=request.user)
    async with rooms.held(game) as room:
        source = room.state
    async with request.services.replaying:
        deal, begun = await asyncio.to_thread(_begun, rooms, source, data, seat)
    await rooms.deals.keep(str(begun.game.deal), playing(begun).ruleset, deal)
    lobby = State(replace(begun.game, phase="lobby"), begun.seats, own=begun.own)
    async with rooms.created(lobby) as room:
        await room.change(lambda state: begun.with_game(code=state.game.code))
        return GameId(room.state.game.id)


def _begun(rooms: Rooms, source: State, data: PlayOn, seat: Seat) -> tuple[Deal, State]:
    what_if = whence(source, data.seat, data.round, data.turn, data.cards, data.against)
    deal = deal_from(source, what_if, rooms.new_dealer().shuffle)
    return deal, play_on(source, what_if, deal, seat)


WHAT_IF: list[HTTPRouteHandler] = [ask_what_if]
