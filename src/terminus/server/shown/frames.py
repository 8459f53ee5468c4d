"""What the server says over the socket of a table."""

from __future__ import annotations

from typing import Any

import msgspec

from ..errors import Problem
from .shapes import Reason, View


class Ack(msgspec.Struct, tag_field="type", tag="ack"):
    """The command with this key is done and on disk."""

    key: str
    number: int
    draft: int


class Refusal(msgspec.Struct, tag_field="type", tag="refused"):
    """The command with this key was not done; without one the frame was none, and the socket closes next."""

    key: str | None
    error: Problem
    code: int  # as the status of an answer over HTTP


class Later(msgspec.Struct, tag_field="type", tag="later"):
    """The command with this key was not done: nothing can be saved just now. It is to be sent again then."""

    key: str


class Saving(msgspec.Struct, tag_field="type", tag="saving"):
    """Whether what is done here can be saved: said when that changes, and to who comes while it cannot."""

    well: bool


class Shown(msgspec.Struct, tag_field="type", tag="view"):
    view: View


class Change(msgspec.Struct, tag_field="type", tag="change"):
    """What is to be put into the view of version `base`, by path, to have the one of now."""

    base: str
    view: dict[str, Any]


class Same(msgspec.Struct, tag_field="type", tag="same"):
    """The view that the page knows is still true."""


class Why(msgspec.Struct, tag_field="type", tag="why"):
    """Why that cannot be done which was asked about; without a reason it can be."""

    about: str
    reason: Reason | None


FromServer = Ack | Refusal | Later | Saving | Shown | Change | Same | Why
