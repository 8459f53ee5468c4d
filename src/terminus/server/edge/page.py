"""The built page, read and compressed once. Files with a hash in their name are kept for ever by browsers.

Litestar's own static files look for each file on each request, compress it anew and never say that it has
not changed; and each address of the page is `index.html`, which they do not know.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import Request, get
from litestar.response import Response

from ..errors import Refused

PAGE = Path(__file__).parents[1] / "page"
INDEX = "/index.html"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
NOT_BUILT = (
    "The page is not built yet: run `make page` (it needs Node) and load this again.\n"
    "The server itself is up; its interface is under /api.\n"
)


@dataclass(frozen=True, slots=True)
class File:
    content: bytes
    packed: bytes | None  # if that is much smaller
    kind: str
    headers: Mapping[str, str]


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False, compressed=True)
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file of the page, or the page itself for each of its own addresses."""
    path = str(request.scope["path"])
    files = _files()
    if path not in files and (path.startswith("/api") or "." in path.rpartition("/")[2]):
        raise Refused("There is nothing at {path}.", 404, path=path[:80])
    if INDEX not in files:
        return Response(NOT_BUILT.encode(), media_type="text/plain", status_code=503)
    return _answer(files.get(path, files[INDEX]), request)


def _answer(file: File, request: Request[Any, Any, Any]) -> Response[bytes]:
    if request.headers.get("if-none-match") == file.headers["etag"]:
        return Response(b"", status_code=304, headers=file.headers, media_type=file.kind)
    if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        packed = {**file.headers, "content-encoding": "gzip"}
        return Response(file.packed, headers=packed, media_type=file.kind)
    return Response(file.content, headers=file.headers, media_type=file.kind)


def _files() -> Mapping[str, File]:
    """The files by their address. An address is only ever compared, so none can lead elsewhere."""
    try:
        built = (PAGE / INDEX[1:]).stat().st_mtime_ns
    except OSError:
        return {}
    return _read(PAGE, built)


@lru_cache(1)
def _read(folder: Path, built: int) -> Mapping[str, File]:
    """All files as they are, `built` then; a page that is built anew is read anew."""
    found = (path for path in folder.rglob("*.*") if path.is_file())
    return {f"/{path.relative_to(folder).as_posix()}": _file(path) for path in found}


def _file(path: Path) -> File:
    content = path.read_bytes()
    packed = gzip.compress(content, mtime=0)
    headers = {
        "cache-control": FOR_EVER if path.parent.name == "assets" else ASK_AGAIN,
        "etag": f'"{hashlib.sha256(content).hexdigest()[:16]}"',
        "vary": "accept-encoding",
    }
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return File(content, packed if len(packed) < 0.9 * len(content) else None, kind, headers)
