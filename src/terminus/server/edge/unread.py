"""Cuts off a socket that sends without end a message that never ends.

Granian hands over whole messages, of up to 64 MB, and has no setting for it: ten sockets took 670 MB. But the
system counts what each connection has sent. What came since the last whole message was taken is unread, and
whoever has more of it than any page could have is cut off. On systems without epoll nobody is.
"""

from __future__ import annotations

import asyncio
import contextlib
import select
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .fair_share import leave_alone

ALLOWED = 64 * 1024  # bytes; a frame has at most 4 kB
FAR_TOO_MUCH = 1024 * 1024
MOMENT = 0.25  # seconds in which what came in many whole messages begins to be taken, and is refused in words
PAUSE = 0.02  # seconds between two searches
SEARCHES = 50  # for a connection that is not found: it may have gone
RECEIVED = slice(128, 136)  # tcpi_bytes_received in Linux' struct tcp_info
OURS = Path("/proc/self/fd")

Receive = Callable[[], Awaitable[Any]]
Peer = tuple[str, int]


class Inbox:
    """What one socket has sent, as the system counts it."""

    def __init__(self, peer: Peer) -> None:
        self.peer, self.searches, self.taken = peer, 0, 0
        self.connection: socket.socket | None = None  # granian's: looked at and cut off, never closed here
        self._read = 0

    def taking(self, receive: Receive) -> Receive:
        async def received() -> Any:
            message = await receive()
            self.taken += 1
            self._read = self._sent()
            return message

        return received

    @property
    def unread(self) -> int:
        return self._sent() - self._read

    def cut(self) -> None:
        if self.connection is not None:
            with contextlib.suppress(OSError):
                self.connection.shutdown(socket.SHUT_RDWR)

    def _sent(self) -> int:
        """Bytes so far. The number of a file may be another's by now: then they are not this one's."""
        if self.connection is None:
            return self._read
        with contextlib.suppress(OSError):
            if self.connection.getpeername()[:2] == self.peer:
                info = self.connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, RECEIVED.stop)
                return int.from_bytes(info[RECEIVED], "little")
        return self._read


class Unread:
    def __init__(self) -> None:
        self._news: select.epoll | None = None
        self._inboxes: dict[int, Inbox] = {}  # by the number of their file
        self._sought: dict[Peer, Inbox] = {}
        self._searching = False

    @contextmanager
    def watched(self, peer: Peer | None) -> Iterator[Inbox]:
        """A socket's inbox, watched until the socket ends."""
        inbox = Inbox((str(peer[0]), int(peer[1])) if peer else ("", 0))
        if peer and OURS.is_dir():
            self._sought[inbox.peer] = inbox
            self._search_soon(0)
        try:
            yield inbox
        finally:
            self._leave(inbox)

    def close(self) -> None:
        if self._news is not None:
            asyncio.get_running_loop().remove_reader(self._news.fileno())
            self._news.close()
            self._news = None

    def _search_soon(self, delay: float) -> None:
        if not self._searching:
            self._searching = True
            asyncio.get_running_loop().call_later(delay, self._search)

    def _search(self) -> None:
        """Find the files of the connections that are new, and be told whenever something comes there."""
        self._searching = False
        for number in (int(file.name) for file in OURS.iterdir()):
            if number not in self._inboxes and (found := _connection(number, self._sought)):
                inbox = self._sought.pop(found.getpeername()[:2])
                inbox.connection = found
                self._inboxes[number] = inbox
                self._epoll().register(number, select.EPOLLIN | select.EPOLLET)
        for peer, inbox in [*self._sought.items()]:
            inbox.searches += 1
            if inbox.searches > SEARCHES:
                del self._sought[peer]
        if self._sought:
            self._search_soon(PAUSE)

    def _epoll(self) -> select.epoll:
        if self._news is None:
            self._news = select.epoll()
            asyncio.get_running_loop().add_reader(self._news.fileno(), self._look)
        return self._news

    def _look(self) -> None:
        """Somebody has sent something."""
        for number, _ in self._epoll().poll(0):
            if inbox := self._inboxes.get(number):
                unread = inbox.unread
                if unread > FAR_TOO_MUCH:
                    inbox.cut()
                elif unread > ALLOWED:
                    asyncio.get_running_loop().call_later(MOMENT, _look_again, inbox, inbox.taken)

    def _leave(self, inbox: Inbox) -> None:
        self._sought.pop(inbox.peer, None)
        if inbox.connection is not None:
            number = inbox.connection.detach()
            inbox.connection = None
            self._inboxes.pop(number, None)
            if self._news is not None:
                with contextlib.suppress(OSError):  # closed, and so forgotten already
                    self._news.unregister(number)


def _look_again(inbox: Inbox, taken: int) -> None:
    if inbox.taken == taken and inbox.unread > ALLOWED:
        inbox.cut()


def _connection(number: int, sought: dict[Peer, Inbox]) -> socket.socket | None:
    """The connection with this number, if it is one of those that are sought."""
    try:
        found = socket.socket(fileno=number)
    except OSError:
        return None
    with contextlib.suppress(OSError):
        if found.getpeername()[:2] in sought:
            leave_alone(found)
            return found
    found.detach()
    return None
