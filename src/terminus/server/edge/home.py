"""What the home page asks: who am I, which cities are there, which bots."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody, QueryParameter

from ...locale import LANGUAGES
from ..disk.people import Person
from ..errors import Refused
from ..shown.boards import BoardView, board_views
from ..shown.levels import Level, levels
from ..shown.summaries import Summary
from ..table.text import NAME_LENGTH, clean
from .addresses import is_reachable
from .request import Request

LAST_PAGE = 10_000


class Me(msgspec.Struct):
    name: str
    language: str
    address: str
    reachable: bool  # for others, at that address
    games: list[Summary]
    more: bool  # games, on the next page


class AboutMe(msgspec.Struct, forbid_unknown_fields=True):
    name: str | None = None
    language: str | None = None


class PutAway(msgspec.Struct, forbid_unknown_fields=True):
    put_away: bool


Page = Annotated[int, QueryParameter(ge=0, le=LAST_PAGE)]


@get("/api/me", limit="costly")
async def get_me(request: Request, page: Page = 0) -> Me:
    """Who I am, and my games: the newest, or a later page of them."""
    return await _me(request, await request.about_me(), page)


@put("/api/me", limit="costly")
async def put_me(request: Request, data: JSONBody[AboutMe]) -> Me:
    """Choose a name and a language."""
    about = await request.about_me()
    if data.language is not None and data.language not in LANGUAGES:
        raise Refused("There is no language {language}.", 400, language=data.language[:8])
    name = about.name if data.name is None else clean(data.name, NAME_LENGTH)
    about = Person(name, data.language or about.language)
    await request.services.people.keep(request.user, about)
    return await _me(request, about, 0)


async def _me(request: Request, about: Person, page: int) -> Me:
    games, more = await request.services.listing.games_of(request.user, page)
    address = request.public_origin
    return Me(about.name, about.language, address, is_reachable(address), games, more)


@put("/api/me/put-away/{game:str}", limit="costly")
async def put_away(request: Request, game: FromPath[str], data: JSONBody[PutAway]) -> Me:
    """An unfinished game out of my way, or back among my games; it stays at its address."""
    async with request.services.rooms.held(game) as room:
        state = room.state
    if state.seat_of(request.user) is None:
        raise Refused("You do not sit at this table.", 403)
    if state.game.phase == "over":
        raise Refused("Only games that are not over can be put away.")
    await request.services.shelf.keep(request.user, game, data.put_away)
    return await _me(request, await request.about_me(), 0)


@get("/api/boards", limit="costly")
async def get_boards(request: Request) -> list[BoardView]:
    """Everything needed to draw and explain the cities."""
    bests = await request.services.listing.bests(request.user)
    return [msgspec.structs.replace(board, bests=bests.get(board.id, {})) for board in board_views()]


@get("/api/levels", sync_to_thread=False)
def get_levels() -> list[Level]:
    """The levels that a bot can have."""
    return levels()


HOME: list[HTTPRouteHandler] = [get_me, put_me, put_away, get_boards, get_levels]
