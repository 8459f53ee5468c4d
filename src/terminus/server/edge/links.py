"""Links that people share: our address, QR codes, and a seat that moves to another device."""

from __future__ import annotations

import hashlib
import io
import ipaddress
import secrets
import socket
from dataclasses import replace
from urllib.parse import urlsplit

import segno

from ..errors import Refused
from ..table.state import State


def new_key() -> tuple[str, str]:
    """What a private link holds, and the hash by which the server knows it again."""
    key = secrets.token_urlsafe(24)
    return key, hashed(key)


def hashed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def move_seat(state: State, old: str, new: str) -> State:
    """The seat of one device becomes the other's."""
    seat = state.seat_of(old)
    if seat is None:
        raise Refused("This link has been used already.", 410)
    if old != new and state.seat_of(new) is not None:
        raise Refused("This device has another seat at this table.")
    return state.with_seat(seat, replace(state.seats[seat], person=new))


def qr_svg(text: str) -> bytes:
    """Black on white whatever the theme: that is what cameras expect."""
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", scale=8, border=2, light="#fff", dark="#000")
    return out.getvalue()


def qr_text(text: str) -> str:
    out = io.StringIO()
    segno.make(text, error="l").terminal(out, compact=True, border=2)
    return out.getvalue()


def lan_address() -> str | None:
    """This machine's address in the local network. Connecting UDP picks a route and sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if ipaddress.ip_address(found).is_loopback else found


def public_origin(seen: str, lan: str | None) -> str:
    """The origin for others: the one that the asker sees, but a loopback address helps nobody else."""
    parts = urlsplit(seen)
    if not lan or not _is_loopback(parts.hostname or ""):
        return f"{parts.scheme}://{parts.netloc}"
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{lan}{port}"


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
