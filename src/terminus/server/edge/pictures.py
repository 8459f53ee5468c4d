"""Pictures of games, cities and modules, made from the log: to keep, to post, and to show with a link."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Annotated

from litestar import route
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, QueryParameter
from litestar.response import Response

from ...boards import BOARDS
from ...boards import board as shipped_board
from ...drawing import board_picture, picture
from ...locale import LANGUAGES, msg
from ...locale.spoken import about, t, tn, word
from ...locale.vocabulary import vocabulary
from ...rules.board import Board
from ...rules.mechanics import MODULES
from ...rules.table import Table
from ..errors import Refused
from ..shown.boards import board_view
from ..table.state import SEATS, Phase, State
from .request import Request

PREVIEW, LARGE = 1200, 2400  # pixels
SVG, PNG = "image/svg+xml", "image/png"
A_DAY = "public, max-age=86400"
A_MINUTE = "public, max-age=60"

WHAT_IT_IS = msg("Draw metro lines on a sheet of your own: alone, with friends or against bots.")
Seat = Annotated[int | None, QueryParameter(ge=0, lt=SEATS)]
Language = Annotated[str | None, QueryParameter(max_length=8)]
Draw = Callable[[], str]


@route("/pictures/games/{file:str}", http_method=["GET", "HEAD"], limit="looking")
async def get_picture(
    request: Request, file: FromPath[str], seat: Seat = None, language: Language = None
) -> Response[bytes]:
    """A finished network with its score, GAME.svg or GAME.png: of a seat, or of the winner."""
    game, kind = _named(file, "svg", "png")
    async with request.services.rooms.held(game) as room:
        table = _finished(room.state)
    if seat is not None and seat >= len(table.seats):
        raise Refused("Nobody sits there.", 404)
    pixels = LARGE if kind == "png" else None
    return await _answer(request, language, (game, seat), lambda: picture(table, seat), pixels, A_DAY)


@route("/pictures/tables/{file:str}", http_method=["GET", "HEAD"], limit="looking")
async def get_preview(request: Request, file: FromPath[str], language: Language = None) -> Response[bytes]:
    """What a link to a table shows, GAME.png: the winner's network, or the city and who is there."""
    game, _ = _named(file, "png")
    async with request.services.rooms.held(game) as room:
        state = room.state
    if state.game.phase == "over":
        table = _finished(state)
        return await _answer(request, language, (game, None), lambda: picture(table), PREVIEW, A_DAY)
    city, phase = state.city, state.game.phase
    names = tuple(seat.name for seat in state.seats if seat.kind == "person" and seat.name)

    def draw() -> str:
        return board_picture(city, t(city.name), who_is_there(names, phase))

    return await _answer(request, language, (city.id, names, phase), draw, PREVIEW, A_MINUTE)


@route("/pictures/cities/{file:str}", http_method=["GET", "HEAD"], limit="looking")
async def get_city_picture(
    request: Request, file: FromPath[str], language: Language = None
) -> Response[bytes]:
    """A city, BOARD.png, for links to its rules, or to somebody's own."""
    name, _ = _named(file, "png")
    city = await request.board(name)
    return await _answer(request, language, ("city", name), lambda: _draw_city(city), PREVIEW, A_DAY)


@route("/pictures/modules/{file:str}", http_method=["GET", "HEAD"])
async def get_module_picture(
    request: Request, file: FromPath[str], language: Language = None
) -> Response[bytes]:
    """A module, MODULE.png, for links to its rules."""
    name, _ = _named(file, "png")
    if name not in MODULES:
        raise Refused("There is nothing at {path}.", 404, path=file[:80])
    return await _answer(request, language, ("module", name), lambda: _draw_module(name), PREVIEW, A_DAY)


def _draw_city(city: Board) -> str:
    return board_picture(city, t(city.name), about_city(city.id))


def _draw_module(module: str) -> str:
    return board_picture(shipped_board(BOARDS[0]), word("module", module), about_module(module))


def about_city(city: str) -> str:
    """What is special in a city; in the language that is spoken."""
    return word("city", city) if city in vocabulary()["city"] else t(WHAT_IT_IS)


def about_module(module: str) -> str:
    """What a module brings, with the figures of the first city; in the language that is spoken."""
    known = next((one.figures for one in board_view(BOARDS[0]).modules if one.id == module), {})
    return about("module", module, **known)


def who_is_there(names: tuple[str, ...], phase: Phase) -> str:
    """Who plays at a table, or waits for others; in the language that is spoken."""
    if not names:
        return t("A table in this city")
    name, others = names[0], len(names) - 1
    if phase == "lobby" and others:
        return tn(
            "{name} and {count} other wait for you",
            "{name} and {count} others wait for you",
            others,
            name=name,
        )
    if phase == "lobby":
        return t("{name} waits for you", name=name)
    if others:
        return tn(
            "{name} and {count} other are playing", "{name} and {count} others are playing", others, name=name
        )
    return t("{name} is playing", name=name)


def _named(file: str, *kinds: str) -> tuple[str, str]:
    """The name and the kind of a picture that is asked for."""
    name, _, kind = file.rpartition(".")
    if kind not in kinds:
        raise Refused("There is nothing at {path}.", 404, path=file[:80])
    return name, kind


def _finished(state: State) -> Table:
    if state.game.phase != "over" or state.table is None:
        raise Refused("The game is not over yet: a picture shows a finished network.")
    return state.table


async def _answer(
    request: Request, language: str | None, key: Hashable, draw: Draw, pixels: int | None, kept: str
) -> Response[bytes]:
    if language not in LANGUAGES:
        language = request.stranger.language  # what is kept for all depends on nobody's cookie
    content = await request.services.album.picture(key, language, draw, pixels)
    return Response(
        content, media_type=PNG if pixels else SVG, headers={"cache-control": kept, "vary": "accept-language"}
    )


PICTURES: list[HTTPRouteHandler] = [get_picture, get_preview, get_city_picture, get_module_picture]
