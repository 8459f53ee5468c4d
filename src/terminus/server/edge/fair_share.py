"""Lets nobody take all connections: whoever has most makes room when somebody waits to be let in.

Granian accepts so many connections and no more. The rest wait in the system's queue, for as long as those who
are in like to stay: they need only ask something now and then, or take an answer slowly. The system knows how
many wait, who has which connection and what moves on it. So as long as nobody waits nobody is cut off, and
never one who has no more than a browser opens. Behind a proxy all come from one address: there it is the
proxy that sees to this. On systems without Linux' files of a process nothing of it is done.

A connection on which nothing of an answer is taken is closed by the system itself, after a time that it
inherits from the file we listen with. A socket has a time of its own, which also marks it
(`leave_alone`): sockets have limits of their own, and are nothing to us here.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from heapq import heapify, heapreplace
from pathlib import Path

from .forwarded import owner_of

STUCK = 30_000  # milliseconds that nothing of an answer is taken; the nginx of operations.md has it so
A_DAY = 86_400_000  # of a socket: as good as for ever
LOOK = 0.25  # seconds between two looks at who waits
REST = 4  # times as long as it took is nothing done after making room
BROWSER = 6  # connections that a browser opens to one server
SPARE = 50  # more than who waits, for who comes next
NONE = -1
OURS = Path("/proc/self/fd")
INFO = 60  # bytes of Linux' struct tcp_info
WAITING, SENT, RECEIVED = slice(24, 28), slice(44, 48), slice(52, 56)  # tcpi_unacked, _last_data_sent, _recv


@dataclass(frozen=True, slots=True)
class Connection:
    """One that is no socket: the number of its file, its peer, and milliseconds since something moved."""

    number: int
    peer: tuple[str, int]
    sent: int
    received: int

    @property
    def stays(self) -> tuple[bool, int]:
        """The more, the longer it may stay: most of all where an answer is still being made."""
        return self.received < self.sent, -min(self.sent, self.received)


def leave_alone(connection: socket.socket) -> None:
    """It is a socket."""
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, A_DAY)


async def share_fairly(behind_proxy: bool) -> None:
    """As long as the server runs."""
    listener, waited, pause = NONE, 0, LOOK
    while True:
        await asyncio.sleep(pause)
        before, waited, pause = waited, _waiting(listener), LOOK
        if waited == NONE:  # not yet, or granian has opened another one
            listener, waited = next((n for n in _numbers() if _waiting(n) != NONE), NONE), 0
        elif before and waited and not behind_proxy:
            begun = time.monotonic()
            await asyncio.to_thread(make_room, listener, waited + SPARE)
            pause = max(LOOK, REST * (time.monotonic() - begun))


def make_room(listener: int, wanted: int) -> None:
    """Cut off so many, each time one of those of whoever has most."""
    owned = defaultdict[str, list[Connection]](list)
    for connection in _connections(listener):
        owned[owner_of(connection.peer[0])].append(connection)
    most = [(-len(theirs), owner) for owner, theirs in owned.items()]
    heapify(most)
    for theirs in owned.values():
        theirs.sort(key=lambda connection: connection.stays, reverse=True)
    for _ in range(wanted):
        if not most or -most[0][0] <= BROWSER:
            return
        owner = most[0][1]
        _cut(owned[owner].pop())
        heapreplace(most, (-len(owned[owner]), owner))


def _waiting(number: int) -> int:
    """How many wait to be accepted by this file; `NONE` if it is not the one we listen with."""
    with contextlib.suppress(OSError), _lent(number) as found:
        if found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STUCK)
            return _figure(found.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, INFO), WAITING)
    return NONE


def _connections(listener: int) -> Iterator[Connection]:
    with _lent(listener) as found:
        here = found.getsockname()[1]
    for number in _numbers():
        with contextlib.suppress(OSError), _lent(number) as found:
            peer = found.getpeername()[:2]
            may_be_stuck = found.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
            if may_be_stuck != A_DAY and found.getsockname()[1] == here:
                info = found.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, INFO)
                yield Connection(number, peer, _figure(info, SENT), _figure(info, RECEIVED))


def _cut(connection: Connection) -> None:
    """Granian closes it then. The number of its file may be another's by now: that one is left alone."""
    with contextlib.suppress(OSError), _lent(connection.number) as found:
        if found.getpeername()[:2] == connection.peer:
            found.shutdown(socket.SHUT_RDWR)


def _figure(info: bytes, where: slice) -> int:
    return int.from_bytes(info[where], "little")


def _numbers() -> list[int]:
    return [int(file.name) for file in OURS.iterdir()] if OURS.is_dir() else []


@contextmanager
def _lent(number: int) -> Iterator[socket.socket]:
    """The socket with this number: granian's, looked at and never closed here."""
    if number == NONE:
        raise OSError
    found = socket.socket(fileno=number)
    try:
        yield found
    finally:
        found.detach()
