"""Boards of one's own, over HTTP: made, looked at, kept on a shelf and taken off it.

They are in nobody else's list, but whoever has the link may see and play one: its name follows from its
content, and cannot be guessed.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody
from litestar.response import Response

from ...boards import shipped_document, write_document
from ...locale.spoken import speak, t
from ...rules.errors import BadBoard, Sentence
from ..disk.boards import KeptBoard
from ..errors import Refused
from ..shown.boards import BoardView, view_of
from .request import Request

LARGEST = 80 * 1024  # bytes of a request; a document has at most 64 kB
FAULTS = 20  # that are said at once
TOML = "application/toml"


class NewBoard(msgspec.Struct, forbid_unknown_fields=True):
    document: dict[str, Any]


class BoardId(msgspec.Struct):
    id: str


class Shelves(msgspec.Struct):
    """Boards that do not ship: mine, and those that everybody is shown here."""

    mine: list[KeptBoard]
    published: list[KeptBoard]


@post("/api/boards", limit="boards", request_max_body_size=LARGEST)
async def make_board(request: Request, data: JSONBody[NewBoard]) -> BoardId:
    """Keep a board that can be played, on my shelf; the same one twice is one."""
    boards = request.services.store.boards
    try:
        made = await boards.make(data.document)
    except BadBoard as error:
        speak((await request.about_me()).language)
        why = "; ".join(map(_told, error.faults[:FAULTS]))
        raise Refused("This board cannot be played yet: {why}", 422, why=why) from None
    await boards.keep(request.user, made)
    return BoardId(made.id)


def _told(text: str) -> str:
    """A sentence of the engine in the language that is spoken, and so the sentences in its places."""
    if not isinstance(text, Sentence):
        return text
    return t(text.message, **{k: _told(v) if isinstance(v, str) else v for k, v in text.values.items()})


@get("/api/boards/mine", limit="costly")
async def get_shelves(request: Request) -> Shelves:
    """My own boards, and those that are published here."""
    boards = request.services.store.boards
    return Shelves(await boards.mine(request.user), await boards.published())


@get("/api/boards/{board:str}", limit="looking")
async def get_board(request: Request, board: FromPath[str]) -> BoardView:
    """Everything needed to draw and explain a city, with my bests in it."""
    city = await request.board(board)
    bests = await request.services.listing.bests(request.user)
    return msgspec.structs.replace(view_of(city), bests=bests.get(board, {}))


@get("/api/boards/{board:str}/file", limit="looking", media_type=TOML)
async def get_board_file(request: Request, board: FromPath[str]) -> Response[bytes]:
    """A city as a board file."""
    city = await request.board(board)
    text = write_document(city.city or shipped_document(board))
    saved = {"content-disposition": f'attachment; filename="{board}.toml"'}
    return Response(text.encode(), media_type=TOML, headers=saved)


@delete("/api/boards/{board:str}", status_code=200, limit="boards")
async def take_off(request: Request, board: FromPath[str]) -> Shelves:
    """Off my shelf. Games on it go on, and links to it stay."""
    boards = request.services.store.boards
    await boards.take_off(request.user, board)
    return Shelves(await boards.mine(request.user), await boards.published())


OWN_BOARDS: list[HTTPRouteHandler] = [
    make_board,
    get_shelves,
    get_board,
    get_board_file,
    take_off,
]
