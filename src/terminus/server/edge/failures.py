"""Whatever keeps a request from being answered, in words: to the reader, and to whoever runs the server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import Request
from litestar.exceptions import HTTPException
from litestar.response import Response

from ...locale import best_language, translate
from ..complaints import faults
from ..disk.health import TROUBLE, Health
from ..errors import Refused, fault, unreadable

AnyRequest = Request[Any, Any, Any]
Answer = Response[Any]
FILES = ("/pictures/", "/paper/")


def exception_handlers(health: Health) -> dict[int | type[Exception], Callable[[AnyRequest, Any], Answer]]:
    def unreached(request: AnyRequest, error: Exception) -> Answer:
        health.doubt(_route(request), error)
        return _refused(request, Refused("The games cannot be reached just now. Please try again.", 503))

    return {
        Refused: _refused,
        HTTPException: _http_error,
        **dict.fromkeys(TROUBLE, unreached),
        Exception: _fault,
    }


def _route(request: AnyRequest) -> str:
    """For the log: a route, not a path, which may hold the key of somebody's seat."""
    return f"{request.method} {request.scope.get('path_template', '')}"


def _refused(request: AnyRequest, error: Refused) -> Answer:
    if request.scope["path"].startswith(FILES):  # no page stands between this and its reader
        language = best_language(request.headers.get("accept-language", ""))
        said = translate(language, error.message, error.values)
        return Response(said, status_code=error.status, media_type="text/plain", headers=dict(error.headers))
    body = {"error": error.shown}
    return Response(
        body, status_code=error.status, media_type="application/json", headers=dict(error.headers)
    )


def _http_error(request: AnyRequest, error: HTTPException) -> Answer:
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


def _fault(request: AnyRequest, error: Exception) -> Answer:
    """A fault of ours: told plainly to the reader, and with its traceback to whoever runs the server."""
    if isinstance(error, RecursionError) and "deserializing" in str(error):
        return _refused(request, unreadable())  # a body nested too deep; Litestar lets this through
    faults.tell(f"at {_route(request)}", error)
    return _refused(request, fault())
