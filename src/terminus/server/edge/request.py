"""A request to us: who asks, at which address, and what a handler needs to answer."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import litestar
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler

from ...locale import best_language, msg
from ...rules.board import Board
from ..disk.conducts import Conducts
from ..disk.drawings import Drawings
from ..disk.listing import Listing
from ..disk.people import People, Person
from ..disk.shelf import Shelf
from ..disk.store import Store
from ..errors import Refused
from ..table.codes import CODE_LENGTH, read_code
from ..table.rooms import Rooms
from ..table.text import clean
from ..work.boards import Reports, Trainings
from ..work.practice import Practice
from ..work.reviews import Reviews
from .addresses import public_origin
from .album import Album
from .following import Following
from .limits import Asker, Limits

NO_TABLE = msg(
    "No table waits for you with the code {code}. Its game may have begun: ask whoever invited you."
)


@dataclass(frozen=True, slots=True)
class Services:
    """What handlers answer with; one of each in a server."""

    rooms: Rooms
    store: Store
    people: People
    listing: Listing
    shelf: Shelf
    drawings: Drawings
    album: Album
    prints: Album
    own_prints: Album  # of people's own boards, which keep no city waiting
    reviews: Reviews
    reports: Reports
    trainings: Trainings
    conducts: Conducts
    following: Following
    practice: Practice
    lan: str | None  # this machine's address in the local network, if it serves that
    limits: Limits
    # One at a time of each: it takes some time, and so many threads at once take it from everybody's moves.
    replaying: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
    counting: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))


class Request(litestar.Request[str, Asker, State]):
    """Its `user` is the person who asks; the middleware has seen to it that everybody is one."""

    @property
    def services(self) -> Services:
        services: Services = self.app.state.services
        return services

    @property
    def public_origin(self) -> str:
        """The address under which others reach this server."""
        return public_origin(f"{self.url.scheme}://{self.headers.get('host', '')}", self.services.lan)

    async def board(self, name: str) -> Board:
        """A board that somebody names: one that ships, or anybody's own."""
        return await self.services.store.boards.find(name)

    async def about_me(self) -> Person:
        """What somebody told us about themselves, or what their browser says."""
        found, stranger = await self.services.people.find(self.user), self.stranger
        return Person(found.name, found.language or stranger.language) if found else stranger

    async def game_with(self, code: str) -> str:
        """The table that somebody is invited to by a code, as they typed it. Wrong ones are counted."""
        by_code = partial(self.services.store.by_code, read_code(code), self.user)
        found = await self.services.limits.guess("codes", self.auth, by_code)
        if found is None:
            raise Refused(NO_TABLE, 404, code=clean(code, CODE_LENGTH))
        return found

    @property
    def stranger(self) -> Person:
        """Somebody of whom we know no more than what their browser says."""
        return Person("", best_language(self.headers.get("accept-language", "")))


def within_limits(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuse what is asked too often of a handler that names its limit."""
    if (what := handler.opt.get("limit")) is not None:
        connection.app.state.services.limits.spend(what, connection.auth)
