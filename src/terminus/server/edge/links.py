"""A private link moves a seat to another device, once and soon. The server keeps only its hash."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import replace

from ..errors import Refused
from ..table.state import State

KEY_LENGTH = 32  # signs, of six bits each


def new_key() -> tuple[str, str]:
    """What a private link holds, and the hash by which the server knows it again."""
    key = secrets.token_urlsafe(KEY_LENGTH * 3 // 4)
    return key, hashed(key)


def is_key(text: str) -> bool:
    """Whether this can be what a link holds."""
    return len(text) == KEY_LENGTH and text.isascii() and text.replace("-", "").replace("_", "").isalnum()


def hashed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def spent() -> Refused:
    return Refused(
        "This link was used already, or is older than 15 minutes. Make a new one at the table.", 410
    )


def move_seat(state: State, old: str, new: str) -> State:
    """The seat of one device becomes the other's."""
    seat = state.seat_of(old)
    if seat is None:
        raise spent()
    if old != new and state.seat_of(new) is not None:
        raise Refused("This device has another seat at this table.")
    return state.with_seat(seat, replace(state.seats[seat], person=new))
