"""The socket of a table: frames in, one at a time; acknowledgements and views out."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import FromPath

from ..errors import Refused
from ..shown.frames import Refusal, Same, Shown
from ..table.commands import Hello, read_frame
from ..table.listener import Listener
from ..table.room import Room
from ..table.rooms import Rooms

FRAME_LIMIT = 4096
UNREAD = 200  # frames that may wait for somebody who does not read them
SILENCE = 150.0  # seconds; the page says hello far more often
TOO_LONG, UNKNOWN, NO_GAME, SILENT, TOO_MUCH = 1009, 4400, 4404, 4408, 4429
Socket = WebSocket[str, Any, Any]


@websocket("/api/games/{game:str}/socket")
async def table_socket(socket: Socket, game: FromPath[str]) -> None:
    rooms: Rooms = socket.app.state.rooms
    await socket.accept()
    try:
        room = await rooms.room(game)
    except Refused as refusal:
        await _say_no(socket, refusal, NO_GAME)
        return
    listener = Listener(socket.user)
    room.enter(listener)
    sending = asyncio.create_task(_send(socket, room, listener))
    try:
        await _receive(socket, room, listener)
    except (WebSocketDisconnect, WebSocketException):
        pass
    except asyncio.CancelledError:
        pass  # the server stops, and granian would print a traceback
    except TimeoutError:
        await socket.close(SILENT)
    finally:
        room.exit(listener)
        sending.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sending


async def _receive(socket: Socket, room: Room, listener: Listener) -> None:
    while True:
        data = await asyncio.wait_for(socket.receive_data(mode="text"), SILENCE)
        if len(data.encode()) > FRAME_LIMIT:
            return await _say_no(socket, Refused("That is too long.", 413), TOO_LONG)
        if len(listener.frames) > UNREAD:
            return await _say_no(socket, Refused("That is too much at once.", 429), TOO_MUCH)
        try:
            frame = read_frame(data)
        except Refused as refusal:
            return await _say_no(socket, refusal, UNKNOWN)
        if isinstance(frame, Hello):
            _greet(room, listener, frame)
        else:
            await room.order(listener, frame)


def _greet(room: Room, listener: Listener, hello: Hello) -> None:
    """Show the table, unless it was seen exactly like this already. A clock that runs is always shown."""
    current = room.view(listener.person)
    if hello.version == current.version and (current.clock is None or current.clock.ends_in is None):
        listener.seen = current.version
        listener.send(Same())
    else:
        listener.look(afresh=True)


async def _send(socket: Socket, room: Room, listener: Listener) -> None:
    with contextlib.suppress(WebSocketDisconnect, WebSocketException, RuntimeError):
        while True:
            await listener.wake.wait()
            listener.wake.clear()
            while listener.frames:
                await _send_frame(socket, listener.frames.pop(0))
            if listener.stale:
                listener.stale = False
                seen = room.view(listener.person)
                if seen.version != listener.seen:
                    listener.seen = seen.version
                    await _send_frame(socket, Shown(seen))


async def _send_frame(socket: Socket, frame: object) -> None:
    await socket.send_text(msgspec.json.encode(frame).decode())


async def _say_no(socket: Socket, refusal: Refused, code: int) -> None:
    """Why the socket is closed, in words of the catalogue, and then close it."""
    with contextlib.suppress(WebSocketDisconnect, WebSocketException, RuntimeError):
        await _send_frame(socket, Refusal(None, refusal.shown))
        await socket.close(code)
