"""What happens once to a table goes over HTTP: making it, joining, links, the log, the replay."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Response

from ...record.log import write_line
from ..disk.people import Person
from ..errors import Refused
from ..shown.replay import Replay, steps
from ..shown.shapes import View
from ..shown.summaries import GameRecord
from ..table.lobby import bot_seat, join, new_table
from ..table.lobby import start as start_table
from ..table.progress import begin
from ..table.rematch import rematch
from ..table.room import Room
from ..table.sealing import contribute
from ..table.state import OPEN, SEATS, Seat, State
from ..table.text import NAME_LENGTH, clean
from .addresses import is_reachable
from .links import hashed, is_key, move_seat, new_key, spent
from .qr import qr_svg
from .request import Request

LAN = "terminus serve --lan"


Start = Annotated[bool, QueryParameter()]


class NewGame(msgspec.Struct, forbid_unknown_fields=True):
    board: str
    modules: list[str] = []
    bots: list[str] = []
    open: int = 0
    clock: int | None = None
    start: bool = False


class Joining(msgspec.Struct, forbid_unknown_fields=True):
    name: str = ""


class GameId(msgspec.Struct):
    game: str


class NewTable(msgspec.Struct):
    game: str
    seals: list[str]  # of the deal and the rounds, to contribute to


class Starting(msgspec.Struct, forbid_unknown_fields=True):
    contribute: dict[str, str] = {}


class SeatNumber(msgspec.Struct):
    seat: int


class Link(msgspec.Struct):
    path: str


@post("/api/games", limit="games")
async def create_game(request: Request, data: JSONBody[NewGame]) -> NewTable:
    """A new table: I am seat 0, then the bots, then seats for friends."""
    if not 0 <= data.open < SEATS or len(data.bots) >= SEATS:
        raise Refused("A table has at most four seats.", 400)
    person = request.user
    seats = [Seat("person", name_at_table(await request.about_me()), person=person)]
    for level in data.bots:
        seats.append(bot_seat(level, seats))
    seats += [OPEN] * data.open
    city = await request.services.store.boards.to_play(data.board)
    async with request.services.rooms.created(new_table(city, data.modules, data.clock, seats)) as room:
        if data.start:
            await room.change(lambda state: begin(state, room.dealer))
        return _new_table(room)


@post("/api/games/{game:str}/start", status_code=200)
async def start_game(request: Request, game: FromPath[str], data: JSONBody[Starting]) -> GameId:
    """Contribute to the shuffles and deal, in one: for who waits for nobody, and need not see the lobby."""
    person = request.user

    def started(state: State) -> State:
        seat = state.seat_of(person)
        if seat is None:
            raise _no_seat()
        if OPEN in state.seats or any(s.person != person for s in state.seats if s.kind == "person"):
            raise Refused("Others have a seat here: the host starts the game from the lobby.")
        return start_table(
            contribute(state, seat, data.contribute) if data.contribute else state, room.dealer
        )

    async with request.services.rooms.held(game) as room:
        await room.change(started)
        return GameId(game)


@get("/api/games/{game:str}")
async def get_game(request: Request, game: FromPath[str]) -> View:
    """The table as I may see it."""
    async with request.services.rooms.held(game) as room:
        return room.view(request.user)


@get("/api/codes/{code:str}")
async def find_code(request: Request, code: FromPath[str]) -> GameId:
    """The table that waits for people with this code; whoever sits at it is led back there later, too."""
    return GameId(await request.game_with(code))


@post("/api/games/{game:str}/join", status_code=200, limit="joining")
async def join_game(request: Request, game: FromPath[str], data: JSONBody[Joining]) -> SeatNumber:
    """Take an open seat."""
    person = request.user
    about = await request.about_me()
    async with request.services.rooms.held(game) as room:
        name = name_at_table(about, data.name)
        await room.change(lambda state: join(state, person, name))
        return SeatNumber(_seat(room, person))


@post("/api/games/{game:str}/link", status_code=200, limit="links")
async def make_link(request: Request, game: FromPath[str]) -> Link:
    """A private link that moves my seat to another device."""
    key, known_by = new_key()
    async with request.services.rooms.held(game):
        if not await request.services.store.add_link(known_by, game, request.user):
            raise _no_seat()
    return Link(f"/s/{key}")


@post("/api/seat/{key:str}", status_code=200)
async def open_link(request: Request, key: FromPath[str]) -> GameId:
    """Take over the seat that a private link stands for."""
    limits, store = request.services.limits, request.services.store
    if not is_key(key):
        limits.spend("keys", request.auth)
        raise Refused("This is no link to a seat. Perhaps a part of it is missing.", 404)
    link = await limits.guess("keys", request.auth, partial(store.link, hashed(key)))
    if link is None:
        raise spent()
    (game, old), person = link, request.user
    async with request.services.rooms.held(game) as room:
        if old == person and not await store.use_link(hashed(key)):  # where a seat moves its links go with it
            raise spent()
        await room.change(lambda state: move_seat(state, old, person))
    return GameId(game)


@post("/api/games/{game:str}/rematch", status_code=200, limit="games")
async def ask_rematch(request: Request, game: FromPath[str], start: Start = False) -> NewTable:
    """The same again; asked twice, the same table. If it is dealt at once, nobody has contributed."""
    rooms = request.services.rooms
    async with rooms.held(game) as room:
        again = await rematch(rooms, room, request.user, start)
    async with rooms.held(again) as room:
        return _new_table(room)


@get("/api/games/{game:str}/log", limit="costly", media_type="application/x-ndjson")
async def get_log(request: Request, game: FromPath[str]) -> Response[bytes]:
    """The log, as far as the game has gone."""
    async with request.services.rooms.held(game) as room:
        state = room.state
    if not state.events:
        raise Refused("The game has not begun.")
    name = f"terminus-{state.game.board}-{game}.jsonl"
    return Response(
        "".join(map(write_line, state.events)).encode(),
        media_type="application/x-ndjson",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@get("/api/games/{game:str}/replay", limit="costly")
async def get_replay(request: Request, game: FromPath[str]) -> Replay:
    """The game step by step, once it is over; its players may look before."""
    async with request.services.rooms.held(game) as room:
        state, view = room.state, room.view(request.user)
    if state.game.phase != "over" and view.me is None:
        raise Refused("The replay opens when the game is over.", 403)
    async with request.services.replaying:
        return Replay(view, await asyncio.to_thread(steps, state))


@get("/api/games/{game:str}/record", limit="costly")
async def get_record(request: Request, game: FromPath[str]) -> GameRecord:
    """Whether this game was my best, once it is over."""
    async with request.services.rooms.held(game) as room:
        _seat(room, request.user)
    found = await request.services.listing.record(request.user, game)
    if found is None:
        raise Refused("The game is not over yet.")
    return found


@get("/api/games/{game:str}/qr.svg", limit="costly", media_type="image/svg+xml")
async def get_qr(request: Request, game: FromPath[str]) -> Response[bytes]:
    """The join link as a QR code, if others can follow it."""
    origin = request.public_origin
    if not is_reachable(origin):
        raise Refused(
            "Only this computer can reach this address. For others, start with: {command}", command=LAN
        )
    async with request.services.rooms.held(game) as room:
        code = room.state.game.code
    return Response(qr_svg(f"{origin}/j/{code}"), media_type="image/svg+xml")


def name_at_table(person: Person, wished: str = "") -> str:
    """The name at the table: the one wished for, or one's own, which may be none."""
    return clean(wished, NAME_LENGTH) or person.name


def _new_table(room: Room) -> NewTable:
    return NewTable(room.state.game.id, list(room.state.game.seals))


def _seat(room: Room, person: str) -> int:
    seat = room.state.seat_of(person)
    if seat is None:
        raise _no_seat()
    return seat


def _no_seat() -> Refused:
    return Refused("You do not sit at this table.", 403)


ROUTES: list[HTTPRouteHandler] = [
    create_game,
    start_game,
    get_game,
    find_code,
    join_game,
    make_link,
    open_link,
    ask_rematch,
    get_log,
    get_replay,
    get_record,
    get_qr,
]
