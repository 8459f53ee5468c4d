"""The app: routes, the page, errors said plainly, and the middleware around it all."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.response import Response
from sqlalchemy.ext.asyncio import AsyncEngine

from ...record.dealer import Dealer
from ..disk.listing import Listing
from ..disk.store import Store
from ..errors import FAULT, Refused, unreadable
from ..table.rooms import Rooms
from .home import HOME, Asking
from .middleware import Middleware
from .page import page
from .routes import ROUTES
from .socket import table_socket

BODY_LIMIT = 16 * 1024
logger = logging.getLogger("terminus.server")


def create_app(
    engine: AsyncEngine,
    *,
    lan: str | None = None,
    sockets: int = 10_000,
    new_dealer: Callable[[], Dealer] = Dealer,
) -> Middleware:
    """The app on an open database, which is closed with it.

    `lan` is this machine's address in the local network, if it serves that; `sockets` says how many may be
    open. `new_dealer` is there for tests: in earnest a dealer shuffles with the system's own randomness, and
    nothing outside can reach it.
    """
    store = Store(engine)
    rooms = Rooms(store, new_dealer)

    async def close(_: Litestar) -> None:
        await rooms.close()
        await engine.dispose()

    app = Litestar(
        route_handlers=[*HOME, *ROUTES, table_socket, page],
        state=State({"store": store, "rooms": rooms, "listing": Listing(engine), "lan": lan}),
        on_shutdown=[close],
        exception_handlers={Refused: _refused, HTTPException: _http_error, Exception: _fault},
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, gzip_compress_level=6),
        openapi_config=OpenAPIConfig(
            title="Terminus", version="1", path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
        request_max_body_size=BODY_LIMIT,
        logging_config=None,
    )
    return Middleware(app, sockets)


def _refused(_: Asking, error: Refused) -> Response[dict[str, Any]]:
    body = {"error": error.shown}
    return Response(body, status_code=error.status, media_type="application/json")


def _http_error(request: Asking, error: HTTPException) -> Response[dict[str, Any]]:
    """What Litestar refuses by itself, in our own words."""
    path = request.url.path
    match error.status_code:
        case 404:
            said = Refused("There is nothing at {path}.", 404, path=path)
        case 405:
            said = Refused("{method} is not possible at {path}.", 405, method=request.method, path=path)
        case 413:
            said = Refused("That is too long.", 413)
        case status:
            said = unreadable(status)
    return _refused(request, said)


def _fault(request: Asking, error: Exception) -> Response[dict[str, Any]]:
    """A fault of ours: told plainly to the reader, and with its traceback to whoever runs the server."""
    if isinstance(error, RecursionError) and "deserializing" in str(error):
        return _refused(request, unreadable())  # a body nested too deep; Litestar lets this through
    logger.error("at %s %s", request.method, request.url.path, exc_info=error)
    return _refused(request, Refused(FAULT, 500))
