"""The built page, read and compressed once. Files with a hash in their name are kept for ever by browsers.

Litestar's own static files look for each file on each request, compress it anew and never say that it has
not changed; and each address of the page is `index.html` with a head of its own, which they do not know.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path

from litestar import route
from litestar.response import Response

from ...locale import best_language, translate
from ..disk.health import TROUBLE
from ..disk.people import Person
from ..errors import Refused
from ..rulebook.book import is_lost
from .heads import head_of, written
from .request import Request

PAGE = Path(__file__).parents[1] / "page"
INDEX = "/index.html"
FOR_EVER = "public, max-age=31536000, immutable"
A_DAY = "public, max-age=86400"
ASK_AGAIN = "no-cache"
NEVER_KEPT = "no-store"  # the service worker: what browsers keep by it must not keep it from being renewed
WORKER = "worker.js"
ICONS = {".svg", ".png", ".ico"}  # a page asks for one twice or more
TITLE = re.compile("<title>.*?</title>", re.DOTALL)
WAIT = """<!doctype html>
<html lang="{language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="color-scheme" content="light dark" />
    <meta http-equiv="refresh" content="{seconds}" />
    <title>Terminus</title>
  </head>
  <body style="font: 1.2rem/1.5 system-ui, sans-serif; max-width: 30rem; margin: 20vh auto; padding: 0 1rem">
    <h1>Terminus</h1>
    <p>{said}</p>
  </body>
</html>
"""
NOT_BUILT = (
    "The page is not built yet: run `make page` (it needs Node) and load this again.\n"
    "The server itself is up; its interface is under /api.\n"
)


@dataclass(frozen=True, slots=True, eq=False)
class File:
    content: bytes
    packed: bytes | None  # if that is much smaller
    kind: str
    headers: Mapping[str, str]


@route(["/", "/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False, compressed=True)
async def page(request: Request) -> Response[bytes]:
    """A file of the page, or the page itself for each of its own addresses, with a head of its own."""
    path = str(request.scope["path"])
    files = _files()
    if path not in files and (path.startswith("/api") or "." in path.rpartition("/")[2]):
        raise Refused("There is nothing at {path}.", 404, path=path[:80])
    if INDEX not in files:
        return Response(NOT_BUILT.encode(), media_type="text/plain", status_code=503)
    if path in files and path != INDEX:
        return _answer(files[path], request)
    return await _index(files[INDEX], request, path)


async def _index(file: File, request: Request, path: str) -> Response[bytes]:
    """The page in the reader's language, with what a link to this address says; 404 where it will say that
    nothing is there. Each asks the database, so there is a limit."""
    try:
        request.services.limits.spend("looking", request.auth)
    except Refused as refusal:
        return _told_to_wait(request, refusal)
    language = (await _reader(request)).language
    head = await head_of(request, language)
    shown = _with_head(file, written(head, language, request.public_origin, request.url.path), language)
    return _answer(shown, request, 404 if head.lost or is_lost(path) else 200)


def _told_to_wait(request: Request, refusal: Refused) -> Response[bytes]:
    """A page by itself: it says when to come again, and then does."""
    language = best_language(request.headers.get("accept-language", ""))
    said = escape(translate(language, refusal.message, refusal.values))
    headers = {"cache-control": NEVER_KEPT, **dict(refusal.headers)}
    content = WAIT.format(language=language, seconds=refusal.values.get("seconds", 60), said=said)
    return Response(content.encode(), status_code=refusal.status, headers=headers, media_type="text/html")


async def _reader(request: Request) -> Person:
    try:
        return await request.about_me()
    except TROUBLE:  # the page opens all the same, and says what is wrong
        return request.stranger


@lru_cache(64)
def _with_head(file: File, head: str, language: str) -> File:
    text = file.content.decode().replace('lang="en"', f'lang="{language}"', 1)
    content = TITLE.sub(lambda _: head, text, count=1).encode()
    vary = "accept-encoding, accept-language, cookie"
    return _packed(content, file.kind, {**file.headers, "etag": _etag(content), "vary": vary})


def _answer(file: File, request: Request, status: int = 200) -> Response[bytes]:
    if status == 200 and request.headers.get("if-none-match") == file.headers["etag"]:
        return Response(b"", status_code=304, headers=file.headers, media_type=file.kind)
    if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        packed = {**file.headers, "content-encoding": "gzip"}
        return Response(file.packed, status_code=status, headers=packed, media_type=file.kind)
    return Response(file.content, status_code=status, headers=file.headers, media_type=file.kind)


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
    headers = {
        "cache-control": _keeping(path),
        "etag": _etag(content),
        "vary": "accept-encoding",
    }
    return _packed(content, mimetypes.guess_type(path.name)[0] or "application/octet-stream", headers)


def _keeping(path: Path) -> str:
    if path.name == WORKER:
        return NEVER_KEPT
    if path.parent.name == "assets":
        return FOR_EVER
    return A_DAY if path.suffix in ICONS else ASK_AGAIN


def _packed(content: bytes, kind: str, headers: Mapping[str, str]) -> File:
    packed = gzip.compress(content, mtime=0)
    return File(content, packed if len(packed) < 0.9 * len(content) else None, kind, headers)


def _etag(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:16]}"'
