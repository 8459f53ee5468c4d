"""What the server says no to. A `Refused` is a message of the catalogue with its values, so that the page can
show it in the reader's language; a `Trouble` stops the server before it serves, and is for who started it."""

from __future__ import annotations

import msgspec

from ..locale import msg
from ..rules.errors import TerminusError

FAULT = msg("Something went wrong in the server. Nothing that was confirmed is lost.")


class Problem(msgspec.Struct):
    """A sentence of the catalogue and what fills its places: the page finds it in the reader's language."""

    message: str
    values: dict[str, str | int]


class Refused(TerminusError):
    """A request or a command that cannot be done; `status` is its HTTP status."""

    def __init__(self, message: str, status: int = 409, **values: str | int) -> None:
        self.message, self.status, self.values = message, status, values
        super().__init__(message.format(**values))

    @property
    def shown(self) -> Problem:
        return Problem(self.message, self.values)


def unreadable(status: int = 400) -> Refused:
    """What is said to whatever our own page would never send."""
    return Refused("The server does not understand this request.", status)


class Trouble(TerminusError):
    """The server cannot start: no database, a port in use…"""
