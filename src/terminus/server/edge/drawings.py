"""What people draw, over HTTP: kept here while it is being made, by whoever draws it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import get, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from ...boards.document import json_of, plain
from ...rules.errors import BadBoard
from ..disk.drawings import Conflict, Drawing, Version
from ..errors import Refused
from ..shown.checks import said
from ..table.codes import is_id
from ..table.text import clean
from .request import Request

LARGEST = 80 * 1024  # bytes of a request; a document has at most 64 kB
NAME_LENGTH = 80
Document = dict[str, Any]


class DrawingInfo(msgspec.Struct):
    """One of the list."""

    id: str
    name: str
    version: int
    at: float


class DrawingView(msgspec.Struct):
    id: str
    version: int
    at: float
    document: Document


class DrawingSave(msgspec.Struct, forbid_unknown_fields=True):
    version: Annotated[int, msgspec.Meta(ge=0, le=1 << 30)]  # that it was made from
    document: Document
    apart: bool = False


class DrawingSaved(msgspec.Struct):
    """`version` is the one that is there now. If another tab was first, `latest` is what that tab saved."""

    version: int
    saved: bool
    latest: DrawingView | None


class ThrownAway(msgspec.Struct, forbid_unknown_fields=True):
    thrown_away: bool


class VersionInfo(msgspec.Struct):
    version: int
    at: float


@get("/api/drawings", limit="costly")
async def list_drawings(request: Request) -> list[DrawingInfo]:
    """What I draw, the latest first."""
    return await _mine(request)


@get("/api/drawings/{drawing:str}")
async def get_drawing(request: Request, drawing: FromPath[str]) -> DrawingView:
    """One that I draw, as it was last saved."""
    return _view(_there(await request.services.drawings.find(request.user, _known(drawing))))


@put("/api/drawings/{drawing:str}", limit="saving", request_max_body_size=LARGEST)
async def save_drawing(request: Request, drawing: FromPath[str], data: JSONBody[DrawingSave]) -> DrawingSaved:
    """Save it; nothing is written if another tab was first, and both are told what there is."""
    try:
        text = json_of(plain(data.document))
    except BadBoard as error:
        raise Refused("This cannot be kept: {why}", 400, why=said(error.faults[0])) from None
    try:
        version = await request.services.drawings.save(
            request.user, _known(drawing), data.version, text, data.apart
        )
    except Conflict as conflict:
        latest = _view(_there(conflict.latest))
        if json_of(latest.document) == text:  # saved as its page was left, which never heard of it
            return DrawingSaved(latest.version, True, None)
        return DrawingSaved(latest.version, False, latest)
    return DrawingSaved(version, True, None)


@put("/api/drawings/{drawing:str}/thrown-away", limit="saving")
async def throw_away(
    request: Request, drawing: FromPath[str], data: JSONBody[ThrownAway]
) -> list[DrawingInfo]:
    """Throw one away, or take it back."""
    await request.services.drawings.throw_away(request.user, _known(drawing), data.thrown_away)
    return await _mine(request)


@get("/api/drawings/{drawing:str}/versions", limit="costly")
async def list_versions(request: Request, drawing: FromPath[str]) -> list[VersionInfo]:
    """The versions to go back to, the latest first."""
    found: list[Version] = await request.services.drawings.versions(request.user, _known(drawing))
    return [VersionInfo(one.version, one.at) for one in found]


@get("/api/drawings/{drawing:str}/versions/{version:int}", limit="costly")
async def get_version(request: Request, drawing: FromPath[str], version: FromPath[int]) -> DrawingView:
    """One of them."""
    if not 0 < version < 1 << 31:
        raise _nothing()
    return _view(_there(await request.services.drawings.version(request.user, _known(drawing), version)))


async def _mine(request: Request) -> list[DrawingInfo]:
    found = await request.services.drawings.all(request.user)
    return [DrawingInfo(one.id, _name(one.name), one.version, one.at) for one in found]


def _known(drawing: str) -> str:
    if not is_id(drawing):
        raise _nothing()
    return drawing


def _there(found: Drawing | None) -> Drawing:
    if found is None:
        raise _nothing()
    return found


def _nothing() -> Refused:
    return Refused("There is no such drawing. Only who drew it can open it.", 404)


def _view(found: Drawing) -> DrawingView:
    return DrawingView(found.id, found.version, found.at, dict(found.document))


def _name(name: Any) -> str:
    return clean(name, NAME_LENGTH) if isinstance(name, str) else ""


DRAWINGS: list[HTTPRouteHandler] = [
    list_drawings,
    get_drawing,
    save_drawing,
    throw_away,
    list_versions,
    get_version,
]
