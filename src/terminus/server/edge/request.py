"""A request to us: who asks, at which address, and what a handler needs to answer."""

from __future__ import annotations

from dataclasses import dataclass

import litestar
from litestar.datastructures import State

from ...locale import best_language
from ..disk.listing import Listing
from ..disk.people import People, Person
from ..disk.shelf import Shelf
from ..disk.store import Store
from ..table.rooms import Rooms
from .addresses import public_origin
from .album import Album


@dataclass(frozen=True, slots=True)
class Services:
    """What handlers answer with; one of each in a server."""

    rooms: Rooms
    store: Store
    people: People
    listing: Listing
    shelf: Shelf
    album: Album
    lan: str | None  # this machine's address in the local network, if it serves that


class Request(litestar.Request[str, None, State]):
    """Its `user` is the person who asks; the middleware has seen to it that everybody is one."""

    @property
    def services(self) -> Services:
        services: Services = self.app.state.services
        return services

    @property
    def public_origin(self) -> str:
        """The address under which others reach this server."""
        return public_origin(f"{self.url.scheme}://{self.headers.get('host', '')}", self.services.lan)

    async def about_me(self) -> Person:
        """What somebody told us about themselves, or what their browser says."""
        found = await self.services.people.find(self.user)
        return found or self.stranger

    @property
    def stranger(self) -> Person:
        """Somebody of whom we know no more than what their browser says."""
        return Person("", best_language(self.headers.get("accept-language", "")))
