"""All rooms that somebody uses now; the rest are on disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ...record.dealer import Dealer
from ..disk.store import Saved, Store
from ..errors import Refused
from .codes import is_id
from .room import Room
from .state import State
from .thinking import Thinkers


class Rooms:
    def __init__(self, store: Store, new_dealer: Callable[[], Dealer]) -> None:
        self.store, self.new_dealer = store, new_dealer
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._thinkers = Thinkers()
        self.rematching = asyncio.Lock()

    async def room(self, game: str) -> Room:
        """The room of a game, from disk if need be; refuses a game that does not exist."""
        if game in self._rooms:
            return self._rooms[game]
        if game not in self._loading:
            task = asyncio.create_task(self._load(game))
            self._loading[game] = task
            task.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(self._loading[game])

    async def _load(self, game: str) -> Room:
        saved = await self.store.load(game) if is_id(game) else None
        if saved is None:
            raise Refused("There is no such game.", 404)
        return self._open(saved)

    async def create(self, state: State) -> Room:
        return self._open(Saved(await self.store.create(state), frozenset()))

    def _open(self, saved: Saved) -> Room:
        game = saved.state.game.id
        room = Room(saved, self.store, self.new_dealer(), self._thinkers)
        self._rooms[game] = room
        room.open(forget=lambda: self._forget(game))
        return room

    def _forget(self, game: str) -> None:
        del self._rooms[game]

    async def close(self) -> None:
        for room in list(self._rooms.values()):
            await room.close()
        self._thinkers.close()
