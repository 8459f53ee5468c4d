"""The socket of a table: frames in, one at a time; acknowledgements and views out."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import FromPath

from ..complaints import faults
from ..disk.health import TROUBLE
from ..disk.people import People
from ..errors import Refused
from ..shown.frames import Refusal, Same, Saving
from ..table.commands import Frame, Hello, Order, Question, given, read_frame
from ..table.listener import Listener
from ..table.room import Room
from ..table.rooms import Rooms
from .door import HELLO
from .limits import Limits, too_much

FRAME_LIMIT = 4096
UNREAD = 200  # frames that may wait for somebody who does not read them
SILENCE = 150.0  # seconds; the page says hello far more often
PAUSE = 5.0  # seconds at least that the page waits after too much at once
CALM = 0.5  # seconds in which the rest of it is thrown away
CHAT = {"say", "react"}
TOO_LONG, FAILED, LATER, UNKNOWN, NO_GAME, SILENT, TOO_MUCH = 1009, 1011, 1013, 4400, 4404, 4408, 4429
Socket = WebSocket[str, Any, Any]


@websocket("/api/games/{game:str}/socket")
async def table_socket(socket: Socket, game: FromPath[str]) -> None:
    rooms: Rooms = socket.app.state.services.rooms
    await socket.accept()
    try:
        async with rooms.held(game) as room:
            await _attend(socket, room, Listener(socket.user, await _name(socket)))
    except Refused as refusal:
        await _hear_out(socket)
        await _say_no(socket, refusal, NO_GAME)
    except TROUBLE as error:  # the table cannot be read just now
        rooms.store.health.doubt(f"the socket of game {game}", error)
        await _hear_out(socket)
        with contextlib.suppress(WebSocketException):
            await _send_frame(socket, Saving(False))
            await _close(socket, LATER)
    except asyncio.CancelledError:
        pass  # the server stops, and granian would print a traceback


async def _name(socket: Socket) -> str:
    people: People = socket.app.state.services.people
    try:
        known = await people.find(socket.user)
    except TROUBLE:  # the table is played on, whatever the database does
        known = None
    return known.name if known else ""


async def _attend(socket: Socket, room: Room, listener: Listener) -> None:
    """Frames in and out, until one of both ends; granian closes no socket that somebody still reads."""
    room.enter(listener)
    both = [asyncio.create_task(way(socket, room, listener)) for way in (_receive, _send)]
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.exit(listener)
        for way in both:
            way.cancel()
        for outcome in await asyncio.gather(*both, return_exceptions=True):
            await _ended(socket, outcome)


async def _ended(socket: Socket, outcome: BaseException | None) -> None:
    """After a fault of ours the socket is closed so that the page comes back."""
    match outcome:
        case TimeoutError():
            await _close(socket, SILENT)
        case None | WebSocketException() | asyncio.CancelledError():
            pass
        case _:
            faults.tell(f"at the socket of game {socket.path_params['game']}", outcome)
            await _close(socket, FAILED)


async def _receive(socket: Socket, room: Room, listener: Listener) -> None:
    while True:
        async with asyncio.timeout(SILENCE):  # `wait_for` would leave a cycle behind
            data = await socket.receive_data(mode="text")
        if len(data.encode()) > FRAME_LIMIT:
            return await _end(socket, listener, Refused("That is too long.", 413), TOO_LONG)
        if len(listener.frames) > UNREAD:
            return await _end(socket, listener, too_much("frames", PAUSE), TOO_MUCH)
        try:
            frame = read_frame(data)
        except Refused as refusal:
            return await _end(socket, listener, refusal, UNKNOWN)
        try:
            _count(socket, frame)
        except Refused as refusal:
            listener.hush()
            return await _calm(socket, refusal)
        if isinstance(frame, Hello):
            _greet(room, listener, frame)
        elif isinstance(frame, Question):
            listener.send(room.why(listener.person, frame.about))
        else:
            with room.store.health.metrics.command_seconds.time():
                await room.order(listener, frame)


def _count(socket: Socket, frame: Frame) -> None:
    """Refuse a frame that is one too many of its kind; the page sends it again when it may."""
    limits: Limits = socket.app.state.services.limits
    limits.spend("frames", socket.auth, PAUSE)
    if isinstance(frame, Hello):
        limits.spend("hellos", socket.auth, PAUSE)
    elif isinstance(frame, Order) and given(frame.do).keys() & CHAT:
        limits.spend("chat", socket.auth, PAUSE)


def _greet(room: Room, listener: Listener, hello: Hello) -> None:
    """Show the table, unless it was seen exactly like this already. A clock that runs is always shown."""
    current = room.view(listener.person)
    if hello.version == current.version and (current.clock is None or current.clock.ends_in is None):
        listener.seen = room.seen(listener.person)
        listener.send(Same())
    else:
        listener.look(afresh=True)


async def _send(socket: Socket, room: Room, listener: Listener) -> None:
    while True:
        await listener.wake.wait()
        listener.wake.clear()
        while listener.frames:
            await _send_frame(socket, listener.frames.pop(0))
        if listener.stale:
            listener.stale = False
            old, listener.seen = listener.seen, room.seen(listener.person)
            if old is not listener.seen:
                await _send_text(socket, room.frame(old, listener.seen))


async def _send_frame(socket: Socket, frame: object) -> None:
    await _send_text(socket, msgspec.json.encode(frame))


async def _send_text(socket: Socket, text: bytes) -> None:
    try:
        await socket.send_text(text.decode())
    except RuntimeError:  # granian's word for a socket that is gone
        raise WebSocketDisconnect(detail="gone") from None


async def _hear_out(socket: Socket) -> None:
    """Take the hello that is on its way: a socket closed with something unread may lose its closing code."""
    with contextlib.suppress(TimeoutError, WebSocketException, RuntimeError):
        async with asyncio.timeout(HELLO):
            await socket.receive_data(mode="text")


async def _calm(socket: Socket, refusal: Refused) -> None:
    """Why no more is taken; then close. With too much unread the system throws away what we said last."""
    with contextlib.suppress(TimeoutError, WebSocketException, RuntimeError):
        await _send_frame(socket, Refusal(None, refusal.shown, refusal.status))
        async with asyncio.timeout(CALM):
            while True:
                await socket.receive_data(mode="text")
    await _close(socket, TOO_MUCH)


async def _end(socket: Socket, listener: Listener, refusal: Refused, code: int) -> None:
    listener.hush()
    await _say_no(socket, refusal, code)


async def _say_no(socket: Socket, refusal: Refused, code: int) -> None:
    """Why the socket is closed, in words of the catalogue, and then close it."""
    with contextlib.suppress(WebSocketException):
        await _send_frame(socket, Refusal(None, refusal.shown, refusal.status))
        await _close(socket, code)


async def _close(socket: Socket, code: int) -> None:
    with contextlib.suppress(WebSocketException, RuntimeError):
        await socket.close(code)
