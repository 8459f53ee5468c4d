"""The built page. Files with a hash in their name are kept for ever, the rest is asked for again."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Any

from litestar import Request, get
from litestar.response import Response

from ..errors import Refused

PAGE = Path(__file__).parents[1] / "page"
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
    file = _file(path)
    if file is None and (path.startswith("/api") or "." in path.rpartition("/")[2]):
        raise Refused("There is nothing at {path}.", 404, path=path[:80])
    file = file or _file("/index.html")
    if file is None:
        return Response(NOT_BUILT.encode(), media_type="text/plain", status_code=503)
    return _answer(file, request.headers.get("if-none-match", ""))


def _file(path: str) -> Path | None:
    """The file that goes by this path. An address is only ever compared, so none can lead elsewhere."""
    return next((file for file in PAGE.rglob("*.*") if f"/{file.relative_to(PAGE).as_posix()}" == path), None)


def _answer(file: Path, known: str) -> Response[bytes]:
    content = file.read_bytes()
    tag = f'"{file.stat().st_mtime_ns:x}-{len(content):x}"'
    keep = FOR_EVER if file.parent.name == "assets" else ASK_AGAIN
    headers = {"cache-control": keep, "etag": tag}
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if known == tag:
        return Response(b"", status_code=304, headers=headers, media_type=kind)
    return Response(content, headers=headers, media_type=kind)
