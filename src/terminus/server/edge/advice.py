"""Help for whoever plays alone, over HTTP."""

from __future__ import annotations

from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from ..table.counsel import Advice
from .request import Request


@get("/api/games/{game:str}/advice", limit="advice")
async def get_advice(request: Request, game: FromPath[str]) -> Advice:
    """What my card is worth, at a table of my own where I wanted help."""
    rooms = request.services.rooms
    async with rooms.held(game) as room:
        state = room.state
    return await rooms.counsel.ask(state, request.user)


ADVICE: list[HTTPRouteHandler] = [get_advice]
