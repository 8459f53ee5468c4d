"""Lean clients for load tests: a request over HTTP, and a socket that is little more than its bytes.

What a client costs is taken from the same two cores, so there is no library between it and the server.
"""

from __future__ import annotations

import asyncio
import base64
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
TCP_REPAIR = 19  # of Linux: what is closed with it is gone and says nothing
LAST, MASKED = 0x80, 0x80
Json = dict[str, Any]


@dataclass(frozen=True)
class Address:
    host: str
    port: int
    source: str = ""  # the address of this machine to come from, if not the usual one

    @property
    def local(self) -> tuple[str, int] | None:
        return (self.source, 0) if self.source else None

    @classmethod
    def of(cls, text: str) -> Address:
        """From host:port."""
        host, _, port = text.rpartition(":")
        return cls(host, int(port))

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


async def request(at: Address, method: str, path: str, cookie: str, data: object = None) -> tuple[str, Any]:
    """The head of the answer and its body; raises `OSError` for anything but success."""
    body = b"" if data is None else msgspec.json.encode(data)
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\nCookie: {cookie}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    reader, writer = await asyncio.open_connection(at.host, at.port, local_addr=at.local)
    try:
        writer.write(head.encode() + body)
        top, _, rest = (await reader.read()).partition(b"\r\n\r\n")
    finally:
        writer.close()
    if b" 20" not in top[:12]:
        raise OSError(f"{method} {path}: {top[:40]!r} {rest[:200]!r}")
    return top.decode(), msgspec.json.decode(rest)


class Wire(asyncio.Protocol):
    """A socket to a table; `heard` is called with the bytes of each text, `lost` once it is gone."""

    def __init__(self, heard: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self._heard, self._lost = heard, lost
        self._transport: asyncio.Transport | None = None
        self._unread = b""
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def to(
        cls, at: Address, path: str, cookie: str, heard: Callable[[bytes], None], lost: Callable[[], None]
    ) -> Wire:
        _, wire = await asyncio.get_running_loop().create_connection(
            lambda: cls(heard, lost), at.host, at.port, local_addr=at.local
        )
        key = base64.b64encode(os.urandom(16)).decode()
        wire.write(
            f"GET {path} HTTP/1.1\r\nHost: {at}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Cookie: {cookie}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        await wire.open
        return wire

    def send(self, frame: object) -> None:
        self._frame(TEXT, msgspec.json.encode(frame))

    def close(self) -> None:
        if self._transport:
            self._frame(CLOSE, b"\x03\xe8")
            self._transport.close()

    def vanish(self) -> None:
        """Go without a word."""
        if self._transport:
            self._transport.abort()

    def unplug(self) -> None:
        """Go as a machine goes that has no power: nothing is sent any more, not even the end. The system lets
        root alone do so, else it is a `PermissionError`; and it answers for us what is sent to us later."""
        if self._transport:
            self._transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, TCP_REPAIR, 1)
            self._transport.abort()

    @property
    def unsent(self) -> int:
        """Bytes that have not left yet; none of a socket that is closed."""
        if self._transport is None or self._transport.is_closing():
            return 0
        return self._transport.get_write_buffer_size()

    def deafen(self) -> None:
        """Read nothing any more."""
        assert self._transport is not None
        self._transport.pause_reading()

    def _frame(self, kind: int, payload: bytes) -> None:
        """A whole frame; its mask is four zeros, which change nothing."""
        size = len(payload)
        long = size.to_bytes(2, "big") if size > 125 else b""
        self.write(bytes([LAST | kind, MASKED | (126 if long else size)]) + long + bytes(4) + payload)

    def write(self, data: bytes) -> None:
        """These bytes, whatever they are."""
        assert self._transport is not None
        self._transport.write(data)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, _: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(OSError("the socket was refused"))
        self._lost()

    def data_received(self, data: bytes) -> None:
        self._unread += data
        if not self.open.done():
            top, end, self._unread = self._unread.partition(b"\r\n\r\n")
            if not end:
                self._unread = top
            elif b" 101 " in top[:14]:
                self.open.set_result(None)
            else:
                self.open.set_exception(OSError(repr(top[:60])))
        if self.open.done():
            self._read_frames()

    def _read_frames(self) -> None:
        data, at = self._unread, 0
        while (found := _frame_at(data, at)) is not None:
            kind, begin, at = found
            if kind == TEXT:
                self._heard(data[begin:at])
            elif kind == PING:
                self._frame(PONG, data[begin:at])
        self._unread = data[at:]


def _frame_at(data: bytes, at: int) -> tuple[int, int, int] | None:
    """Kind, beginning and end of the frame that begins here, once all of it has come."""
    size = data[at + 1] if len(data) >= at + 2 else 0
    wide = {126: 2, 127: 8}.get(size, 0)
    begin = at + 2 + wide
    if len(data) < begin:
        return None
    if wide:
        size = int.from_bytes(data[at + 2 : begin], "big")
    end = begin + size
    return (data[at] & 15, begin, end) if end <= len(data) else None
