"""The app: routes, the page, failures said plainly, and the middleware around it all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from ...drawing.paper import MANY_PRINTS
from ...record.dealer import Dealer
from ..disk.conducts import Conducts
from ..disk.database import Database
from ..disk.drawings import Drawings
from ..disk.exercises import Exercises
from ..disk.health import Health
from ..disk.keep import NOTHING_GOES, Keep
from ..disk.listing import Listing
from ..disk.people import People
from ..disk.readiness import Readiness
from ..disk.shelf import Shelf
from ..disk.store import Store
from ..disk.weights import Weights
from ..metrics import Metrics
from ..table.rooms import Rooms
from ..work.boards import Reports, Trainings
from ..work.desk import Desk
from ..work.games import Games
from ..work.jobs import Jobs
from ..work.practice import Practice
from ..work.reviews import Reviews
from .advice import ADVICE
from .album import OTHERS_KEPT, OTHERS_WAITING, Album
from .boards import OWN_BOARDS
from .checking import CHECKING
from .conducts import CONDUCTS
from .count import COUNT
from .door import Door
from .drawings import DRAWINGS
from .failures import exception_handlers
from .following import Following
from .home import HOME
from .hosts import Hosts
from .lessons import LESSONS
from .limits import LIMITS, Limit, Limits
from .measuring import Measured, watch
from .middleware import Middleware
from .page import page
from .paper import get_paper
from .pictures import PICTURES
from .practice import PRACTICE
from .reports import REPORTS
from .request import Request, Services, within_limits
from .reviews import REVIEWS
from .routes import ROUTES
from .scrape import Scrape
from .socket import table_socket
from .tidying import Tidying
from .vitals import Vitals
from .what_if import WHAT_IF

BODY_LIMIT = 16 * 1024


def create_app(
    database: Database,
    *,
    lan: str | None = None,
    sockets: int = 10_000,
    proxies: int = 0,
    hosts: Iterable[str] = (),
    limits: Mapping[str, Limit] = LIMITS,
    keep: Keep = NOTHING_GOES,
    metrics_token: str = "",
    new_dealer: Callable[[], Dealer] | None = None,
) -> Vitals:
    """The app on an open database, which is closed with it.

    `lan` is this machine's address in the local network, if it serves that; `hosts` are the server's own
    names; `sockets` may be open at once; what nobody touches goes after as long as `keep` says. For `proxies`
    see the middleware. Who knows the `metrics_token` may see the metrics from elsewhere. `new_dealer` is
    there for tests, and leaves games unsealed: in earnest secrets come from the system's own randomness, and
    nothing outside can reach them.
    """
    metrics = Metrics()
    counted = Limits(limits)
    counted.hit = metrics.limit_hit
    door = Door(sockets, counted)
    engine = database.engine
    health = Health(engine, database.file, metrics)
    store = Store(engine, health)
    rooms = Rooms(store, new_dealer)
    watch(metrics, rooms, health)

    album, prints = Album(), Album("prints", MANY_PRINTS)
    own_prints = Album("own-prints", MANY_PRINTS, OTHERS_WAITING, OTHERS_KEPT)
    tidying = Tidying(rooms, keep, patient=database.patient)
    conducts = Conducts(engine)
    following = Following(conducts)
    weights = Weights(engine)
    desk = Desk(Jobs(engine, store.number), lambda: rooms.has_workers, weights)
    reviews = Reviews(desk)

    practice = Practice(Exercises(engine), reviews, rooms.counsel, Games(engine), store.boards)

    async def close(_: Litestar) -> None:
        door.close()
        album.close()
        prints.close()
        own_prints.close()
        await tidying.close()
        await following.close()
        await desk.close()
        await weights.close()
        await health.close()
        await rooms.close()
        await database.close()

    app = Litestar(
        route_handlers=[
            *HOME,
            *ROUTES,
            *REVIEWS,
            *REPORTS,
            *LESSONS,
            *WHAT_IF,
            *ADVICE,
            *CONDUCTS,
            *PRACTICE,
            *CHECKING,
            *DRAWINGS,
            *COUNT,
            *PICTURES,
            *OWN_BOARDS,
            get_paper,
            table_socket,
            page,
        ],
        state=State(
            {
                "services": Services(
                    rooms,
                    store,
                    People(engine),
                    Listing(engine),
                    Shelf(engine),
                    Drawings(engine),
                    album,
                    prints,
                    own_prints,
                    reviews,
                    Reports(desk),
                    Trainings(desk),
                    conducts,
                    following,
                    practice,
                    lan,
                    counted,
                )
            }
        ),
        guards=[within_limits],
        request_class=Request,
        on_startup=[health.watch, rooms.begin, tidying.begin, weights.start, desk.start],
        on_shutdown=[close],
        exception_handlers=exception_handlers(health),
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, gzip_compress_level=6, exclude_opt_key="compressed"
        ),
        openapi_config=OpenAPIConfig(
            title="Terminus", version="1", path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
        request_max_body_size=BODY_LIMIT,
        logging_config=None,
    )
    edge = Middleware(app, door, counted, Hosts(hosts), proxies)
    proxied = proxies > 0
    measured = Measured(edge, metrics, Scrape(metrics, metrics_token, proxied), proxied)
    return Vitals(measured, Readiness(engine, health).trouble, following.end)
