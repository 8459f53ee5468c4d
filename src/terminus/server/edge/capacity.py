"""How many may be connected at once: never so many that the process has no file left to open.

A connection is a file. Were there none left, the loop that accepts connections would spin, and newcomers
hang. So both kinds have a limit: granian accepts no more requests than that (and closes the silent ones),
and sockets beyond theirs are refused.
"""

from __future__ import annotations

import contextlib
import resource
from dataclasses import dataclass

WANTED = 65_536  # files
RESERVE = 64  # for the database, the log, the page's files
REQUESTS = 20_000


@dataclass(frozen=True, slots=True)
class Capacity:
    requests: int  # connections that are no sockets: most are idle ones that a browser keeps open
    sockets: int


def raise_limit() -> int:
    """Ask for as many files as we may have; how many that are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):  # some systems say no to what they said we may
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return WANTED if soft == resource.RLIM_INFINITY else soft


def capacity(files: int) -> Capacity:
    """How that many files are shared out: a quarter to requests, the rest to sockets."""
    requests = min(REQUESTS, max(1, files // 4))
    return Capacity(requests, max(1, files - requests - RESERVE))
