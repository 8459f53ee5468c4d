"""The app: routes, the page, failures said plainly, and the middleware around it all."""

from __future__ import annotations

from collections.abc import Callable

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from ...record.dealer import Dealer
from ..disk.database import Database
from ..disk.listing import Listing
from ..disk.people import People
from ..disk.shelf import Shelf
from ..disk.store import Store
from ..table.rooms import Rooms
from .album import Album
from .failures import exception_handlers
from .home import HOME
from .lessons import LESSONS
from .middleware import Middleware
from .page import page
from .pictures import PICTURES
from .request import Request, Services
from .routes import ROUTES
from .socket import table_socket

BODY_LIMIT = 16 * 1024


def create_app(
    database: Database,
    *,
    lan: str | None = None,
    sockets: int = 10_000,
    behind_proxy: bool = False,
    new_dealer: Callable[[], Dealer] = Dealer,
) -> Middleware:
    """The app on an open database, which is closed with it.

    `lan` is this machine's address in the local network, if it serves that; for `sockets` and `behind_proxy`
    see the middleware. `new_dealer` is there for tests: in earnest a dealer shuffles with the system's own
    randomness, and nothing outside can reach it.
    """
    engine = database.engine
    store = Store(engine)
    rooms = Rooms(store, new_dealer)

    album = Album()

    async def close(_: Litestar) -> None:
        album.close()
        await rooms.close()
        await database.close()

    app = Litestar(
        route_handlers=[*HOME, *ROUTES, *LESSONS, *PICTURES, table_socket, page],
        state=State(
            {"services": Services(rooms, store, People(engine), Listing(engine), Shelf(engine), album, lan)}
        ),
        request_class=Request,
        on_shutdown=[close],
        exception_handlers=exception_handlers(),
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, gzip_compress_level=6, exclude_opt_key="compressed"
        ),
        openapi_config=OpenAPIConfig(
            title="Terminus", version="1", path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
        request_max_body_size=BODY_LIMIT,
        logging_config=None,
    )
    return Middleware(app, sockets, behind_proxy)
