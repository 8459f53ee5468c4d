"""A request to us: who asks, at which address, and what a handler needs to answer."""

from __future__ import annotations

import litestar
from litestar.datastructures import State

from ...locale import best_language
from ..disk.listing import Listing
from ..disk.people import People, Person
from ..disk.store import Store
from ..table.rooms import Rooms
from .addresses import public_origin


class Request(litestar.Request[str, None, State]):
    """Its `user` is the person who asks; the middleware has seen to it that everybody is one."""

    @property
    def rooms(self) -> Rooms:
        rooms: Rooms = self.app.state.rooms
        return rooms

    @property
    def store(self) -> Store:
        store: Store = self.app.state.store
        return store

    @property
    def people(self) -> People:
        people: People = self.app.state.people
        return people

    @property
    def listing(self) -> Listing:
        listing: Listing = self.app.state.listing
        return listing

    @property
    def public_origin(self) -> str:
        """The address under which others reach this server."""
        return public_origin(f"{self.url.scheme}://{self.headers.get('host', '')}", self.app.state.lan)

    async def about_me(self) -> Person:
        """What somebody told us about themselves, or what their browser says."""
        found = await self.people.find(self.user)
        return found or Person("", best_language(self.headers.get("accept-language", "")))
