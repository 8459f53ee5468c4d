"""What the home page asks: who am I, which cities are there, which bots."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, get, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from ...locale import LANGUAGES, best_language, translate
from ..disk.listing import Listing, Person, Summary
from ..errors import Refused
from ..shown.boards import BoardView, board_views
from ..shown.levels import Level, levels
from ..table.text import NAME_LENGTH, clean
from .addresses import public_origin

Asking = Request[str, Any, Any]  # its user is the person who asks


class Me(msgspec.Struct):
    name: str
    language: str
    address: str
    games: list[Summary]


class AboutMe(msgspec.Struct, forbid_unknown_fields=True):
    name: str | None = None
    language: str | None = None


async def known(request: Asking, person: str) -> Person:
    """What somebody told us about themselves, or what their browser says."""
    listing: Listing = request.app.state.listing
    found = await listing.person(person)
    return found or Person("", best_language(request.headers.get("accept-language", "")))


def seat_name(person: Person, wished: str, seat: int) -> str:
    """The name at the table: the one wished for, or one's own, or «Player 2»."""
    given = clean(wished, NAME_LENGTH) or person.name
    return given or translate(person.language, "Player {number}", {"number": seat + 1})


def origin(request: Asking) -> str:
    """The address under which others reach this server."""
    host = request.headers.get("host", "")
    return public_origin(f"{request.url.scheme}://{host}", request.app.state.lan)


@get("/api/me")
async def get_me(request: Asking) -> Me:
    """Who I am, and my games."""
    return await _me(request, request.user)


async def _me(request: Asking, person: str) -> Me:
    about = await known(request, person)
    listing: Listing = request.app.state.listing
    return Me(about.name, about.language, origin(request), await listing.games_of(person))


@put("/api/me")
async def put_me(request: Asking, data: JSONBody[AboutMe]) -> Me:
    """Choose a name and a language."""
    person = request.user
    about = await known(request, person)
    if data.language is not None and data.language not in LANGUAGES:
        raise Refused("There is no language {language}.", 400, language=data.language[:8])
    name = about.name if data.name is None else clean(data.name, NAME_LENGTH)
    listing: Listing = request.app.state.listing
    await listing.keep(person, Person(name, data.language or about.language))
    return await _me(request, person)


@get("/api/boards")
async def get_boards(request: Asking) -> list[BoardView]:
    """Everything needed to draw and explain the cities."""
    listing: Listing = request.app.state.listing
    bests = await listing.bests(request.user)
    return [msgspec.structs.replace(board, bests=bests.get(board.id, {})) for board in board_views()]


@get("/api/levels", sync_to_thread=False)
def get_levels() -> list[Level]:
    """The levels that a bot can have."""
    return levels()


HOME: list[HTTPRouteHandler] = [get_me, put_me, get_boards, get_levels]
