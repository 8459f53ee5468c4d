"""The review of a game over HTTP: asked for, looked at while it is made, and then there for whoever may see
the replay."""

from __future__ import annotations

import msgspec
from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from ...kernel import installed
from ..errors import Refused
from ..shown.reviews import ReviewStage, ReviewView
from ..table.state import Game
from ..work.jobs import Job
from .request import Request


@post("/api/games/{game:str}/review", status_code=200, limit="costly")
async def ask_review(request: Request, game: FromPath[str]) -> ReviewStage:
    """Have the game reviewed; asked twice, it is done once."""
    return _stage(await request.services.reviews.ask(await _over(request, game)))


@get("/api/games/{game:str}/review", limit="costly")
async def get_review(request: Request, game: FromPath[str]) -> ReviewStage:
    """The review, or how far it has come."""
    return _stage(await request.services.reviews.look(await _over(request, game)))


async def _over(request: Request, game: str) -> Game:
    if not installed():
        raise Refused("This server cannot review games: the native kernel is not installed.", 501)
    async with request.services.rooms.held(game) as room:
        state = room.state
    if state.game.phase != "over":
        raise Refused("The review opens when the game is over.", 403)
    return state.game


def _stage(job: Job | None) -> ReviewStage:
    if job is None:
        return ReviewStage("none", 0.0, None)
    if job.failure is not None:
        return ReviewStage("failed", 0.0, None)
    if job.finished:
        return ReviewStage("done", 1.0, msgspec.convert(job.answer, ReviewView))
    done = job.progress[0] if job.progress else 0.0
    return ReviewStage("running" if job.tries else "waiting", done, None)


REVIEWS: list[HTTPRouteHandler] = [ask_review, get_review]
