"""The built page. Files with a hash in their name are kept for ever, the rest is asked for again."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Any

from litestar import Request, get
from litestar.response import Response

from .errors import Refused

PAGE = Path(__file__).parent / "page"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
NOT_BUILT = (
    "The page is not built yet: run `make page` (it needs Node) and load this again.\n"
    "The server itself is up; its interface is under /api.\n"
)


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file of the page, or the page itself for each of its own addresses."""
    path = str(request.scope["path"])
    file = (PAGE / path.lstrip("/")).resolve()
    is_file = file.is_relative_to(PAGE) and file.is_file()
    if not is_file and (path.startswith("/api") or "." in file.name):
        raise Refused("There is nothing at {path}.", 404, path=path)
    if not is_file:
        file = PAGE / "index.html"
    if not file.is_file():
        return Response(NOT_BUILT.encode(), media_type="text/plain", status_code=503)
    return _answer(file, request.headers.get("if-none-match", ""))


def _answer(file: Path, known: str) -> Response[bytes]:
    content = file.read_bytes()
    tag = f'"{file.stat().st_mtime_ns:x}-{len(content):x}"'
    keep = FOR_EVER if file.parent.name == "assets" else ASK_AGAIN
    headers = {"cache-control": keep, "etag": tag}
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if known == tag:
        return Response(b"", status_code=304, headers=headers, media_type=kind)
    return Response(content, headers=headers, media_type=kind)
