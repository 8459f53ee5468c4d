"""What the server says no to. A `Refused` is a message of the catalogue with its values, so that the page can
show it in the reader's language; a `Trouble` stops the server before it serves, and is for who started it."""

from __future__ import annotations

import msgspec

from ..locale import msg
from ..rules.errors import TerminusError
from .journal import current_id

FAULT = msg(
    "Something went wrong in the server. Nothing that was confirmed is lost. If you report it, name {id}."
)


class Problem(msgspec.Struct):
    """A sentence of the catalogue and what fills its places: the page finds it in the reader's language."""

    message: str
    values: dict[str, str | int]


class Refused(TerminusError):
    """A request or a command that cannot be done; `status` is its HTTP status."""

    outcome = "refused"  # of a command, for the metrics

    def __init__(self, message: str, status: int = 409, **values: str | int) -> None:
        self.message, self.status, self.values = message, status, values
        super().__init__(message.format(**values))

    @property
    def shown(self) -> Problem:
        return Problem(self.message, self.values)

    @property
    def headers(self) -> list[tuple[str, str]]:
        """What is said to programs: when to come again, if it is known."""
        seconds = self.values.get("seconds")
        return [("retry-after", str(seconds))] if self.status in (429, 503) and seconds else []


def unreadable(status: int = 400) -> Refused:
    """What is said to whatever our own page would never send."""
    return Refused("The server does not understand this request.", status)


def no_such_game() -> Refused:
    return Refused("There is no such game. One that nobody had touched for long may be cleared away.", 404)


def fault() -> Refused:
    """What is said when the fault is ours, with the id that its lines in the log have."""
    return Refused(FAULT, 500, id=current_id())


class Trouble(TerminusError):
    """The server cannot start: no database, a port in use…"""
