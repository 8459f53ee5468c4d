"""What the server writes for whoever runs it: plain lines for people, or one JSON object a line for machines.

Plain lines tell of trouble alone; with JSON every request and every socket is a line too. What somebody asked
for bears an id, which stands in each line that it leads to, in its answer, and in the sentence that says
something went wrong, so that it can be quoted. No line has a code, a key, a cookie, a name or a word of chat.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Literal, get_args

Kind = Literal["plain", "json"]
KINDS: tuple[Kind, ...] = get_args(Kind)
PAGES = ("about", "boards", "c", "conduct", "count", "j", "learn", "practise", "r", "rules", "s", "t")
ID = re.compile(r"[A-Za-z0-9._-]{1,64}")

logger = logging.getLogger("terminus.server")
_asked: ContextVar[str] = ContextVar("asked", default="")


def current_id() -> str:
    """The id of the request or socket that is being answered; made up if there is none."""
    return _asked.get() or secrets.token_hex(8)


@contextmanager
def asked(given: str = "") -> Iterator[str]:
    """Around whatever is done for one request or socket. A given id is kept if it can be one."""
    name = given if ID.fullmatch(given) else secrets.token_hex(8)
    before = _asked.set(name)
    try:
        yield name
    finally:
        _asked.reset(before)


def note(what: str, **fields: object) -> None:
    """A line of every day, for machines alone."""
    logger.info(what, extra={"fields": fields})


def route(path: str, template: str) -> str:
    """What was asked for without what may be secret in it: a route, or which page."""
    first, *rest = path.strip("/").split("/")
    if first in ("api", "pictures", "paper"):
        return template or f"/{first}/…"
    if not first:
        return "/"
    known = first if first in (*PAGES, "assets") else "…"
    return f"/{known}/…" if rest else f"/{known}"


class Plain(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        name = _asked.get()
        text = super().format(record)
        return f"[{name}] {text}" if name else text


class Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
        }
        if name := _asked.get():
            line["id"] = name
        line |= {"what": record.getMessage(), **getattr(record, "fields", {})}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(kind: Kind) -> None:
    """From now on everything is written so, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines() if kind == "json" else Plain())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logger.setLevel(logging.INFO if kind == "json" else logging.WARNING)


GRANIAN = {  # it has handlers of its own unless told
    "loggers": {"_granian": {"handlers": [], "level": "ERROR", "propagate": True}}
}
