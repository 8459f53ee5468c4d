"""What happens once goes over HTTP."""

from __future__ import annotations

from litestar import get
from litestar.handlers import HTTPRouteHandler

from .boards import BoardView, board_views


@get("/api/boards", sync_to_thread=False)
def boards() -> list[BoardView]:
    """Everything needed to draw and explain the cities."""
    return board_views()


ROUTES: list[HTTPRouteHandler] = [boards]
