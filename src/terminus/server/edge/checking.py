"""A board in the making, over HTTP: every fault at its place, files, and what there is to make it of."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from ...boards import parse_document, shipped_document, write_document
from ...boards.document import plain
from ...boards.drawn import drawn
from ...locale.spoken import speak
from ...rules.errors import BadBoard
from ..errors import Refused
from ..shown.checks import CheckView, KitView, check_view, kit_view, said
from .drawings import LARGEST
from .request import Request

Document = dict[str, Any]
one_at_a_time = asyncio.Semaphore(1)  # a large board takes some time, and games go on meanwhile


class Checking(msgspec.Struct, forbid_unknown_fields=True):
    """`printed` names the sheet that is being entered, if its figures are to be ticked off."""

    document: Document
    printed: str | None = None


class BoardFile(msgspec.Struct, forbid_unknown_fields=True):
    text: str


class BoardDocument(msgspec.Struct, forbid_unknown_fields=True):
    document: Document


@get("/api/boards/kit", limit="costly")
async def get_kit(request: Request) -> KitView:
    """What a board can be made of: the mechanics, the modules and their figures."""
    return kit_view()


@get("/api/boards/{board:str}/document", limit="costly")
async def get_document(request: Request, board: FromPath[str]) -> BoardDocument:
    """A board as the document it is made from, to begin one's own with."""
    city = await request.board(board)
    return BoardDocument(dict(city.city or shipped_document(board)))


@post("/api/boards/check", status_code=200, limit="checking", request_max_body_size=LARGEST)
async def check_board(request: Request, data: JSONBody[Checking]) -> CheckView:
    """Every fault of a board in the making, and as much of it as can be derived."""
    speak((await request.about_me()).language)
    async with one_at_a_time:
        return await asyncio.to_thread(lambda: check_view(drawn(data.document), data.printed))


@post("/api/boards/read", status_code=200, limit="checking", request_max_body_size=2 * LARGEST)
async def read_file(request: Request, data: JSONBody[BoardFile]) -> BoardDocument:
    """A board file as a document."""
    speak((await request.about_me()).language)
    try:
        async with one_at_a_time:
            return BoardDocument(await asyncio.to_thread(lambda: dict(plain(parse_document(data.text)))))
    except BadBoard as error:
        raise Refused("This file is no board: {why}", 400, why=said(error.faults[0])) from None


@post("/api/boards/write", status_code=200, limit="checking", request_max_body_size=LARGEST)
async def write_file(request: Request, data: JSONBody[BoardDocument]) -> BoardFile:
    """A document as a board file."""
    speak((await request.about_me()).language)
    try:
        async with one_at_a_time:
            return BoardFile(await asyncio.to_thread(lambda: write_document(plain(data.document))))
    except BadBoard as error:
        raise Refused("This cannot be kept: {why}", 400, why=said(error.faults[0])) from None


CHECKING: list[HTTPRouteHandler] = [get_kit, get_document, check_board, read_file, write_file]
