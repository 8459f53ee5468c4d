"""The app: routes, the page, errors said plainly, and the guard around it all."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from litestar import Litestar, Request
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.response import Response
from sqlalchemy.ext.asyncio import AsyncEngine

from ..record.dealer import Dealer
from .errors import Refused
from .guard import Guard
from .home import HOME
from .listing import Listing
from .page import page
from .rooms import Rooms
from .routes import ROUTES
from .socket import table_socket
from .store import Store

BODY_LIMIT = 16 * 1024
logger = logging.getLogger("terminus.server")


def create_app(
    engine: AsyncEngine, *, lan: str | None = None, new_dealer: Callable[[], Dealer] = Dealer
) -> Guard:
    """The app on an open database, which is closed with it.

    `lan` is this machine's address in the local network, if it serves that. `new_dealer` is there for tests:
    in earnest a dealer shuffles with the system's own randomness, and nothing outside can reach it.
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
    return Guard(app)


def _answer(message: str, status: int, **values: str | int) -> Response[dict[str, Any]]:
    return Response(
        {"error": {"message": message, "values": values}},
        status_code=status,
        media_type="application/json",
    )


def _refused(_: Request[Any, Any, Any], error: Refused) -> Response[dict[str, Any]]:
    return _answer(error.message, error.status, **error.values)


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[dict[str, Any]]:
    match error.status_code:
        case 404:
            return _answer("There is nothing at {path}.", 404, path=request.url.path)
        case 405:
            return _answer(
                "{method} is not possible at {path}.", 405, method=request.method, path=request.url.path
            )
        case 413:
            return _answer("That is too long.", 413)
        case status:
            return _answer("The server does not understand this request.", status)


def _fault(request: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
    """A fault of ours: told plainly to the reader, and with its traceback to whoever runs the server."""
    logger.error("at %s %s", request.method, request.url.path, exc_info=error)
    return _answer("Something went wrong in the server. Nothing that was confirmed is lost.", 500)
